#include "tools/render/tick_painter.h"

namespace wardrobe {

Result<TickPainter> TickPainter::create(OpenArchive& open, const Trace& trace, const Box& box,
                                        uint8_t background) {
  const Pictures& pictures = open.tables.pictures;
  TickPainter painter(pictures, trace, box, background);
  for (const Cel& cel : trace.cels) {
    const auto [found, is_new] = painter.pixels_.try_emplace(cel.picture);
    if (!is_new) continue;
    if (Status read = open.archive.read_picture(pictures, cel.picture, found->second); !read) {
      return read.error();
    }
  }
  return painter;
}

IndexImage TickPainter::draw(size_t tick, size_t count, uint32_t scale) const {
  const auto width = static_cast<size_t>(box_.width);
  const auto height = static_cast<size_t>(box_.height);
  const PixelsOf pixels_of = [this](uint32_t picture) -> Bytes { return pixels_.at(picture); };
  IndexImage image{static_cast<uint32_t>(width * count), static_cast<uint32_t>(height), {}};
  image.pixels.assign(width * count * height, background_);
  for (size_t i = 0; i < count; ++i) {
    draw_cels(trace_->cels_at(tick + i), *pictures_, pixels_of, box_,
              {std::span(image.pixels).subspan(i * width), width, height, width * count});
  }
  return magnified(image, scale);
}

}  // namespace wardrobe
