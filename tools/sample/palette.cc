#include "tools/sample/palette.h"

#include <algorithm>
#include <array>
#include <span>

namespace wardrobe::sample {
namespace {

using Rgb = uint32_t;  ///< 0xRRGGBB

/// Ink, brown edge, three of skin, two of hair, three of coat, two of scarf, two of cloth, white.
constexpr std::array<Rgb, 16> kHero = {
    0x000000, 0x1A1426, 0x4A2A2C, 0xB8704E, 0xE4A276, 0xFAD2A4, 0x84381E, 0xC8682A,
    0x1C2E58, 0x2E5490, 0x5A8CC4, 0x8C1C34, 0xDC3C3C, 0x6A5A50, 0xA8947A, 0xF6F0DC,
};

/// Ink, five of green, two of spots, two of boots, cheek, three of the hat, white.
constexpr std::array<Rgb, 16> kCaterpillar = {
    0x000000, 0x141E1C, 0x1E4A34, 0x2E7038, 0x54A03C, 0x8CC848, 0xD2F070, 0xF8D850,
    0xD08428, 0x8C2430, 0xE0483C, 0xF09878, 0x3C2454, 0x6C4490, 0xA87CC8, 0xFCFCF0,
};

/// Ink, brown edge, three of skin, three each of red, gold and teal, white.
constexpr std::array<Rgb, 16> kJuggler = {
    0x000000, 0x1C1020, 0x5A3430, 0xC07C58, 0xE8B088, 0xFCDCB8, 0x7C1428, 0xC42838,
    0xEC6050, 0xA05C18, 0xE8A428, 0xFCE070, 0x14444C, 0x248484, 0x64CCB8, 0xFCF8EC,
};

/// Ink, five of fur, stripe, two of chest, two of the eyes, nose, two of the collar, white.
constexpr std::array<Rgb, 16> kCat = {
    0x000000, 0x1E1620, 0x4A3436, 0x7A5444, 0xA87850, 0xD0A068, 0xE8C48C, 0x5A3C34,
    0xD8C8B0, 0xF8F0DC, 0x5C8C34, 0xC8E060, 0xD87878, 0x8C1C34, 0xDC3C3C, 0xFCF0A0,
};

/// Ink, eight of its own light, five of the lantern's on it, four of iron, five of flame, two of
/// eyes, four of cloth, two of beard.
constexpr std::array<Rgb, 32> kGhost = {
    0x000000, 0x0C0E20, 0x16284C, 0x1E406C, 0x285C88, 0x387CA0, 0x54A0B4, 0x7CC4C4,
    0xACE4D4, 0xE0FCE8, 0x5C3C4C, 0x8C5C50, 0xC08C5C, 0xE8BC78, 0xFCECB4, 0x1C1818,
    0x38322E, 0x5C5246, 0x948468, 0xA84C14, 0xE08820, 0xFCC440, 0xFCEC90, 0xFFFFF0,
    0x14544C, 0x70FCD8, 0x22183C, 0x3C2C60, 0x5E4A8C, 0x8C78B8, 0x8CA8B8, 0xDCECEC,
};

/// The ends of the scenery's ramps, from dark to light.
struct Ramp {
  Rgb from;
  Rgb to;
};
constexpr std::array<Ramp, 5> kQuay = {{
    {0x0C1830, 0xB4DCF4},  // sky and sea
    {0x1C1814, 0xC8B898},  // stone
    {0x20100C, 0xD09858},  // wood
    {0x0C1C14, 0xA8C860},  // leaves
    {0x280C1C, 0xF0A070},  // brick and dusk
}};
constexpr std::array<Ramp, 5> kStage = {{
    {0x1C0408, 0xE86048},  // curtain
    {0x180C08, 0xF4D890},  // lamplight
    {0x20100C, 0xB87840},  // boards
    {0x08101C, 0x8CA4D0},  // painted sky
    {0x140C1C, 0xC0A0C8},  // dust
}};

/// The lantern, the surfaces that it lights, and the eyes above it.
constexpr size_t kFirstWarm = kGhostColors + 10;
constexpr size_t kLastWarm = kGhostColors + 14;
constexpr size_t kFirstFlame = kGhostColors + 19;
constexpr size_t kLastFlame = kGhostColors + 25;

constexpr unsigned channel(Rgb color, unsigned i) { return color >> (16 - 8 * i) & 0xFF; }

void set(std::vector<uint8_t>& palette, size_t index, Rgb color) {
  for (unsigned i = 0; i < 3; ++i) palette[3 * index + i] = static_cast<uint8_t>(channel(color, i));
}

void set_all(std::vector<uint8_t>& palette, size_t first, std::span<const Rgb> colors) {
  for (const Rgb color : colors) set(palette, first++, color);
}

Rgb between(const Ramp& ramp, unsigned step, unsigned steps) {
  Rgb color = 0;
  for (unsigned i = 0; i < 3; ++i) {
    color =
        color << 8 | (channel(ramp.from, i) * (steps - step) + channel(ramp.to, i) * step) / steps;
  }
  return color;
}

/// Moonlight.
void dim(std::vector<uint8_t>& palette) {
  constexpr std::array<unsigned, 3> kShare = {132, 150, 192};  // of 256
  constexpr std::array<unsigned, 3> kGlow = {4, 8, 24};
  for (size_t i = 1; i < 256; ++i) {
    if ((i >= kFirstWarm && i <= kLastWarm) || (i >= kFirstFlame && i <= kLastFlame)) continue;
    for (size_t k = 0; k < 3; ++k) {
      palette[3 * i + k] = static_cast<uint8_t>(palette[3 * i + k] * kShare[k] / 256 + kGlow[k]);
    }
  }
}

}  // namespace

std::vector<uint8_t> costume_colors(unsigned first, unsigned count) {
  std::vector<uint8_t> colors(count);
  for (unsigned i = 0; i < count; ++i) colors[i] = static_cast<uint8_t>(first + i);
  return colors;
}

std::vector<uint8_t> room_palette(RoomLight light) {
  std::vector<uint8_t> palette(size_t{3} * 256);
  for (unsigned i = 0; i < 16; ++i) set(palette, i, between({0x000000, 0xFFFFFF}, i, 15));
  const auto& scenery = light == RoomLight::stage ? kStage : kQuay;
  for (size_t ramp = 0; ramp < scenery.size(); ++ramp) {
    for (unsigned i = 0; i < 16; ++i) {
      set(palette, 16 + 16 * ramp + i, between(scenery[ramp], i, 15));
    }
  }
  set_all(palette, kHeroColors, kHero);
  set_all(palette, kCaterpillarColors, kCaterpillar);
  set_all(palette, kJugglerColors, kJuggler);
  set_all(palette, kCatColors, kCat);
  set_all(palette, kGhostColors, kGhost);
  if (light == RoomLight::night) dim(palette);
  return palette;
}

}  // namespace wardrobe::sample
