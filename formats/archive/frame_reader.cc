#include "formats/archive/frame_reader.h"

namespace wardrobe {

Status FrameReader::inflate_others() {
  for (size_t frame = 0; frame < frames_.count(); ++frame) {
    if (seen_[frame]) continue;
    if (Status inflated = inflate(frame); !inflated) return inflated;
  }
  return ok();
}

Status FrameReader::inflate(size_t frame) {
  if (frame == inflated_frame_) return ok();
  inflated_frame_ = ~size_t{0};
  inflated_.resize(frames_.inflated_size(frame));
  if (Status inflated = inflater_.inflate(file_, frames_, frame, inflated_); !inflated) {
    return inflated;
  }
  inflated_frame_ = frame;
  seen_[frame] = true;
  return ok();
}

}  // namespace wardrobe
