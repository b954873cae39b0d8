#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formats/result.h"
#include "formats/scumm.h"
#include "formats/tables.h"
#include "pipeline/find_game.h"
#include "pipeline/io/huge_pages.h"
#include "pipeline/progress.h"

namespace wardrobe {

/// A costume block.
struct FoundCostume {
  Block block;
  Kind kind = Kind::cost;
  uint32_t room = kNone;           ///< row of Rooms
  std::vector<uint16_t> ids;       ///< rising; filled in by resolve_ids
  std::optional<Error> trouble{};  ///< why the payload cannot be read
};

/// Where LOFF, DLFL or FO places a room.
struct RoomPlace {
  uint16_t number;
  uint32_t source;  ///< row of Sources
  uint64_t offset;  ///< of the room's block or of its LFLF; the index counts offsets from here
};

/// The blocks with a room's picture and boxes, each the first of its kind.
struct RoomBlocks {
  std::optional<Block> header;
  std::optional<Block> transparent;
  std::optional<Block> boxes;
  std::optional<Block> scales;
  std::optional<Block> image;      ///< RMIM or IMAG
  std::optional<Error> trouble{};  ///< the first reason why one of them cannot be read
};

/// What scan_resource_file finds besides rooms, completed by resolve_ids. Payloads are not read
/// yet.
struct Resources {
  std::map<std::pair<uint32_t, uint64_t>, FoundCostume> costumes;  ///< by source and offset
  std::vector<RoomPlace> places;
  VersionHints hints;                   ///< from all blocks but costumes
  std::vector<RoomBlocks> room_blocks;  ///< one for each room
};

/// Returns the kind of costume that a block with this tag holds, if any.
constexpr std::optional<Kind> costume_kind(Tag block_tag) {
  if (block_tag == tag("COST") || block_tag == tag("CO")) return Kind::cost;
  if (block_tag == tag("AKOS")) return Kind::akos;
  return std::nullopt;
}

/// The costume blocks of a game, one row each, in order of file and offset.
struct CostumeBlocks {
  Column<Kind> kind;
  Column<uint16_t> id;  ///< the lowest id that leads to the block; 0: none
  Offsets alias_offset;
  Column<uint16_t> alias;    ///< the other ids, rising
  Column<uint32_t> room;     ///< row of Rooms, or none
  Column<uint32_t> source;   ///< row of Sources
  Column<uint32_t> offset;   ///< of the block's header in the source
  Column<uint32_t> payload;  ///< of the payload in the source
  Column<uint32_t> size;     ///< of the block with its header, cut at the file's end
  Offsets64 data_offset;     ///< of the payloads in Scanned::data

  size_t count() const { return kind.size(); }
};

/// What scan() hands on to the next stages.
struct Scanned {
  std::vector<RoomBlocks> room_blocks;           ///< one for each room
  std::vector<std::vector<uint8_t>> room_bytes;  ///< their payloads, XOR removed
  CostumeBlocks blocks;
  HugeBuffer data;    ///< the payloads of all costume blocks, XOR removed
  Failures unhashed;  ///< files that cannot be read up to their ends

  Bytes payload(size_t block) const {
    return Bytes(data).subspan(blocks.data_offset[block],
                               blocks.data_offset[block + 1] - blocks.data_offset[block]);
  }
};

/// First stage. Walks the blocks of all resource files by their headers (SCUMM.md §1), then reads
/// each file once: its hash, its costumes and the blocks of its rooms. `version` is the one that
/// the user gave: he60 for any Humongous game, none if it is to be detected
/// (formats/scumm/detect.h). Fills tables.game, sources, palettes and failures, and starts
/// tables.rooms. An error means that there is nothing to pack, and names
/// the file, or that it was cancelled.
Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Tables& tables,
                     Progress& progress);

/// Adds the costume blocks of one resource file to `out`, and its rooms, without names, and
/// palettes to `tables`. `source` is its row of Sources; `only_file` means that the game has no
/// other resource file. Rooms are found through DLFL in the index or, without it, through the
/// file's own LOFF or FO, unless the file itself is a room. A damaged block adds a failure, and the
/// scan continues at the next known room.
void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index,
                        bool only_file, Resources& out, Tables& tables);

/// Gives every room the EGA palette. It is for games up to version 4 in which no room has a
/// palette.
void add_ega_palettes(Tables& tables);

/// By room number, the place from which offsets in the index count; null: none. If several files
/// have a room, the place is in the file on the disk that the index names, or else in the first
/// file. Points into `resources`; resource file i is row `first_source` + i of Sources.
using RoomPlaces = std::array<const RoomPlace*, kRoomNumbers>;
RoomPlaces room_places(const GameInput& input, uint32_t first_source, const GameIndex& index,
                       const Resources& resources);

/// Follows every costume entry of the index to its block: gives the costumes their ids, adds
/// costumes that only the index knows, and counts the entries in tables.game. Of several rooms with
/// one number, moves all but the index's one behind the other rooms. Resource file i is row
/// `first_source` + i of Sources.
void resolve_ids(const GameInput& input, uint32_t first_source, const GameIndex& index,
                 Resources& resources, Tables& tables);

}  // namespace wardrobe
