#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "formats/bytes.h"
#include "tools/edit/png_file.h"

namespace wardrobe {

/// Pictures in colours of their own become pictures of a costume: APPLY.md "Other colours".

/// Rows of 8-bit red, green, blue and alpha.
struct RgbaImage {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> rgba;
};

/// The image in true colour.
RgbaImage to_rgba(const PngHeader& header, PngPicture picture);

/// The mean of each square of `scale` × `scale` pixels; alpha weights the colours. Width and height
/// must be multiples of `scale`.
RgbaImage reduced(const RgbaImage& image, uint32_t scale);

/// Distance between the colours asked for and the costume's, over all drawn pixels: in OKLab, times
/// 100, so that black and white are 100 apart.
struct ColorError {
  double worst = 0;
  double mean = 0;
};

struct MatchedPicture {
  std::vector<uint8_t> pixels;  ///< values of the costume's pixels, row-major
  ColorError error;
};

/// Finds a costume's nearest colour for any other.
class NearestColors {
 public:
  /// `rgb`: red, green and blue of each value, of which `transparent` is never chosen. `dither`
  /// mixes two colours in a pattern where one alone is too far off.
  NearestColors(Bytes rgb, uint8_t transparent, bool dither);

  /// Whether there is any colour to choose.
  bool empty() const { return colors_.empty(); }

  /// The values for an image; there must be a colour. Pixels with an alpha below 128 become
  /// transparent. Among values of the same colour, that of `old`, the game's picture of the same
  /// size, is chosen; else the lowest.
  MatchedPicture match(const RgbaImage& image, Bytes old);

 private:
  using Lab = std::array<double, 3>;
  struct Color {
    uint8_t value = 0;
    std::array<uint8_t, 3> rgb{};
    Lab lab{};
  };
  /// What shows a colour: mostly `first`, and `share` of `second`; rows of colors_.
  struct Mix {
    Lab wanted{};
    size_t first = 0;
    size_t second = 0;
    double share = 0;
  };

  const Mix& mix_for(std::array<uint8_t, 3> rgb);
  void add_second(Mix& mix) const;

  uint8_t transparent_;
  bool dither_;
  std::vector<Color> colors_;
  std::array<std::optional<std::array<uint8_t, 3>>, 256> rgb_of_;  ///< by value
  std::unordered_map<uint32_t, Mix> mixes_;                        ///< by 0xRRGGBB
};

}  // namespace wardrobe
