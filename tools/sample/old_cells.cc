#include "tools/sample/old_cells.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/room.h"

namespace wardrobe::sample {
namespace {

constexpr size_t kCell = 8;
constexpr size_t kPairs = kCell / 2;
constexpr unsigned kC64Colors = 16;
/// The last of the colours that a cell can have for itself, and how many all cells have.
constexpr unsigned kOwnColors = 8;
constexpr size_t kCommonColors = 3;

/// The 8 bytes of a character or of a mask.
using Character = std::array<uint8_t, kCell>;

/// How far each colour of the C64 (first index) is from each of the EGA palette.
using Distances = std::array<std::array<unsigned, kC64Colors>, kC64Colors>;

Distances distances() {
  const RoomPalettes ega = ega_palette();
  const std::array<uint8_t, kC64Colors> ega_of = ega_of_c64(false);
  Distances far{};
  for (size_t from = 0; from < kC64Colors; ++from) {
    for (size_t to = 0; to < kC64Colors; ++to) {
      for (size_t i = 0; i < 3; ++i) {
        const int difference = ega.rgb[size_t{3} * ega_of[from] + i] - ega.rgb[3 * to + i];
        far[from][to] += static_cast<unsigned>(difference * difference);
      }
    }
  }
  return far;
}

/// The three colours that are nearest to those of the picture, chosen one after the other.
std::array<uint8_t, kCommonColors> common_colors(const Sheet& sheet, const Distances& far) {
  std::array<uint8_t, kCommonColors> common{};
  std::array<unsigned, kC64Colors> count{};
  for (const uint8_t pixel : sheet.pixels) ++count[pixel];
  std::array<unsigned, kC64Colors> nearest{};
  nearest.fill(std::numeric_limits<uint16_t>::max() * 4u);
  const auto with = [&](size_t color, size_t pixel) {
    return std::min(nearest[pixel], far[color][pixel]);
  };
  for (uint8_t& chosen : common) {
    uint64_t least = ~uint64_t{0};
    for (size_t color = 0; color < kC64Colors; ++color) {
      uint64_t sum = 0;
      for (size_t pixel = 0; pixel < kC64Colors; ++pixel) {
        sum += uint64_t{count[pixel]} * with(color, pixel);
      }
      if (sum < least) chosen = static_cast<uint8_t>(color);
      least = std::min(least, sum);
    }
    for (size_t pixel = 0; pixel < kC64Colors; ++pixel) nearest[pixel] = with(chosen, pixel);
  }
  return common;
}

/// Characters that are added until there are 256.
class Font {
 public:
  /// The number of the character, or of the nearest one: fewest of its pixels, of `bits` bits each,
  /// are different.
  uint8_t add(const Character& character, unsigned bits) {
    const auto known = std::ranges::find(characters_, character);
    size_t place = static_cast<size_t>(known - characters_.begin());
    if (known == characters_.end() && characters_.size() < 256) {
      characters_.push_back(character);
    } else if (known == characters_.end()) {
      const auto difference = [&](const Character& other) {
        unsigned pixels = 0;
        for (size_t y = 0; y < kCell; ++y) {
          for (unsigned changed = character[y] ^ other[y]; changed != 0; changed >>= bits) {
            pixels += (changed & ((1u << bits) - 1)) != 0 ? 1 : 0;
          }
        }
        return pixels;
      };
      place = static_cast<size_t>(std::ranges::min_element(characters_, {}, difference) -
                                  characters_.begin());
    }
    return static_cast<uint8_t>(place);
  }

  std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> all;
    for (const Character& character : characters_) {
      all.insert(all.end(), character.begin(), character.end());
    }
    return all;
  }

 private:
  std::vector<Character> characters_;
};

/// Encodes the bytes of a map.
std::vector<uint8_t> encode_map(Bytes map) {
  constexpr size_t kCommon = 4;
  std::array<size_t, 256> count{};
  for (const uint8_t byte : map) ++count[byte];
  std::vector<uint8_t> order(256);
  std::iota(order.begin(), order.end(), uint8_t{0});
  std::ranges::stable_sort(order, [&](uint8_t a, uint8_t b) { return count[a] > count[b]; });
  std::vector<uint8_t> out(order.begin(), order.begin() + kCommon);
  const auto common = [&](size_t i) {
    return static_cast<size_t>(std::find(order.begin(), order.begin() + kCommon, map[i]) -
                               order.begin());
  };
  const auto run = [&](size_t i, size_t most) {
    size_t length = 1;
    while (i + length < map.size() && length < most && map[i + length] == map[i]) ++length;
    return length;
  };
  for (size_t i = 0; i < map.size();) {
    size_t length = run(i, 64);
    if (const size_t place = common(i); place < kCommon) {
      length = run(i, 32);
      out.push_back(static_cast<uint8_t>(0x80 | place << 5 | (length - 1)));
    } else if (length > 2) {
      out.push_back(static_cast<uint8_t>(0x40 | (length - 1)));
      out.push_back(map[i]);
    } else {
      length = 1;
      while (i + length < map.size() && length < 64 && common(i + length) == kCommon &&
             run(i + length, 3) < 3) {
        ++length;
      }
      out.push_back(static_cast<uint8_t>(length - 1));
      out.insert(out.end(), map.begin() + static_cast<ptrdiff_t>(i),
                 map.begin() + static_cast<ptrdiff_t>(i + length));
    }
    i += length;
  }
  return out;
}

/// Characters, colours and masks of the cells of a picture.
using Maps = std::array<std::vector<uint8_t>, 3>;

class CellEncoder {
 public:
  explicit CellEncoder(const Sheet& background) : common_(common_colors(background, far_)) {}

