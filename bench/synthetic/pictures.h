#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wardrobe {

/// Row-major pictures; colour 0 is transparent. Picture i has its pixels at pixels[offset[i]] up to
/// pixels[offset[i + 1]].
struct SyntheticPictures {
  std::vector<uint16_t> width;
  std::vector<uint16_t> height;
  std::vector<size_t> offset;  ///< one element more than there are pictures
  std::vector<uint8_t> pixels;
};

/// Makes pictures that stand in for a game's. They resemble those of three real games in size, in
/// the lengths of runs along columns and in transparency. They come in animations whose frames
/// differ slightly, so that they compress alike. No two are the same. The same arguments give the
/// same pictures on every machine and with every compiler. Requires colors of 16 or 32.
SyntheticPictures make_synthetic_pictures(unsigned colors, size_t count, uint64_t seed);

}  // namespace wardrobe
