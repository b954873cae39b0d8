#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "formats/archive/zstd_frames.h"
#include "formats/byte_source.h"
#include "formats/result.h"

namespace wardrobe {

/// Reads an image in its order with one frame in memory at a time. File and table must outlive it.
class FrameReader {
 public:
  FrameReader(const ByteSource& file, const FrameTable& frames)
      : file_(file), frames_(frames), seen_(frames.count()) {}

  /// Reads `count` elements from `offset` of the image, which must lie inside it. `out` grows with
  /// what was inflated.
  template <class T>
  Status read(uint64_t offset, size_t count, std::vector<T>& out);

  /// Inflates the frames that were not needed so far.
  Status inflate_others();

 private:
  /// Makes `frame` the one in `inflated_`.
  Status inflate(size_t frame);

  const ByteSource& file_;
  const FrameTable& frames_;
  FrameInflater inflater_;
  std::vector<uint8_t> inflated_;
  size_t inflated_frame_ = ~size_t{0};
  std::vector<bool> seen_;
};

template <class T>
Status FrameReader::read(uint64_t offset, size_t count, std::vector<T>& out) {
  out.resize(std::min(out.size(), count));
  out.reserve(count);
  const size_t size = count * sizeof(T);
  size_t frame = size == 0 ? 0 : frames_.frame_of(offset);
  for (size_t copied = 0; copied < size; ++frame) {
    if (Status inflated = inflate(frame); !inflated) return inflated;
    const uint64_t from = offset + copied - frames_.image_offset[frame];
    const size_t more = std::min<size_t>(inflated_.size() - from, size - copied);
    const size_t elements = (copied + more + sizeof(T) - 1) / sizeof(T);
    if (out.size() < elements) out.resize(elements);
    std::memcpy(reinterpret_cast<uint8_t*>(out.data()) + copied, inflated_.data() + from, more);
    copied += more;
  }
  return ok();
}

}  // namespace wardrobe
