#pragma once

#include <vector>

#include "tools/sample/write_game.h"

namespace wardrobe {

/// The rooms of the free sample game, to be written with write_game (tools/sample/write_game.h)
/// for the same version (formats/scumm/version.h). All forms look the same: v6 has redirects where
/// v4 and v5 hold the same pixels again, and the others AKOS of all codecs instead of COST. The art
/// is described in README.md.
std::vector<RoomDraft> sample_rooms(int version);

}  // namespace wardrobe
