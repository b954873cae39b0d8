#include "tools/library/painter.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "tools/library/cels.h"

namespace wardrobe {
namespace {

/// The largest width and height of a canvas that the kernels can count with.
constexpr uint32_t kMaxCanvas = INT32_MAX;

Outcome check(const wardrobe_canvas& canvas, size_t pixel_size) {
  if (canvas.pixels == nullptr) return wrong_argument("the canvas has no pixels");
  if (canvas.width > kMaxCanvas || canvas.height > kMaxCanvas) {
    return wrong_argument("the canvas is larger than 2147483647 pixels each way");
  }
  if (canvas.stride < canvas.width * pixel_size) {
    return wrong_argument("the canvas's stride is less than a row");
  }
  const bool aligned = canvas.stride % pixel_size == 0 &&
                       reinterpret_cast<uintptr_t>(canvas.pixels) % pixel_size == 0;
  return aligned ? Outcome()
                 : wrong_argument("pixels or stride of an RGBA canvas are not multiples of 4");
}

/// The part of the canvas that may change: its intersection with the clip rectangle, or the whole
/// canvas if that is empty.
Rect visible(const wardrobe_canvas& canvas) {
  const wardrobe_box& clip = canvas.clip;
  if (clip.width == 0 || clip.height == 0) return {0, 0, canvas.width, canvas.height};
  const auto left = std::clamp<int64_t>(clip.left, 0, canvas.width);
  const auto top = std::clamp<int64_t>(clip.top, 0, canvas.height);
  const auto right = std::clamp<int64_t>(int64_t{clip.left} + clip.width, left, canvas.width);
  const auto bottom = std::clamp<int64_t>(int64_t{clip.top} + clip.height, top, canvas.height);
  return {left, top, right - left, bottom - top};
}

/// The part `box` of a canvas.
template <class Pixel>
Canvas<Pixel> part_of(const wardrobe_canvas& canvas, const Rect& box) {
  if (box.width == 0 || box.height == 0) return {};
  const size_t stride = canvas.stride / sizeof(Pixel);
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  auto* const pixels = reinterpret_cast<Pixel*>(canvas.pixels) +
                       static_cast<size_t>(box.top) * stride + static_cast<size_t>(box.left);
  return {{pixels, (height - 1) * stride + width}, width, height, stride};
}

}  // namespace

Painter::Painter(const Archive& archive, const wardrobe_colors* colors,
                 const wardrobe_canvas* given, size_t size)
    : archive_(archive), colored_(colors != nullptr) {
  wardrobe_canvas canvas{};
  outcome_ = take(given, size, canvas);
  if (outcome_.status == WARDROBE_OK) outcome_ = check(canvas, colored_ ? sizeof(uint32_t) : 1);
  if (outcome_.status != WARDROBE_OK) return;
  box_ = visible(canvas);
  if (colors != nullptr) {
    std::memcpy(palette_.data(), colors->rgba, sizeof(palette_));
    pixels_ = part_of<uint32_t>(canvas, box_);
  } else {
    indices_ = part_of<uint8_t>(canvas, box_);
    if (canvas.shading != nullptr) shading_ = from_c(*canvas.shading);
  }
  box_.left -= canvas.anchor_x;
  box_.top -= canvas.anchor_y;
}

void Painter::draw_background(const RoomView& room) const {
  if (colored_) return wardrobe::draw_background<uint32_t>(room, palette_, box_, pixels_);
  std::array<uint8_t, 256> same{};
  std::iota(same.begin(), same.end(), uint8_t{0});
  wardrobe::draw_background<uint8_t>(room, same, box_, indices_);
}

Status Painter::draw_actor(std::span<const Cel> cels, const RoomView& room, RoomActor actor,
                           SceneColors<uint8_t> values) const {
  actor.shading = shading_;
  const auto picture_of = [this](uint32_t row) { return read_picture(archive_, row); };
  if (colored_) {
    return wardrobe::draw_actor<uint32_t>(cels, picture_of, room, actor, palette_, box_, pixels_);
  }
  return wardrobe::draw_actor<uint8_t>(cels, picture_of, room, actor, values, box_, indices_);
}

}  // namespace wardrobe
