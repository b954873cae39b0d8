#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/archive/file.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {

/// Returns an archive's file in two zstd frames with valid checksums; `image` may be invalid.
inline std::vector<uint8_t> archive_of(Bytes image, uint64_t directory_end) {
  static ZstdCompressor compressor;
  const auto directory = static_cast<size_t>(std::min<uint64_t>(directory_end, image.size()));
  std::vector<ZstdFrame> frames(2);
  require(static_cast<bool>(compressor.compress(image.first(directory), 1, frames[0])));
  require(static_cast<bool>(compressor.compress(image.subspan(directory), 1, frames[1])));
  return build_file(frames);
}

/// Returns an archive's file whose image was damaged before compression.
inline std::vector<uint8_t> damaged_archive(const SmallArchive& small, Bytes edits) {
  const ImageHead image = write_image_head(small.tables);
  std::vector<uint8_t> damaged = edited(image.head, edits);
  const std::vector<uint8_t> whole = write_image(small);
  damaged.insert(damaged.end(), whole.begin() + static_cast<std::ptrdiff_t>(image.head.size()),
                 whole.end());
  return archive_of(damaged, image.directory_end);
}

}  // namespace wardrobe
