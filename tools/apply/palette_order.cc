#include "tools/apply/palette_order.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/core.h>

namespace wardrobe {
namespace {

constexpr size_t kValues = 256;

class PaletteOrder {
 public:
  PaletteOrder(Bytes rgb, uint8_t transparent, const EditedPalette& edited)
      : rgb_(rgb), transparent_(transparent), edited_(edited) {}

  bool is_clear(size_t value) const {
    return value < edited_.alpha.size() && edited_.alpha[value] == 0;
  }

  /// Whether a drawn pixel value has the same colour as in the export.
  bool keeps(size_t value) const {
    return value < edited_.rgb.size() && is_color(value, edited_.rgb[value]);
  }

  /// The pixel value that was exported with the colour that `value` has in the edited palette. The
  /// transparent value counts only if no other has this colour. Fails if no value has it, or more
  /// than one.
  Result<uint8_t> match(size_t value) const {
    if (value >= edited_.rgb.size()) return wrong("which is not in its palette");
    std::optional<uint8_t> found;
    for (size_t i = 0; i < rgb_.size() / 3; ++i) {
      if (i == transparent_ || !is_color(i, edited_.rgb[value])) continue;
      if (found) {
        return wrong(
            fmt::format("{}: its palette was changed, and this colour was exported as {} and as {}",
                        hex(value), *found, i));
      }
      found = static_cast<uint8_t>(i);
    }
    if (found) return *found;
    if (is_color(transparent_, edited_.rgb[value])) return transparent_;
    return wrong(
        fmt::format("{}: its palette was changed, and this is none of the {} exported colours",
                    hex(value), rgb_.size() / 3));
  }

 private:
  static Error wrong(std::string message) {
    return {ErrorCode::damaged, kNoOffset, std::move(message)};
  }

  std::string hex(size_t value) const {
    const auto& color = edited_.rgb[value];
    return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
  }

  bool is_color(size_t i, const std::array<uint8_t, 3>& color) const {
    return 3 * i + 3 <= rgb_.size() && std::ranges::equal(color, rgb_.subspan(3 * i, 3));
  }

  Bytes rgb_;
  uint8_t transparent_;
  const EditedPalette& edited_;
};

/// Names the first pixel with this value: "pixel 5, 0 has colour 16".
std::string place_text(size_t value, size_t width, const std::vector<uint8_t>& pixels) {
  const auto at =
      static_cast<size_t>(std::ranges::find(pixels, static_cast<uint8_t>(value)) - pixels.begin());
  return fmt::format("pixel {}, {} has colour {}", at % width, at / width, value);
}

}  // namespace

Result<bool> restore_palette(Bytes rgb, uint8_t transparent, const EditedPalette& edited,
                             size_t width, std::vector<uint8_t>& pixels) {
  const PaletteOrder order(rgb, transparent, edited);
  std::array<bool, kValues> used{};
  for (const uint8_t value : pixels) used[value] = true;
  bool kept = true;
  for (size_t i = 0; i < kValues; ++i) {
    kept = kept && (!used[i] || order.is_clear(i) || order.keeps(i));
  }
  std::array<uint8_t, kValues> value_of{};
  for (size_t i = 0; i < kValues; ++i) {
    if (!used[i]) continue;
    if (order.is_clear(i)) {
      value_of[i] = transparent;
    } else if (kept) {
      value_of[i] = static_cast<uint8_t>(i);
    } else if (const Result<uint8_t> match = order.match(i); match) {
      value_of[i] = *match;
    } else {
      return Error{ErrorCode::damaged, kNoOffset,
                   place_text(i, width, pixels) + ", " + match.error().message};
    }
  }
  for (uint8_t& pixel : pixels) pixel = value_of[pixel];
  return !kept;
}

}  // namespace wardrobe
