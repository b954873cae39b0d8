#pragma once

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/diff/diff.h"

namespace wardrobe {

/// Returns one side of a comparison; `small` must outlive it.
inline DiffInput input(const SmallArchive& small) {
  const auto part = [](const auto& offset, const std::vector<uint8_t>& bytes, uint32_t row) {
    return Bytes(bytes).subspan(offset[row], offset[row + 1] - offset[row]);
  };
  return {small.tables,
          [&small, part](uint32_t picture) {
            return part(small.tables.pictures.pixel_offset, small.pixels, picture);
          },
          [&small, part](uint32_t room) {
            return part(small.tables.rooms.background_offset, small.backgrounds, room);
          }};
}

}  // namespace wardrobe
