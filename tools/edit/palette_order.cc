#include "tools/edit/palette_order.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

namespace wardrobe {
namespace {

constexpr size_t kValues = 256;

std::array<bool, kValues> used_values(const PngPicture& picture) {
  std::array<bool, kValues> used{};
  for (const uint8_t value : picture.pixels) used[value] = true;
  return used;
}

class PaletteOrder {
 public:
  PaletteOrder(Bytes rgb, uint8_t transparent, const PngPicture& picture)
      : rgb_(rgb), transparent_(transparent), picture_(picture) {}

  /// Whether a pixel value means what it meant when it was exported.
  bool keeps(size_t value) const {
    const bool clear = picture_.alpha[value] == 0;
    if (value == transparent_ && clear) return true;
    return !clear && is_color(value, picture_.rgb[value]);
  }

  /// The only value that has the colour of this one; the transparent one only where no other has.
  Result<uint8_t> match(size_t value) const {
    if (picture_.alpha[value] == 0) return transparent_;
    std::optional<uint8_t> found;
    for (size_t i = 0; i < rgb_.size() / 3; ++i) {
      if (i == transparent_ || !is_color(i, picture_.rgb[value])) continue;
      if (found) {
        return refused(value, "is there more than once, as " + std::to_string(*found) + " and " +
                                  std::to_string(i));
      }
      found = static_cast<uint8_t>(i);
    }
    if (found) return *found;
    if (is_color(transparent_, picture_.rgb[value])) return transparent_;
    return refused(value, "is not there");
  }

 private:
  bool is_color(size_t i, const std::array<uint8_t, 3>& color) const {
    return 3 * i + 3 <= rgb_.size() && std::ranges::equal(color, rgb_.subspan(3 * i, 3));
  }

  Error refused(size_t value, const std::string& message) const {
    const auto& color = picture_.rgb[value];
    std::array<char, 8> hex{};
    std::snprintf(hex.data(), hex.size(), "%02x%02x%02x", color[0], color[1], color[2]);
    const auto at = static_cast<size_t>(
        std::ranges::find(picture_.pixels, static_cast<uint8_t>(value)) - picture_.pixels.begin());
    return {ErrorCode::damaged, kNoOffset,
            "the PNG's palette is not the one that was exported: colour #" +
                std::string(hex.data()) + ", number " + std::to_string(value) + ", of pixel " +
                std::to_string(at % picture_.width) + ", " + std::to_string(at / picture_.width) +
                ' ' + message};
  }

  Bytes rgb_;
  uint8_t transparent_;
  const PngPicture& picture_;
};

}  // namespace

Result<bool> restore_palette(Bytes rgb, uint8_t transparent, PngPicture& picture) {
  const PaletteOrder order(rgb, transparent, picture);
  const std::array<bool, kValues> used = used_values(picture);
  std::array<uint8_t, kValues> value_of{};
  bool kept = true;
  for (size_t i = 0; i < kValues; ++i) kept = kept && (!used[i] || order.keeps(i));
  if (kept) return false;
  for (size_t i = 0; i < kValues; ++i) {
    if (!used[i]) continue;
    const Result<uint8_t> match = order.match(i);
    if (!match) return match.error();
    value_of[i] = *match;
  }
  for (uint8_t& pixel : picture.pixels) pixel = value_of[pixel];
  return true;
}

}  // namespace wardrobe
