#pragma once

#include "formats/bytes.h"
#include "pipeline/game_input.h"
#include "pipeline/resolve_ids.h"
#include "pipeline/resources.h"

namespace wardrobe {

/// Where the index of a game counts the offsets of each room's resources from; resource file i is
/// source i.
struct Places {
  Resources resources;
  RoomPlaces of_room{};

  /// Null for room 0, which marks unused entries, and for rooms that are nowhere.
  const RoomPlace* of(size_t room) const { return room == 0 ? nullptr : of_room[room]; }
};

/// `index` is the index file, XOR removed.
void find_places(const GameInput& input, Bytes index, Places& out);

}  // namespace wardrobe
