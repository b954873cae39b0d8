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
  const Image image = build_image(small.tables);
  std::vector<uint8_t> head = edited(image.head, edits);
  const std::vector<uint8_t> whole = write_image(small);
  head.insert(head.end(), whole.begin() + static_cast<std::ptrdiff_t>(image.head.size()),
              whole.end());
  const size_t directory = std::min<size_t>(image.directory_end, head.size());
  std::vector<ZstdFrame> frames(2);
  const Bytes bytes(head);
  require(static_cast<bool>(compressor.compress(bytes.first(directory), 1, frames[0])));
  require(static_cast<bool>(compressor.compress(bytes.subspan(directory), 1, frames[1])));
  return build_file(frames);
}

}  // namespace wardrobe
