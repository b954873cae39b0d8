#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "formats/scumm/detect.h"
#include "formats/scumm/index.h"
#include "formats/scumm/room.h"
#include "pipeline/block_walk.h"
#include "pipeline/failures.h"

namespace wardrobe {

/// A costume block that was found, its payload not read yet.
struct FoundCostume {
  FileBlock block;
  Kind kind = Kind::cost;
  uint32_t room = kNone;  ///< row of Rooms
  std::vector<uint16_t> ids;
};

/// Where LOFF or DLFL says that a room is.
struct RoomPlace {
  uint16_t number;
  uint32_t source;
  uint32_t offset;  ///< of the room's block or of its LFLF: what the index's offsets count from
};

/// Everything that the resource files hold, as it is found.
struct Resources {
  std::map<std::pair<uint32_t, uint64_t>, FoundCostume> costumes;  ///< by source and offset
  std::vector<RoomPlace> places;
  VersionHints hints;  ///< what rooms tell
  Rooms rooms;
  Palettes palettes;
  Failures failures;
};

/// Adds what resource file `file` (row `source` of Sources) holds: rooms with their names and
/// palettes, and costume blocks. Rooms are known by the index's DLFL, or else by the file's LOFF;
/// `alone` says that the game has no other resource file. A damaged block is told in the failures,
/// and the scan goes on at the next room that is known.
void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index, bool alone,
                        Resources& out);

/// The costume kind of a block's tag, if it is one.
std::optional<Kind> costume_kind(Tag tag);

}  // namespace wardrobe
