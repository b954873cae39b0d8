#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/result.h"
#include "tools/export/png_writer.h"
#include "tools/render/render.h"

namespace wardrobe {

enum class AnimationFormat : uint8_t { gif, apng };

/// The largest width and height of a GIF.
inline constexpr uint32_t kMaxGifSide = 65535;

/// A frame of an animation: the image that Draw returns for `tick`, shown for `ticks` ticks. Frames
/// with the same `look` look the same. kNone: no other frame looks like this one.
struct AnimationFrame {
  uint32_t tick = 0;
  uint32_t ticks = 1;
  uint32_t look = 0;
};

/// Writes animated files. Draws and compresses a look once, no matter how many files show it, as
/// long as all looks together take a few MiB.
class AnimationWriter {
 public:
  using Draw = std::function<Result<IndexImage>(uint32_t tick)>;

  /// All images are `width` × `height`; for GIF, each at most kMaxGifSide. A tick lasts `tick_ms`
  /// milliseconds, and a frame lasts at most 655350 milliseconds.
  AnimationWriter(AnimationFormat format, uint32_t width, uint32_t height, Draw draw,
                  const ImagePalette& palette, unsigned tick_ms)
      : format_(format),
        width_(width),
        height_(height),
        draw_(std::move(draw)),
        palette_(palette),
        tick_ms_(tick_ms) {}

  /// Returns a file that plays these frames `loops` times; 0: forever.
  Result<std::vector<uint8_t>> write(std::span<const AnimationFrame> frames, uint16_t loops);

 private:
  Result<std::vector<uint8_t>> write_gif(std::span<const AnimationFrame> frames, uint16_t loops);
  Result<std::vector<uint8_t>> write_apng(std::span<const AnimationFrame> frames, uint16_t loops);

  /// Keeps the compressed image of a look. Forgets the others if there are too many.
  void keep(uint32_t look, std::vector<uint8_t> image);

  AnimationFormat format_;
  uint32_t width_;
  uint32_t height_;
  Draw draw_;
  ImagePalette palette_;
  unsigned tick_ms_;
  /// Look → its compressed image: the bytes of an image in a GIF, or a PNG.
  std::unordered_map<uint32_t, std::vector<uint8_t>> images_;
  size_t kept_ = 0;  ///< bytes of images_
  PngWriter png_;
};

}  // namespace wardrobe
