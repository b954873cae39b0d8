#include "tools/render/tick_painter.h"

#include <utility>

namespace wardrobe {

Result<TickPainter> TickPainter::create(const OpenArchive& open, const Trace& trace, const Box& box,
                                        uint8_t background) {
  const TickPainter painter(open, trace, box, background);
  for (const Cel& cel : trace.cels) {
    if (Result<BlitPicture> read = painter.picture(cel.picture); !read) return read.error();
  }
  return painter;
}

Result<BlitPicture> TickPainter::picture(uint32_t row) const {
  const Pictures& pictures = open_->tables.pictures;
  const Result<Bytes> pixels = open_->archive.read_picture(pictures, row);
  if (!pixels) return pixels.error();
  return picture_with(pictures, row, *pixels);
}

IndexImage TickPainter::draw(size_t tick, size_t count, uint32_t scale) const {
  const auto width = static_cast<size_t>(box_.width);
  const auto height = static_cast<size_t>(box_.height);
  const auto picture_of = [this](uint32_t row) { return picture(row); };
  IndexImage image{static_cast<uint32_t>(width * count), static_cast<uint32_t>(height), {}};
  image.pixels.assign(width * count * height, background_);
  for (size_t i = 0; i < count; ++i) {
    const Status drawn =
        draw_cels(trace_->cels_at(tick + i), picture_of, box_,
                  {std::span(image.pixels).subspan(i * width), width, height, width * count});
    static_cast<void>(drawn);  // create() has read all pictures.
  }
  return magnified(std::move(image), scale);
}

}  // namespace wardrobe
