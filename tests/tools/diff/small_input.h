#pragma once

#include "tests/formats/archive/small_archive.h"
#include "tools/diff/diff.h"

namespace wardrobe {

/// A side of a comparison; `small` must outlive it.
inline DiffInput input(const SmallArchive& small) {
  return {
      small.tables, [&small](uint32_t picture) {
        const auto& offset = small.tables.pictures.pixel_offset;
        return Bytes(small.pixels).subspan(offset[picture], offset[picture + 1] - offset[picture]);
      }};
}

}  // namespace wardrobe
