#include "tools/render/tick_painter.h"

#include <algorithm>
#include <span>
#include <utility>

namespace wardrobe {

Result<TickPainter> TickPainter::create(PictureReader& pictures, const Trace& trace,
                                        const Rect& box, const Look& look) {
  std::vector<uint32_t> shown;
  for (const Cel& cel : trace.cels) shown.push_back(cel.picture);
  TRY(check_pictures(pictures, std::move(shown)));
  return TickPainter(pictures, trace, box, look);
}

Result<TickPainter> TickPainter::create(PictureReader& pictures, const Trace& trace,
                                        const Rect& box, const RoomStage& stage) {
  ASSIGN_OR_RETURN(TickPainter painter, create(pictures, trace, box, Look{}));
  painter.stage_ = &stage;
  painter.planes_ = planes_of(painter.tables(), stage, trace);
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  painter.room_.resize(width * height);
  draw_background<uint8_t>(stage.room, stage.background_colors, box,
                           {painter.room_, width, height, width});
  return painter;
}

uint64_t TickPainter::drawn_pixels() const {
  const PicturesView& pictures = tables().pictures;
  uint64_t drawn = 0;
  for (const Cel& cel : trace_->cels) {
    drawn += uint64_t{pictures.width[cel.picture]} * pictures.height[cel.picture];
  }
  return drawn;
}

Status TickPainter::draw_on(const Canvas<uint8_t>& canvas, size_t tick) const {
  const auto picture_of = [this](uint32_t row) -> Result<BlitPicture> {
    ASSIGN_OR_RETURN(const Bytes pixels, pictures_->read(row));
    return picture_with(tables().pictures, row, pixels);
  };
  const auto cels = trace_->cels_at(tick);
  if (stage_ != nullptr) {
    for (size_t y = 0; y < canvas.height; ++y) {
      std::ranges::copy(std::span(room_).subspan(y * canvas.width, canvas.width),
                        canvas.pixels.subspan(y * canvas.stride).begin());
    }
  }
  if (stage_ == nullptr) return draw_cels(cels, picture_of, box_, canvas, shading_);
  RoomActor actor = stage_->actor;
  actor.plane = plane_bits(tables(), stage_->row, planes_[tick]);
  return draw_actor<uint8_t>(cels, picture_of, stage_->room, actor, stage_->actor_colors, box_,
                             canvas);
}

Result<IndexImage> TickPainter::draw(size_t tick, size_t count, uint32_t scale) const {
  const auto width = static_cast<size_t>(box_.width);
  const auto height = static_cast<size_t>(box_.height);
  IndexImage image{static_cast<uint32_t>(width * count), static_cast<uint32_t>(height), {}};
  image.pixels.assign(width * count * height, background_);
  for (size_t i = 0; i < count; ++i) {
    TRY(draw_on({std::span(image.pixels).subspan(i * width), width, height, width * count},
                tick + i));
  }
  return magnified(std::move(image), scale);
}

}  // namespace wardrobe
