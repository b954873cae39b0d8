#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/find/patterns.h"

namespace wardrobe {

/// Where the rows or columns of a reading are in the image: from (size · number − phase) / per on,
/// rounded up.
struct Blocks {
  int64_t size = 1;
  int64_t per = 1;
  int64_t phase = 0;

  int64_t start(int64_t number) const {
    const int64_t place = size * number - phase;
    return place / per + (place % per > 0 ? 1 : 0);
  }
  int64_t number_at(size_t place) const {
    return (per * static_cast<int64_t>(place) + phase) / size;
  }
};

/// An image in which pictures of costumes are searched, as one of the ways to read it.
struct Reading {
  static constexpr uint32_t kNothing = ~uint32_t{0};

  uint32_t scale = 1;     ///< how many times as large as here the image is
  bool aspect = false;    ///< its rows are 6/5 of that as tall: correction of the aspect
  bool mirrored = false;  ///< columns are in reverse
  bool by_index = false;  ///< values are those of an indexed PNG; else numbers of its colours
  Blocks columns;
  Blocks rows;
  size_t width = 0;
  size_t height = 0;
  std::vector<uint32_t> pixels;
  std::vector<uint32_t>
      colors;  ///< by value: red, green, blue, alpha from the lowest byte; 0: transparent
  uint32_t transparent = kNothing;  ///< the value of transparent pixels
  ImagePart whole;                  ///< without transparent borders
  Pattern pattern;                  ///< of that part

  uint32_t at(size_t x, size_t y) const { return pixels[y * width + x]; }
};

/// Where a window is in a reading.
struct WindowPlace {
  uint64_t hash = 0;
  uint32_t reading = 0;
  uint32_t at = 0;  ///< y * width + x
};

/// A searched image with all ways to read it.
class Query {
 public:
  /// Reads a PNG. Fails if it is none, or too large (LIMITS.md).
  static Result<Query> from_png(Bytes file);

  /// Each is followed by its mirror image.
  const std::vector<Reading>& readings() const { return readings_; }
  static uint32_t mirror_of(uint32_t reading) { return reading ^ 1; }

  /// The places of a window; none if there are so many that it tells nothing.
  std::span<const WindowPlace> places_of(uint64_t hash) const;

 private:
  void add_readings(const Reading& image);
  void add_blocks(const Reading& image, size_t scale, const Blocks& columns, const Blocks& rows);
  void add_reading(Reading reading);

  std::vector<Reading> readings_;
  std::vector<WindowPlace> windows_;  ///< by hash
  std::vector<bool> has_;  ///< by the lowest bits of the hash: whether there is such a window
};

}  // namespace wardrobe
