#pragma once

#include <vector>

#include "formats/scumm/game.h"

namespace wardrobe {

/// The rooms of the free sample game, to be written with write_game (formats/scumm/game.h).
std::vector<RoomDraft> sample_rooms(int version, unsigned scale);

}  // namespace wardrobe