  void add_cell(const OldPicture& picture, size_t left, size_t top, Maps& maps) {
    Character best{};
    unsigned least = ~0u;
    uint8_t own = 0;
    for (uint8_t color = 0; color < kOwnColors; ++color) {
      const auto [character, error] = character_of(picture.sheet, left, top, color);
      if (error < least) {
        best = character;
        own = color;
      }
      least = std::min(least, error);
    }
    maps[0].push_back(font_.add(best, 2));
    maps[1].push_back(own);
    Character mask{};
    for (size_t y = 0; y < kCell; ++y) {
      for (size_t x = 0; x < kCell; ++x) {
        const Sheet& plane = picture.planes[0];
        const bool hides = plane.pixels[(top + y) * plane.width + left + x] != 0;
        mask[y] = static_cast<uint8_t>(mask[y] << 1 | (hides ? 0 : 1));
      }
    }
    maps[2].push_back(masks_.add(mask, 1));
  }

  /// Returns the parts of the room's picture, with its maps.
  RoomPictureDraft room(const Maps& maps) const {
    constexpr size_t kFontSize = 2048;
    std::vector<uint8_t> font = font_.bytes();
    font.resize(kFontSize);
    std::vector<uint8_t> masks;
    ByteWriter(masks).u16(static_cast<unsigned>(masks_.bytes().size() + 8));
    ByteWriter(masks).bytes(encode_map(masks_.bytes()));
    RoomPictureDraft draft;
    draft.strips = {encode_map(font), encode_map(maps[0]), encode_map(maps[1]), encode_map(maps[2]),
                    masks};
    draft.bitmap = {common_[0], common_[1], common_[2], 0};
    return draft;
  }

 private:
  /// The character of a cell with this colour, and how far it is from the picture.
  std::pair<Character, unsigned> character_of(const Sheet& sheet, size_t left, size_t top,
                                              uint8_t own) const {
    const std::array<uint8_t, kCommonColors + 1> colors = {common_[0], common_[1], common_[2], own};
    Character character{};
    unsigned error = 0;
    for (size_t y = 0; y < kCell; ++y) {
      for (size_t x = 0; x < kPairs; ++x) {
        const uint8_t* const pair = &sheet.pixels[(top + y) * sheet.width + left + 2 * x];
        const auto far = [&](uint8_t color) { return far_[color][pair[0]] + far_[color][pair[1]]; };
        const auto* const nearest = std::ranges::min_element(colors, {}, far);
        error += far(*nearest);
        character[y] = static_cast<uint8_t>(character[y] << 2 | (nearest - colors.begin()));
      }
    }
    return {character, error};
  }

  Distances far_ = distances();
  std::array<uint8_t, kCommonColors> common_;
  Font font_;
  Font masks_;
};

}  // namespace

std::vector<RoomPictureDraft> encode_cells(const std::vector<OldPicture>& pictures) {
  const OldPicture& room = pictures[0];
  CellEncoder encoder(room.sheet);
  std::vector<RoomPictureDraft> drafts(1);
  // The room's cells come last: of its many, some can become the nearest.
  for (size_t i = 1; i < pictures.size(); ++i) {
    Maps maps;
    const Sheet& sheet = pictures[i].sheet;
    for (size_t y = 0; y < sheet.height; y += kCell) {
      for (size_t x = 0; x < sheet.width; x += kCell) encoder.add_cell(pictures[i], x, y, maps);
    }
    std::vector<uint8_t> all;
    for (const std::vector<uint8_t>& map : maps) all.insert(all.end(), map.begin(), map.end());
    drafts.emplace_back().bitmap = encode_map(all);
  }
  Maps maps;
  for (size_t x = 0; x < room.sheet.width; x += kCell) {
    for (size_t y = 0; y < room.sheet.height; y += kCell) encoder.add_cell(room, x, y, maps);
  }
  drafts[0] = encoder.room(maps);
  return drafts;
}

}  // namespace wardrobe::sample
