#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "formats/result.h"
#include "tools/render/render.h"

struct GifFileType;

namespace wardrobe {

/// The largest width and height of a GIF.
inline constexpr uint32_t kMaxGifSide = 65535;

/// Makes the bytes of an animated GIF file, frame by frame.
class GifWriter {
 public:
  /// All frames will be `width` × `height`, at most kMaxGifSide; `loops` 0: forever.
  GifWriter(uint32_t width, uint32_t height, const ImagePalette& palette, uint16_t loops);

  /// Adds a frame that is shown for `centiseconds` and then cleared.
  void add(const IndexImage& image, uint16_t centiseconds);

  /// The file, or the first error. Call it once, at the end.
  Result<std::vector<uint8_t>> finish();

 private:
  struct Close {
    void operator()(GifFileType* gif) const;
  };

  void check(int result);
  void put_loops(uint16_t loops);

  ImagePalette palette_;
  std::unique_ptr<std::vector<uint8_t>> bytes_;  ///< `gif_` holds its address
  std::unique_ptr<GifFileType, Close> gif_;
  std::vector<uint8_t> row_;
  int error_ = 0;  ///< giflib's first
};

}  // namespace wardrobe
