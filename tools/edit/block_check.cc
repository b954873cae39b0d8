#include "tools/edit/block_check.h"

#include <algorithm>
#include <set>
#include <string>

#include "tools/edit/index_check.h"
#include "tools/edit/resource_tree.h"

namespace wardrobe {
namespace {

/// One resource file, before and after.
class FileCheck {
 public:
  FileCheck(const std::string& name, const ResourceTree& before, const ResourceTree& after,
            const std::set<uint64_t>& edited)
      : name_(name), before_(before), after_(after), edited_(edited) {}

  Status check() const {
    if (before_.bytes.size() == after_.bytes.size()) return check_same_places();
    const auto size = [](const ResourceTree& tree) {
      return read_block_header(tree.bytes, 0, tree.style)->size;
    };
    const auto growth = static_cast<uint32_t>(after_.bytes.size() - before_.bytes.size());
    if (size(after_) - size(before_) != growth) return wrong("the size of all blocks", 0);
    if (after_.tops.size() != before_.tops.size() || !after_.tops_fit) {
      return wrong("the number of rooms", 0);
    }
    for (size_t top = 0; top < before_.tops.size(); ++top) {
      if (Status checked = check_top(top); !checked) return checked;
    }
    return check_bytes(before_.tops.back().end, before_.bytes.size(), after_.tops.back().end,
                       after_.bytes.size());
  }

 private:
  Error wrong(const std::string& what, uint64_t offset) const {
    return {ErrorCode::damaged, offset, name_ + ": " + what + " is not what it was"};
  }

  Status check_bytes(uint64_t begin, uint64_t end, uint64_t new_begin, uint64_t new_end) const {
    const bool same =
        end - begin == new_end - new_begin &&
        std::ranges::equal(Bytes(before_.bytes).subspan(begin, end - begin),
                           Bytes(after_.bytes).subspan(new_begin, new_end - new_begin));
    return same ? ok() : Status(wrong("a part", begin));
  }

  /// Nothing has moved: all bytes but the payloads of the edited blocks.
  Status check_same_places() const {
    uint64_t at = 0;
    for (const uint64_t offset : edited_) {
      const uint64_t payload = offset + header_size(before_.style);
      if (Status same = check_bytes(at, payload, at, payload); !same) return same;
      const auto block = read_block_header(before_.bytes, offset, before_.style);
      at = std::min<uint64_t>(offset + block->size, before_.bytes.size());
      at = std::max(at, payload);
    }
    return check_bytes(at, before_.bytes.size(), at, after_.bytes.size());
  }

  Status check_top(size_t top) const {
    const FileBlock& old_block = before_.tops[top];
    const FileBlock& new_block = after_.tops[top];
    if (old_block.tag != new_block.tag || new_block.damaged())
      return wrong("a block", old_block.offset);
    if (before_.is_room_offsets(top)) return check_room_offsets(old_block, new_block);
    const RowRange old_rows = rows_of(before_.inner_offset, top);
    const RowRange new_rows = rows_of(after_.inner_offset, top);
    if (old_rows.size() != new_rows.size() || before_.inner_fits[top] != after_.inner_fits[top]) {
      return wrong("the number of blocks", old_block.offset);
    }
    uint64_t old_at = old_block.payload();
    uint64_t new_at = new_block.payload();
    for (uint32_t i = 0; i < old_rows.size(); ++i) {
      const FileBlock& was = before_.inner[old_rows.front() + i];
      const FileBlock& is = after_.inner[new_rows.front() + i];
      if (!edited_.contains(was.offset)) continue;
      if (is.tag != was.tag || is.damaged()) return wrong("a block", was.offset);
      if (Status same = check_bytes(old_at, was.offset, new_at, is.offset); !same) return same;
      old_at = was.end;
      new_at = is.end;
    }
    return check_bytes(old_at, old_block.end, new_at, new_block.end);
  }

  Status check_room_offsets(const FileBlock& old_block, const FileBlock& new_block) const {
    ByteReader was(before_.bytes, old_block.payload());
    ByteReader is(after_.bytes, new_block.payload());
    const size_t count = was.u8();
    if (is.u8() != count || old_block.end - old_block.offset != new_block.end - new_block.offset) {
      return wrong("the list of rooms", old_block.offset);
    }
    for (size_t i = 0; i < count && was.position() + 5 <= old_block.end; ++i) {
      const bool same_room = was.u8() == is.u8();
      if (!same_room || !same_target(before_, was.u32(), after_, is.u32())) {
        return wrong("the list of rooms", was.position());
      }
    }
    return check_bytes(was.position(), old_block.end, is.position(), new_block.end);
  }

  const std::string& name_;
  const ResourceTree& before_;
  const ResourceTree& after_;
  const std::set<uint64_t>& edited_;  ///< offsets of the edited blocks
};

Result<std::vector<ResourceTree>> read_trees(const GameInput& input) {
  std::vector<ResourceTree> trees;
  for (const GameFile& file : input.resources) {
    Result<ResourceTree> tree = read_resource_tree(file);
    if (!tree) return tree.error();
    trees.push_back(*std::move(tree));
  }
  return trees;
}

}  // namespace

Status check_blocks(const GameInput& old_input, const ReadGame& old,
                    const std::vector<NewBlock>& blocks, const GameInput& new_input) {
  const Result<std::vector<ResourceTree>> before = read_trees(old_input);
  if (!before) return before.error();
  const Result<std::vector<ResourceTree>> after = read_trees(new_input);
  if (!after) return after.error();
  if (before->size() != after->size()) {
    return Error{ErrorCode::damaged, kNoOffset, "the number of resource files is not what it was"};
  }
  const uint32_t first_source = old_input.index ? 1 : 0;
  for (size_t i = 0; i < before->size(); ++i) {
    std::set<uint64_t> edited;
    for (const NewBlock& block : blocks) {
      if (old.tables.costumes.source[block.costume] == first_source + i) {
        edited.insert(old.tables.costumes.offset[block.costume]);
      }
    }
    const FileCheck file(old_input.resources[i].name, (*before)[i], (*after)[i], edited);
    if (Status checked = file.check(); !checked) return checked;
  }
  return check_index(old_input, *before, new_input, *after);
}

}  // namespace wardrobe
