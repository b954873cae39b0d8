#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/zstd_frames.h"
#include "tests/formats/archive/small_archive.h"
#include "tests/fuzz/edits.h"

namespace wardrobe {

/// The file of an archive whose image was damaged before it was compressed, in two frames.
inline std::vector<uint8_t> damaged_archive(const SmallArchive& small, Bytes edits) {
  static FrameCompressor compressor;
  Image image = build_image(small.tables);
  image.head = edited(image.head, edits);
  image.head.insert(image.head.end(), small.pixels.begin(), small.pixels.end());
  const size_t directory = std::min<size_t>(image.directory_end, image.head.size());
  std::vector<ZstdFrame> frames(2);
  const Bytes bytes(image.head);
  require(static_cast<bool>(compressor.compress(bytes.first(directory), 1, frames[0])));
  require(static_cast<bool>(compressor.compress(bytes.subspan(directory), 1, frames[1])));
  return build_file(frames);
}

}  // namespace wardrobe
