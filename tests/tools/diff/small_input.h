#pragma once

#include "tests/formats/archive/small_archive.h"
#include "tools/diff/diff.h"

namespace wardrobe {

/// A side of a comparison; `small` must outlive it.
inline DiffInput input(const SmallArchive& small) {
  return {small.tables, [&small](uint32_t picture, std::vector<uint8_t>& out) {
            const auto& offset = small.tables.pictures.pixel_offset;
            const auto begin = small.pixels.begin();
            out.assign(begin + static_cast<ptrdiff_t>(offset[picture]),
                       begin + static_cast<ptrdiff_t>(offset[picture + 1]));
            return ok();
          }};
}

}  // namespace wardrobe
