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

/// Makes the bytes of an animated GIF file, frame after frame.
class GifWriter {
 public:
  /// All frames will be `width` × `height`, at most kMaxGifSide; `loops` 0: for ever.
  GifWriter(uint32_t width, uint32_t height, const ImagePalette& palette, uint16_t loops);

  /// A frame that is seen for `centiseconds` and then gone.
  void add(const IndexImage& image, uint16_t centiseconds);

  /// The file, or why there is none; once, in the end.
  Result<std::vector<uint8_t>> finish();

 private:
  struct Close {
    void operator()(GifFileType* gif) const;
  };

  void check(int result);
  void put_loops(uint16_t loops);

  ImagePalette palette_;
  std::unique_ptr<std::vector<uint8_t>> bytes_;  ///< has its address in `gif_`
  std::unique_ptr<GifFileType, Close> gif_;
  std::vector<uint8_t> row_;
  int error_ = 0;  ///< the first of giflib's
};

}  // namespace wardrobe
