#pragma once

#include <vector>

#include "formats/scumm/write_game.h"

namespace wardrobe::sample {

/// Rooms, from number 11 on and at most 240, with `count` costumes of 20 to 60 synthetic pictures
/// (fewer where they are so large that 16-bit offsets would not reach), all of which are shown by
/// animations of several limbs. No two pictures are the same, and a larger count starts with the
/// same costumes. Ids go from 101 up to 65535; later costumes have none.
std::vector<RoomDraft> synthetic_rooms(int version, size_t count);

}  // namespace wardrobe::sample
