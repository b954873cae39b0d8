#pragma once

#include <vector>

#include "formats/scumm/write_game.h"

namespace wardrobe {

/// The scale of the large sample, which benchmarks are run on: about 5,000 pictures, 12 Mpx.
inline constexpr unsigned kLargeSampleScale = 25;

/// The rooms of the free sample game, to be written with write_game (formats/scumm/game.h) for the
/// same version (formats/scumm/version.h). All forms look the same: v6 has redirects where v4 and
/// v5 hold the same pixels again, and the others AKOS of all codecs instead of COST. Scale 1 are
/// the five costumes drawn for it; scale N has N times as many, the others made from synthetic
/// pictures. The same arguments give the same bytes.
std::vector<RoomDraft> sample_rooms(int version, unsigned scale);

}  // namespace wardrobe
