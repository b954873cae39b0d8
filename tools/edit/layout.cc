#include "tools/edit/layout.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "tools/edit/game_blocks.h"
#include "tools/edit/pieces.h"
#include "tools/edit/read_game.h"

namespace wardrobe {
namespace {

/// How the blocks of a resource file move.
struct FileMoves {
  Pieces pieces;
  ResourceTree tree;  ///< as it was
};

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
      const size_t at = payload_at(block) + 2 + 4 * room;
      const uint32_t offset = ByteReader(old_, at).u32();
      if (moves == nullptr || !moves->tree.has_room(offset)) continue;
      put(at, *moves->pieces.moved(offset));
    }
  }

  const GameFile& file_;
  std::vector<uint8_t> old_;
  std::vector<uint8_t> new_;
  const Places& places_;
  const AllMoves& moves_;
};

/// The index of a game whose blocks move, XOR removed; nothing if it stays as it is. `moves` is as
/// GameInput::resources, empty for files that stay. What leads to no block is left alone.
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

/// One resource file.
class FileLayout {
 public:
  FileLayout(const ReadGame& game, const GameFile& file, ResourceTree tree)
      : game_(game), file_(file), tree_(std::move(tree)) {}

  Status add(const NewBlock& block) {
    const CostumeBlocks& blocks = game_.scanned.blocks;
    const uint32_t row = game_.block[block.costume];
    const Span old{blocks.payload[row], blocks.offset[row] + blocks.size[row]};
    const auto growth =
        static_cast<int64_t>(block.payload.size()) - static_cast<int64_t>(old.size());
    replacements_.push_back({old, block.payload});
    if (growth == 0) return ok();
    const auto top = std::ranges::find_if(
        tree_.tops, [&](const FileBlock& b) { return b.offset < old.begin && old.end <= b.end; });
    const auto row_of_top = static_cast<size_t>(top - tree_.tops.begin());
    const bool fits = tree_.tops_fit && top != tree_.tops.end() && tree_.inner_fits[row_of_top] &&
                      std::ranges::any_of(tree_.inner, [&](const FileBlock& b) {
                        return b.offset == blocks.offset[row] && b.end == old.end;
                      });
    if (!fits) {
      return Error{ErrorCode::damaged, blocks.offset[row],
                   file_.name + ": " + costume_text(game_.tables, block.costume) +
                       " would change its size by " + std::to_string(growth) +
                       " bytes, but the blocks around it do not fit into each other"};
    }
    for (const uint64_t offset : {uint64_t{0}, top->offset, uint64_t{blocks.offset[row]}}) {
      growths_.push_back({offset, growth});
    }
    return ok();
  }

  Status finish() {
    Pieces pieces(tree_.bytes, replacements_);
    if (pieces.bytes().size() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset, file_.name + " would be larger than 4 GiB"};
    }
    bytes_ = pieces.bytes();
    moves_ = FileMoves{std::move(pieces), std::move(tree_)};
    for (const Growth& growth : growths_) grow(growth);
    for (size_t top = 0; top < moves_->tree.tops.size(); ++top) {
      if (moves_->tree.is_room_offsets(top)) rewrite_room_offsets(moves_->tree.tops[top]);
    }
    return ok();
  }

  FileMoves& moves() { return *moves_; }
  std::vector<uint8_t>& bytes() { return bytes_; }

 private:
  struct Growth {
    uint64_t block;  ///< where its header was
    int64_t bytes;
  };

  /// Adds to the size in a block's header.
  void grow(const Growth& growth) {
    const size_t at = *moves_->pieces.moved(growth.block);
    const auto size = read_block_header(bytes_, at, moves_->tree.style)->size;
    const auto grown = static_cast<uint32_t>(size + growth.bytes);
    if (moves_->tree.style == BlockStyle::tag_first) {
      ByteWriter(bytes_).patch_u32_be(at + 4, grown);
    } else {
      ByteWriter(bytes_).patch_u32(at, grown);
    }
  }

  /// LOFF or FO: a count, then u8 room, u32 offset each.
  void rewrite_room_offsets(const FileBlock& block) {
    ByteReader reader(moves_->tree.bytes, block.payload());
    const size_t count = reader.u8();
    for (size_t i = 0; i < count && reader.position() + 5 <= block.end; ++i) {
      reader.u8();
      const size_t at = reader.position();
      const uint32_t offset = reader.u32();
      if (!moves_->tree.has_room(offset)) continue;
      ByteWriter(bytes_).patch_u32(*moves_->pieces.moved(at),
                                   static_cast<uint32_t>(*moves_->pieces.moved(offset)));
    }
  }

  const ReadGame& game_;
  const GameFile& file_;
  ResourceTree tree_;
  std::vector<Replacement> replacements_;
  std::vector<Growth> growths_;
  std::optional<FileMoves> moves_;
  std::vector<uint8_t> bytes_;
};

void toggle(uint8_t key, std::vector<uint8_t>& file) {
  for (uint8_t& byte : file) byte ^= key;
}

}  // namespace

Result<NewFiles> lay_out(const GameInput& input, const ReadGame& game,
                         const std::vector<NewBlock>& blocks) {
  const uint32_t first_source = input.index ? 1 : 0;
  NewFiles out;
  out.resources.resize(input.resources.size());
  std::vector<std::optional<FileMoves>> moves(input.resources.size());
  for (size_t i = 0; i < input.resources.size(); ++i) {
    const auto here = [&](const NewBlock& block) {
      return game.tables.costumes.source[block.costume] == first_source + i;
    };
    if (std::ranges::none_of(blocks, here)) continue;
    Result<ResourceTree> tree = read_resource_tree(input.resources[i]);
    if (!tree) return tree.error();
    FileLayout layout(game, input.resources[i], *std::move(tree));
    for (const NewBlock& block : blocks) {
      if (!here(block)) continue;
      if (Status added = layout.add(block); !added) return added.error();
    }
    if (Status finished = layout.finish(); !finished) return finished.error();
    moves[i] = std::move(layout.moves());
    out.resources[i] = std::move(layout.bytes());
    toggle(input.resources[i].xor_key, *out.resources[i]);
  }
  if (!input.index) return out;
  Result<std::optional<std::vector<uint8_t>>> index = rewrite_index(input, moves);
  if (!index) return index.error();
  out.index = *std::move(index);
  if (out.index) toggle(input.index->xor_key, *out.index);
  return out;
}

}  // namespace wardrobe
