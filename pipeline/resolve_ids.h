#pragma once

#include <array>
#include <cstdint>

#include "formats/scumm/index.h"
#include "pipeline/game_input.h"
#include "pipeline/resources.h"

namespace wardrobe {

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
