#pragma once

#include <vector>

#include "formats/scumm/game.h"

namespace wardrobe {

/// The scale of the large sample, which benchmarks are run on: about 5,000 pictures, 12 Mpx.
inline constexpr unsigned kLargeSampleScale = 25;

/// The rooms of the free sample game, to be written with write_game (formats/scumm/game.h): for
/// version 5 or 6, whose pictures and programs are the same, except that v6 has redirects where v5
/// holds the same pixels again. Scale 1 are the five costumes drawn for it; scale N has N times as
/// many, the others made from synthetic pictures. The same arguments give the same bytes.
std::vector<RoomDraft> sample_rooms(int version, unsigned scale);

}  // namespace wardrobe
