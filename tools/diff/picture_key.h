#pragma once

#include <compare>
#include <cstdint>

#include "formats/tables.h"

namespace wardrobe {

/// Identifies a picture across archives: equal keys are taken to mean equal pictures.
struct PictureKey {
  uint16_t width = 0;
  uint16_t height = 0;
  uint8_t transparent = 0;
  uint64_t xxh64 = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads defaulted comparisons.
  friend auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

inline PictureKey picture_key(const Tables& tables, uint32_t picture) {
  const Pictures& pictures = tables.pictures;
  return {pictures.width[picture], pictures.height[picture], pictures.transparent[picture],
          pictures.xxh64[picture]};
}

}  // namespace wardrobe
