#pragma once

#include <vector>

#include "tools/sample/write_game.h"

namespace wardrobe {

/// The rooms of the free sample game, to be written with write_game (tools/sample/write_game.h) for
/// the same version (formats/scumm/version.h). All versions look the same: where v6 has redirects,
/// v4 and v5 hold the same pixels again; the other versions have AKOS of all codecs instead of
/// COST. The art is described in README.md.
std::vector<RoomDraft> sample_rooms(int version);

}  // namespace wardrobe
