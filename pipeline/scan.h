#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/tables.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "pipeline/parallel.h"

namespace wardrobe {

/// A costume block.
struct FoundCostume {
  Block block;
  Kind kind = Kind::cost;
  uint32_t source = 0;          ///< row of Scanned::sources
  uint32_t room = kNone;        ///< row of Scanned::rooms
  std::vector<uint16_t> ids{};  ///< rising: those that the index gives it
  uint64_t data_at = 0;         ///< where its payload is in Scanned::data
  std::string name{};           ///< from the container around the game

  uint64_t size() const { return block.end - block.offset; }  ///< with its header
  uint64_t payload_size() const { return block.end - block.payload_at(); }
  uint16_t id() const { return ids.empty() ? uint16_t{0} : ids[0]; }
};

/// A block that holds scripts, or a nameless room.
struct FoundScripts {
  Block block;
  uint32_t source = 0;    ///< row of Scanned::sources
  uint32_t room = kNone;  ///< row of Scanned::rooms
  uint32_t number = 0;    ///< of a global script, from the index; 0: unknown
};

/// The blocks with a room's picture, boxes and objects. But for objects, each is the first of its
/// kind.
struct RoomBlocks {
  std::optional<Block> header;
  std::optional<Block> transparent;
  std::optional<Block> boxes;
  std::optional<Block> scales;
  std::optional<Block> image;  ///< RMIM, IMAG or BM, or all of a nameless room
  std::optional<Block> cycles;
  std::vector<Block> objects;      ///< OBIM and OBCD, or OI and OC
  std::optional<Error> trouble{};  ///< the first reason why one of them cannot be read
};

/// A room.
struct FoundRoom {
  uint16_t number = 0;  ///< 0: unknown
  uint32_t source = 0;  ///< row of Scanned::sources
  uint32_t offset = 0;  ///< of its block in the source
  std::string name{};   ///< from the index, or the container around the game
  RoomPalettes palettes{};
  std::vector<uint8_t> actor_colors{};  ///< the 256 bytes of REMP, or none
  RoomBlocks blocks{};
};

/// Where LOFF, DLFL or FO places a room.
struct RoomPlace {
  uint16_t number;
  uint32_t source;  ///< row of Scanned::sources
  uint64_t offset;  ///< of the room's block or of its LFLF; the index counts offsets from here
};

/// By room number, the place from which offsets in the index count. If several files have a room,
/// the place is in the file on the disk that the index names, or else in the first file.
using RoomPlaces = std::array<std::optional<RoomPlace>, kRoomNumbers>;

/// What is in a game's files, in the order in which the archive has it.
struct Scanned {
  Game game;
  uint64_t index_size = 0;  ///< of the index file; 0: none
  Sources sources;
  std::vector<FoundRoom> rooms;
  RoomPlaces places;
  bool has_16_colors = false;                    ///< no room has a palette: up to version 4
  ObjectDirectory objects;                       ///< of the index
  std::vector<FoundCostume> costumes;            ///< by source and offset
  HugeBuffer data;                               ///< the costumes' payloads, XOR removed
  std::vector<std::vector<uint8_t>> room_bytes;  ///< those of the rooms' blocks
  std::vector<std::vector<uint8_t>> object_bytes;
  std::vector<FoundScripts> scripts;  ///< in order of room and offset
  std::vector<std::vector<uint8_t>> script_bytes;
  Failures unhashed;  ///< files that cannot be read up to their ends

  Version version() const { return game.version[0]; }
  RoomRules rules() const { return {version(), has_16_colors, objects.of_zak}; }
  /// The payload of a row of `costumes`.
  Bytes payload(size_t costume) const {
    return Bytes(data).subspan(costumes[costume].data_at, costumes[costume].payload_size());
  }
  /// The map of its room's colours of actors, in versions that use it; none.
  Bytes actor_colors(size_t costume) const {
    const uint32_t room = costumes[costume].room;
    return room == kNone || !facts(version()).maps_actor_colors() ? Bytes()
                                                                  : rooms[room].actor_colors;
  }
  /// Where it, or a part of it, failed; offsets count from the start of its file.
  FailurePlace place_of(size_t costume) const {
    const FoundCostume& found = costumes[costume];
    const uint16_t room = found.room == kNone ? uint16_t{0} : rooms[found.room].number;
    return {.id = found.id(), .room = room, .source = found.source};
  }
};

/// First stage. Walks the blocks of all resource files by their headers (SCUMM.md §1), then reads
/// each file once: its hash, its costumes and the blocks of its rooms. `version` is the one that
/// the user gave: he60 for any Humongous game, none if it is to be detected.
/// A damaged block adds a failure, and the scan goes on at the next known room. An error means that
/// there is nothing to pack, and names the file, or that it was cancelled.
///
/// Rooms are found through DLFL in the index or, without it, through a file's own LOFF or FO,
/// unless the file itself is a room. Costumes that only the index knows are added. Of several rooms
/// with one number, all but the index's one come behind the other rooms; their scripts are left
/// out, as all are without `with_scripts`.
Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Failures& failures,
                     Progress& progress, bool with_scripts = true);

}  // namespace wardrobe
