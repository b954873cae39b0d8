#pragma once

#include <cstdint>
#include <vector>

namespace wardrobe {

/// Where in every room palette of the sample game a costume's colours stand.
inline constexpr unsigned kHeroColors = 96;
inline constexpr unsigned kCaterpillarColors = 112;
inline constexpr unsigned kJugglerColors = 128;
inline constexpr unsigned kCatColors = 144;
inline constexpr unsigned kGhostColors = 160;

/// The palette of a costume with `count` colours from `first` on: its indices into the room's.
std::vector<uint8_t> costume_colors(unsigned first, unsigned count);

enum class Daylight : uint8_t { day, night };

/// 256 colours, 3 bytes each: some for the scenery and those of all actors, as the light makes
/// them.
std::vector<uint8_t> room_palette(Daylight daylight);

}  // namespace wardrobe
