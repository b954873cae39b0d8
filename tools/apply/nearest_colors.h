#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "formats/bytes.h"
#include "tools/apply/png_file.h"

namespace wardrobe {

/// Turns pictures in any colours into pictures of a costume: tools/apply/README.md "Other colours".

/// Rows of 8-bit red, green, blue and alpha.
struct RgbaImage {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> rgba;
};

/// Converts a PNG's pixels to true colour.
RgbaImage to_rgba(const PngHeader& header, PngPicture picture);

/// Returns an image with one pixel for each square of `scale` × `scale` pixels: their mean colour,
/// weighted by alpha. Width and height must be multiples of `scale`.
RgbaImage reduced(const RgbaImage& image, uint32_t scale);

/// The distances between the colours asked for and the costume's nearest colours, over all drawn
/// pixels. The unit is that of OKLab times 100: black and white are 100 apart.
struct ColorError {
  double worst = 0;
  double mean = 0;
};

struct MatchedPicture {
  std::vector<uint8_t> pixels;  ///< values of the costume's pixels, row-major
  ColorError error;
};

/// Finds the colour of a costume that is nearest to any other.
class NearestColors {
 public:
  /// `rgb` has red, green and blue of each value; the values `undrawn` are never chosen.
  NearestColors(Bytes rgb, Bytes undrawn);

  /// Whether there is no colour to choose.
  bool empty() const { return colors_.empty(); }

  /// Returns the values for an image; empty() must be false. Pixels with an alpha below 128 become
  /// the first of the undrawn values, or 0, but those from 64 to 191 keep another undrawn value, a
  /// shadow, of `old`. If several values have the chosen colour, the value in
  /// `old` is taken if it is one of them, else the lowest. `old` is the game's picture of the same
  /// size, or empty.
  MatchedPicture match(const RgbaImage& image, Bytes old);

 private:
  using Lab = std::array<double, 3>;
  struct Color {
    uint8_t value = 0;
    std::array<uint8_t, 3> rgb{};
    Lab lab{};
  };
  struct Nearest {
    size_t color = 0;  ///< index into colors_
    double error = 0;  ///< its distance
  };

  const Nearest& nearest_to(std::array<uint8_t, 3> rgb);

  uint8_t transparent_;
  std::vector<Color> colors_;
  std::array<std::optional<std::array<uint8_t, 3>>, 256> rgb_of_;  ///< by value
  std::unordered_map<uint32_t, Nearest> nearest_;                  ///< by 0xRRGGBB
};

}  // namespace wardrobe
