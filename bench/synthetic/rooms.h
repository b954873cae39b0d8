#pragma once

#include <vector>

#include "tools/sample/write_game.h"

namespace wardrobe {

/// The scale of the large sample, which benchmarks are run on: about 5,000 pictures, 12 Mpx.
inline constexpr unsigned kLargeSampleScale = 25;

/// Returns the rooms of the sample game (tools/sample/sample.h) and, from number 11 on, at most 240
/// more, so that there are `scale` times as many costumes. The added costumes have 20 to 60
/// synthetic pictures each, or fewer where these are so large that 16-bit offsets would not reach.
/// All pictures are shown by animations of several limbs, and no two are the same. A larger scale
/// starts with the same costumes. Ids go from 101 up to 65535; later costumes have none. The same
/// arguments give the same bytes. Requires a scale of 1 or more.
std::vector<RoomDraft> large_sample_rooms(Version version, unsigned scale);

/// Returns the rooms of a game of version 8 that is drawn for 640 × 480 pixels, with backgrounds
/// and, for 450 costumes, about as large as the largest games: 25,000 pictures of 500 Mpx, 26,000
/// records.
std::vector<RoomDraft> large_game_rooms(unsigned costumes);

}  // namespace wardrobe
