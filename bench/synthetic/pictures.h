#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

namespace wardrobe {

/// A row-major picture; colour 0 is transparent.
struct SyntheticPicture {
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;
};

/// Makes one picture after the other.
using PictureSource = std::function<SyntheticPicture()>;

/// Returns a source of pictures that stand in for a game's. They resemble those of three real games
/// in size, in the lengths of runs along columns and in transparency. They come in animations whose
/// frames differ slightly, so that they compress alike. The same arguments give the same pictures
/// on every machine and with every compiler. `colors` is 16 or 32. `known` has the hashes of
/// pictures that are not to be made again; it grows. With `zoom` 3, pictures have the size of those
/// that are drawn for 640 × 480 pixels.
PictureSource synthetic_pictures(unsigned colors, uint64_t seed,
                                 std::unordered_set<uint64_t>& known, int zoom = 1);

}  // namespace wardrobe
