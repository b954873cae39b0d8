#pragma once

#include <cstdint>
#include <vector>

namespace wardrobe::sample {

/// First index of each costume's colours in every room palette of the sample game.
inline constexpr unsigned kHeroColors = 96;
inline constexpr unsigned kCaterpillarColors = 112;
inline constexpr unsigned kJugglerColors = 128;
inline constexpr unsigned kCatColors = 144;
inline constexpr unsigned kGhostColors = 160;

/// The palette of a costume with `count` colours from `first` on: its indices into the room's.
std::vector<uint8_t> costume_colors(unsigned first, unsigned count);

/// The lighting of a room: the quay's sun or moon, or the lamps of a stage.
enum class RoomLight : uint8_t { day, night, stage };

/// 256 colours, 3 bytes each: 16 greys, five ramps of 16 for the scenery, and those of all actors.
/// By night they are dimmed, except for what glows.
std::vector<uint8_t> room_palette(RoomLight light);

}  // namespace wardrobe::sample
