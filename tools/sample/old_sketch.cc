#include "tools/sample/old_sketch.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "formats/play_rules.h"
#include "formats/room.h"
#include "formats/versions.h"

namespace wardrobe::sample {
namespace {

/// The highest position at which the commands of a window can begin.
constexpr ptrdiff_t kLastStart = 254;
/// In version 1, horizontal positions and widths are multiples of this.
constexpr int kStep = 8;
/// The pixel value that is black in a palette with one colour: the first opaque value.
constexpr uint8_t kBlackPixel = 1;

int round_down(int x) { return x - ((x % kStep) + kStep) % kStep; }
int round_up(int x) { return round_down(x + kStep - 1); }

bool begins_early(const Commands& commands, const Commands& stream) {
  const auto found = std::search(stream.begin(), stream.end(), commands.begin(), commands.end());
  return found != stream.end() && found - stream.begin() <= kLastStart;
}

bool fits(const CostumeSketch& sketch) {
  const Commands stream = short_stream(sketch);
  for (const auto& [number, parts] : sketch.records) {
    const bool early = std::ranges::all_of(
        parts, [&](const Part& part) { return begins_early(part.commands, stream); });
    if (!early) return false;
  }
  return true;
}

/// Leaves out chores whose commands do not fit. The others keep their order.
void leave_out_chores(CostumeSketch& sketch) {
  std::map<unsigned, std::vector<Part>> all = std::exchange(sketch.records, {});
  while (!all.empty()) {
    const auto behind = all.lower_bound(all.begin()->first / 4 * 4 + 4);
    const auto kept = sketch.records;
    sketch.records.insert(all.begin(), behind);
    if (!fits(sketch)) sketch.records = kept;
    all.erase(all.begin(), behind);
  }
}

/// Gives the named chores the numbers that they have in this version.
void renumber(const PlayerRules& rules, CostumeSketch& sketch) {
  std::map<unsigned, std::vector<Part>> renumbered;
  for (auto& [number, parts] : sketch.records) {
    const auto named = std::ranges::find(facts(Version::v5).player.chores, number / 4);
    const auto name = static_cast<size_t>(named - facts(Version::v5).player.chores.begin());
    const unsigned chore = name < kChoreNames.size() ? rules.chores[name] : number / 4;
    renumbered[4 * chore + number % 4] = std::move(parts);
  }
  sketch.records = std::move(renumbered);
}

/// The pixel value other than 0 whose EGA colour in `colors` is nearest to `rgb`.
uint8_t nearest(Bytes rgb, const std::vector<uint8_t>& colors) {
  const RoomPalettes ega = ega_palette();
  int least = std::numeric_limits<int>::max();
  uint8_t best = 0;
  for (size_t value = 1; value < colors.size(); ++value) {
    int distance = 0;
    for (size_t i = 0; i < rgb.size(); ++i) {
      const int difference = int{ega.rgb[size_t{3} * colors[value] + i]} - rgb[i];
      distance += difference * difference;
    }
    if (distance < least) best = static_cast<uint8_t>(value);
    least = std::min(least, distance);
  }
  return best;
}

void recolor(const std::vector<uint8_t>& colors, Bytes room_rgb, CostumeSketch& sketch) {
  std::array<uint8_t, 256> value_of{};
  for (size_t value = 1; value < sketch.colors.size(); ++value) {
    value_of[value] = nearest(room_rgb.subspan(size_t{3} * sketch.colors[value], 3), colors);
  }
  for (CostumeSketch::Picture& picture : sketch.pictures) {
    for (uint8_t& pixel : picture.drawing.pixels) pixel = value_of[pixel];
  }
  sketch.colors = colors;
}

/// Makes pixels two columns wide, and the picture's width a multiple of 8. Where an opaque pixel
/// meets a transparent one, the opaque one wins.
void widen(Drawing& drawing) {
  const int left = round_down(drawing.x);
  const int width = round_up(drawing.x + drawing.width) - left;
  std::vector<uint8_t> pixels(static_cast<size_t>(width) * drawing.height);
  for (size_t y = 0; y < drawing.height; ++y) {
    for (size_t x = 0; x < drawing.width; ++x) {
      const uint8_t pixel = drawing.pixels[y * drawing.width + x];
      const size_t at = (x + static_cast<size_t>(drawing.x - left)) / 2 * 2;
      uint8_t* const pair = &pixels[y * static_cast<size_t>(width) + at];
      if (pair[0] == 0) pair[0] = pair[1] = pixel;
    }
  }
  drawing.x = left;
  drawing.width = static_cast<uint16_t>(width);
  drawing.pixels = std::move(pixels);
}

void drop_limbs(size_t count, CostumeSketch& sketch) {
  for (size_t limb = count; limb < kLimbs; ++limb) sketch.slots[limb].clear();
  for (auto& [number, parts] : sketch.records) {
    std::erase_if(parts, [&](const Part& part) { return part.limb >= count; });
  }
}

/// The palette of costumes of this version, so far as a costume can choose its colours.
std::vector<uint8_t> colors_of(const CostLayout& layout) {
  if (layout.palette == CostPalette::none) return {0, kEgaSkin, kEgaActor, 0};
  std::vector<uint8_t> colors(16);
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  colors[kBlackPixel] = 0;
  return colors;
}

}  // namespace

Commands short_stream(const CostumeSketch& sketch) {
  std::vector<Commands> windows;
  for (const auto& [number, parts] : sketch.records) {
    for (const Part& part : parts) windows.push_back(part.commands);
  }
  const auto by_length = [](const Commands& a, const Commands& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  };
  std::ranges::sort(windows, by_length);
  Commands stream;
  for (size_t i = 0; i < windows.size(); ++i) {
    const bool inside = std::any_of(
        windows.begin() + static_cast<ptrdiff_t>(i) + 1, windows.end(), [&](const Commands& other) {
          return std::search(other.begin(), other.end(), windows[i].begin(), windows[i].end()) !=
                 other.end();
        });
    if (inside) continue;
    size_t shared = std::min(stream.size(), windows[i].size());
    while (!std::equal(stream.end() - static_cast<ptrdiff_t>(shared), stream.end(),
                       windows[i].begin())) {
      --shared;
    }
    stream.insert(stream.end(), windows[i].begin() + static_cast<ptrdiff_t>(shared),
                  windows[i].end());
  }
  return stream;
}

CostumeSketch old_sketch(const CostumeSketch& sketch, Version version, Bytes room_rgb) {
  const CostLayout& layout = facts(version).cost;
  const PlayerRules& rules = facts(version).player;
  CostumeSketch old = sketch;
  if (layout.palette != CostPalette::listed) {
    const bool wide = layout.palette == CostPalette::none;
    const uint8_t format = static_cast<uint8_t>((old.format_v5 & 0x80) | (wide ? 0x57 : 0x58));
    old.format_v5 = old.format_v6 = format;
    recolor(colors_of(layout), room_rgb, old);
    if (wide) drop_limbs(layout.tables, old);
    for (CostumeSketch::Picture& picture : old.pictures) {
      picture.drawing.x -= rules.origin.x;
      picture.drawing.y -= rules.origin.y;
      if (wide) widen(picture.drawing);
      if (wide) picture.xinc = round_down(picture.xinc + kStep / 2);
    }
  }
  leave_out_chores(old);
  renumber(rules, old);
  return old;
}

}  // namespace wardrobe::sample
