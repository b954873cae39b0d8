#include "tools/edit/index_rewrite.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tools/edit/index_blocks.h"
#include "tools/edit/places.h"

namespace wardrobe {
namespace {

using AllMoves = std::vector<std::optional<FileMoves>>;

class IndexRewriter {
 public:
  IndexRewriter(const GameFile& file, std::vector<uint8_t> old, const Places& places,
                const AllMoves& moves)
      : file_(file), old_(std::move(old)), new_(old_), places_(places), moves_(moves) {}

  Status rewrite() {
    std::optional<BlockDamage> damage;
    for (const Block& block : read_blocks(old_, 0, damage, file_.style)) {
      if (is_resource_directory(block.tag)) {
        if (Status rewritten = rewrite_directory(block); !rewritten) return rewritten;
      }
      if (block.tag == tag("DLFL")) rewrite_room_offsets(block);
    }
    return ok();
  }

  std::optional<std::vector<uint8_t>> result() {
    if (new_ == old_) return std::nullopt;
    return std::move(new_);
  }

 private:
  size_t payload_at(const Block& block) const { return block.offset + header_size(file_.style); }

  void put(size_t at, uint64_t value) {
    ByteWriter(new_).patch_u32(at, static_cast<uint32_t>(value));
  }

  const FileMoves* moves_of(const RoomPlace& place) const {
    const std::optional<FileMoves>& moves = moves_[place.source];
    return moves ? &*moves : nullptr;
  }

  Status rewrite_directory(const Block& block) {
    const std::optional<DirectoryFields> fields = directory_fields(block.payload, file_.style);
    if (!fields) {
      return Error{ErrorCode::damaged, block.offset,
                   file_.name + ": " + tag_name(block.tag) +
                       " is damaged, so nothing can be moved in this game"};
    }
    for (size_t entry = 0; entry < fields->count; ++entry) {
      rewrite_entry(block, *fields, entry);
    }
    return ok();
  }

  void rewrite_entry(const Block& block, const DirectoryFields& fields, size_t entry) {
    const RoomPlace* place = places_.of(block.payload[fields.room_at(entry)]);
    const FileMoves* moves = place == nullptr ? nullptr : moves_of(*place);
    if (moves == nullptr) return;
    const uint64_t target =
        place->offset + ByteReader(block.payload, fields.offset_at(entry)).u32();
    if (!moves->tree.has_block(target) || place->offset >= moves->tree.bytes.size()) return;
    const auto room = moves->pieces.moved(place->offset);
    if (!room) return;
    put(payload_at(block) + fields.offset_at(entry), *moves->pieces.moved(target) - *room);
    if (fields.size != 0) rewrite_size(block, fields.size_at(entry), *moves, target);
  }

  /// The size column is set right only where it was right.
  void rewrite_size(const Block& block, size_t field, const FileMoves& moves, uint64_t target) {
    const auto found = std::ranges::lower_bound(moves.tree.inner, target, {}, &FileBlock::offset);
    if (found == moves.tree.inner.end() || found->offset != target) return;
    const uint64_t size = found->end - found->offset;
    if (ByteReader(block.payload, field).u32() != size) return;
    put(payload_at(block) + field, *moves.pieces.moved(found->end) - *moves.pieces.moved(target));
  }

  /// DLFL: u16 count, then the u32 offset of each room.
  void rewrite_room_offsets(const Block& block) {
    const size_t rooms = block.payload.size() / 4;
    for (size_t room = 1; room < std::min(rooms, kRoomNumbers); ++room) {
      const RoomPlace* place = places_.of(room);
      const FileMoves* moves = place == nullptr ? nullptr : moves_of(*place);
      if (moves == nullptr || !moves->tree.has_room(place->offset)) continue;
      put(payload_at(block) + 2 + 4 * room, *moves->pieces.moved(place->offset));
    }
  }

  const GameFile& file_;
  std::vector<uint8_t> old_;
  std::vector<uint8_t> new_;
  const Places& places_;
  const AllMoves& moves_;
};

}  // namespace

Result<std::optional<std::vector<uint8_t>>> rewrite_index(const GameInput& input,
                                                          const AllMoves& moves) {
  const auto grows = [](const std::optional<FileMoves>& m) {
    return m && m->pieces.bytes().size() != m->tree.bytes.size();
  };
  if (std::ranges::none_of(moves, grows)) return std::optional<std::vector<uint8_t>>();
  Result<std::vector<uint8_t>> bytes = read_whole(*input.index);
  if (!bytes) return bytes.error();
  Places places;
  find_places(input, *bytes, places);
  IndexRewriter rewriter(*input.index, *std::move(bytes), places, moves);
  if (Status rewritten = rewriter.rewrite(); !rewritten) return rewritten.error();
  return rewriter.result();
}

}  // namespace wardrobe
