#include "tools/apply/layout.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "tools/apply/game_blocks.h"

namespace wardrobe {
namespace {

/// A costume's block in a resource file, and its new payload.
struct EditedBlock {
  uint64_t offset = 0;
  uint64_t end = 0;
  size_t payload = 0;   ///< position of the old payload
  uint64_t growth = 0;  ///< in bytes; never negative, since a payload never gets shorter
  Bytes new_payload;
};

void add_to(size_t at, uint64_t growth, std::vector<uint8_t>& bytes) {
  const uint64_t value = ByteReader(bytes, at).u32() + growth;
  ByteWriter(bytes).patch_u32(at, static_cast<uint32_t>(value));
}

/// An old resource file and its edits.
class EditedFile {
 public:
  explicit EditedFile(ResourceTree tree) : tree_(std::move(tree)) {}

  const ResourceTree& tree() const { return tree_; }

  /// Adds an edit; edits come by rising offset. Fails if the block grows although the blocks around
  /// it have inconsistent sizes; the error names `where`.
  Status add(const EditedBlock& edited, const std::string& where) {
    blocks_.push_back(edited);
    if (edited.growth == 0) return ok();
    for (size_t top = 0; top < tree_.tops.size() && tree_.tops_fit; ++top) {
      if (!tree_.inner_fits[top]) continue;
      for (const uint32_t i : rows_of(tree_.inner_offset, top)) {
        const Block& block = tree_.inner[i];
        if (block.offset == edited.offset && block.end == edited.end) return ok();
      }
    }
    return Error{ErrorCode::damaged, edited.offset,
                 fmt::format("{} would change its size by {} bytes, but the blocks around it have "
                             "inconsistent sizes",
                             where, edited.growth)};
  }

  /// The total growth of the blocks that start at `from` or later, and before `to`.
  uint64_t growth(uint64_t from, uint64_t to) const {
    uint64_t sum = 0;
    for (const EditedBlock& block : blocks_) {
      if (from <= block.offset && block.offset < to) sum += block.growth;
    }
    return sum;
  }
  uint64_t growth() const { return growth(0, tree_.bytes.size()); }

  /// Returns the new file. Updates sizes of blocks first, then LOFF, then the payloads from last to
  /// first.
  std::vector<uint8_t> bytes(uint32_t source) const {
    std::vector<uint8_t> out = tree_.bytes;
    if (!tree_.is_room) {
      grow_size(0, tree_.bytes.size(), out);
      for (const Block& top : tree_.tops) grow_size(top.offset, top.end, out);
    }
    for (const EditedBlock& block : blocks_) grow_size(block.offset, block.end, out);
    for (const PlaceField& field : room_fields(tree_, source)) {
      add_to(field.at, growth(0, field.target), out);
    }
    for (size_t i = blocks_.size(); i-- > 0;) {
      const auto at = out.begin() + static_cast<ptrdiff_t>(blocks_[i].payload);
      const auto end = out.begin() + static_cast<ptrdiff_t>(blocks_[i].end);
      const Bytes payload = blocks_[i].new_payload;
      out.insert(out.erase(at, end), payload.begin(), payload.end());
    }
    return out;
  }

 private:
  /// Adds the growth of the blocks from `offset` to `end` to the size in the header at `offset`.
  void grow_size(uint64_t offset, uint64_t end, std::vector<uint8_t>& out) const {
    const uint64_t grown = growth(offset, end);
    const bool small = tree_.style == BlockStyle::size_first;
    ByteReader reader(out, offset + (small ? 0 : 4));
    const uint64_t size = small ? reader.u32() : reader.u32_be();
    if (grown == 0 || size == 0) return;  // Some tools leave the size of LECF 0.
    if (small) return add_to(offset, grown, out);
    ByteWriter(out).patch_u32_be(offset + 4, static_cast<uint32_t>(size + grown));
  }

  ResourceTree tree_;
  std::vector<EditedBlock> blocks_;
};

/// By resource file; nullopt for files without edits.
using EditedFiles = std::vector<std::optional<EditedFile>>;

Result<EditedFiles> edit_files(const GameInput& input, const ReadGame& game,
                               const std::vector<NewBlock>& blocks) {
  EditedFiles files(input.resources.size());
  for (const NewBlock& block : blocks) {  // by rising costume, and so by offset
    const uint32_t source = game.tables.costumes.source[block.costume] - (input.index ? 1 : 0);
    const GameFile& file = input.resources[source];
    if (!files[source]) {
      ASSIGN_OR_RETURN(ResourceTree tree, read_resource_tree(file));
      files[source].emplace(std::move(tree));
    }
    const FoundCostume& old = game.scanned.costumes[game.costumes[block.costume].block];
    const uint64_t growth = block.payload.size() - game.payload(block.costume).size();
    TRY(files[source]->add(
        {old.block.offset, old.block.end, old.block.payload_at(), growth, block.payload},
        file.name + ": " + costume_text(game.tables, block.costume)));
  }
  return files;
}

/// Returns the new index, XOR removed; nullopt if it does not change. Fields that lead to no block
/// stay the same.
Result<std::optional<std::vector<uint8_t>>> new_index(const GameInput& input, const ReadGame& game,
                                                      const EditedFiles& files) {
  std::optional<std::vector<uint8_t>> out;
  const auto grows = [](const auto& file) { return file && file->growth() > 0; };
  if (!input.index || std::ranges::none_of(files, grows)) return out;
  ASSIGN_OR_RETURN(const std::vector<uint8_t> old, read_whole(*input.index));
  const auto tree_of = [&](uint32_t i) { return files[i] ? &files[i]->tree() : nullptr; };
  ASSIGN_OR_RETURN(const std::vector<PlaceField> fields,
                   index_fields(*input.index, old, game.scanned.places, tree_of));
  std::vector<uint8_t> bytes = old;
  for (const PlaceField& field : fields) {
    const EditedFile& file = *files[field.source];
    add_to(field.at, file.growth(field.from, field.target), bytes);
    if (field.size_at != 0) add_to(field.size_at, file.growth(field.target, field.end), bytes);
  }
  if (bytes != old) out = std::move(bytes);
  return out;
}

}  // namespace

Result<NewFiles> lay_out(const GameInput& input, const ReadGame& game,
                         const std::vector<NewBlock>& blocks) {
  ASSIGN_OR_RETURN(const EditedFiles files, edit_files(input, game, blocks));
  NewFiles out;
  out.resources.resize(input.resources.size());
  for (uint32_t i = 0; i < input.resources.size(); ++i) {
    const std::optional<EditedFile>& file = files[i];
    if (!file) continue;
    if (file->tree().bytes.size() + file->growth() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset,
                   input.resources[i].name + " would be larger than 4 GiB"};
    }
    out.resources[i] = file->bytes(i);
    toggle_xor(input.resources[i].xor_key, *out.resources[i]);
  }
  ASSIGN_OR_RETURN(out.index, new_index(input, game, files));
  if (out.index) toggle_xor(input.index->xor_key, *out.index);
  return out;
}

}  // namespace wardrobe
