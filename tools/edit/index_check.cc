#include "tools/edit/index_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "tools/edit/index_blocks.h"
#include "tools/edit/places.h"

namespace wardrobe {
namespace {

/// Which block of `blocks` starts there, if one does.
std::optional<size_t> number_of(const std::vector<FileBlock>& blocks, uint64_t offset) {
  const auto found = std::ranges::lower_bound(blocks, offset, {}, &FileBlock::offset);
  if (found == blocks.end() || found->offset != offset) return std::nullopt;
  return static_cast<size_t>(found - blocks.begin());
}

class IndexCheck {
 public:
  IndexCheck(const std::vector<ResourceTree>& before, const std::vector<ResourceTree>& after)
      : before_(before), after_(after) {}

  Status check(const GameInput& old_input, const GameInput& new_input) {
    Result<std::vector<uint8_t>> was = read_whole(*old_input.index);
    if (!was) return was.error();
    Result<std::vector<uint8_t>> is = read_whole(*new_input.index);
    if (!is) return is.error();
    was_ = *std::move(was);
    is_ = *std::move(is);
    if (was_.size() != is_.size()) return wrong(old_input, 0);
    find_places(old_input, was_, old_places_);
    find_places(new_input, is_, new_places_);
    const BlockStyle style = old_input.index->style;
    std::optional<BlockDamage> damage;
    for (const Block& block : read_blocks(was_, 0, damage, style)) {
      const size_t payload = block.offset + header_size(style);
      const auto fields =
          is_resource_directory(block.tag) ? directory_fields(block.payload, style) : std::nullopt;
      for (size_t entry = 0; fields && entry < fields->count; ++entry) {
        check_entry(block, payload, *fields, entry);
      }
      if (block.tag == tag("DLFL")) check_room_offsets(block, payload);
    }
    const auto differs = std::ranges::mismatch(was_, is_);
    if (differs.in1 != was_.end()) return wrong(old_input, differs.in1 - was_.begin());
    return ok();
  }

 private:
  static Error wrong(const GameInput& input, std::ptrdiff_t at) {
    return {ErrorCode::damaged, static_cast<uint64_t>(at),
            input.index->name + " does not lead to the same blocks as before"};
  }

  /// Takes back a number that may differ, so that the rest can be compared byte by byte.
  void take_back(size_t at) {
    std::copy_n(was_.begin() + static_cast<std::ptrdiff_t>(at), 4,
                is_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void check_entry(const Block& block, size_t payload, const DirectoryFields& fields,
                   size_t entry) {
    const uint8_t room = block.payload[fields.room_at(entry)];
    const RoomPlace* old_place = old_places_.of(room);
    const RoomPlace* new_place = new_places_.of(room);
    if (old_place == nullptr || new_place == nullptr || old_place->source != new_place->source)
      return;
    const size_t offset_at = payload + fields.offset_at(entry);
    const uint64_t was = old_place->offset + ByteReader(was_, offset_at).u32();
    const uint64_t is = new_place->offset + ByteReader(is_, offset_at).u32();
    const ResourceTree& before = before_[old_place->source];
    const ResourceTree& after = after_[new_place->source];
    if (!before.has_block(was) || !same_target(before, was, after, is)) return;
    if (fields.size != 0) check_size(payload + fields.size_at(entry), before, was, after, is);
    take_back(offset_at);
  }

  /// The size of a block, where it was right, must be right again.
  void check_size(size_t at, const ResourceTree& before, uint64_t was, const ResourceTree& after,
                  uint64_t is) {
    const auto old_block = number_of(before.inner, was);
    const auto new_block = number_of(after.inner, is);
    if (!old_block || !new_block) return;
    const auto size = [](const FileBlock& block) { return block.end - block.offset; };
    if (ByteReader(was_, at).u32() != size(before.inner[*old_block])) return;
    if (ByteReader(is_, at).u32() == size(after.inner[*new_block])) take_back(at);
  }

  void check_room_offsets(const Block& block, size_t payload) {
    for (size_t room = 1; room < std::min(block.payload.size() / 4, kRoomNumbers); ++room) {
      const RoomPlace* old_place = old_places_.of(room);
      const RoomPlace* new_place = new_places_.of(room);
      if (old_place == nullptr || new_place == nullptr) continue;
      const size_t at = payload + 2 + 4 * room;
      const uint32_t was = ByteReader(was_, at).u32();
      const uint32_t is = ByteReader(is_, at).u32();
      if (same_target(before_[old_place->source], was, after_[old_place->source], is))
        take_back(at);
    }
  }

  const std::vector<ResourceTree>& before_;
  const std::vector<ResourceTree>& after_;
  std::vector<uint8_t> was_;
  std::vector<uint8_t> is_;
  Places old_places_;
  Places new_places_;
};

}  // namespace

bool same_target(const ResourceTree& before, uint64_t old_offset, const ResourceTree& after,
                 uint64_t new_offset) {
  const auto old_inner = number_of(before.inner, old_offset);
  const auto old_top = number_of(before.tops, old_offset);
  const auto new_inner = number_of(after.inner, new_offset);
  const auto new_top = number_of(after.tops, new_offset);
  if (old_inner != new_inner || old_top != new_top) return false;
  return old_inner || old_top || old_offset == new_offset;
}

Status check_index(const GameInput& old_input, const std::vector<ResourceTree>& before,
                   const GameInput& new_input, const std::vector<ResourceTree>& after) {
  if (!old_input.index || !new_input.index) return ok();
  return IndexCheck(before, after).check(old_input, new_input);
}

}  // namespace wardrobe
