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

/// An image of a GIF file: its descriptor and its compressed pixels.
struct GifImage {
  std::vector<uint8_t> bytes;
};

/// Makes the bytes of an animated GIF file, frame by frame.
class GifWriter {
 public:
  /// All frames will be `width` × `height`, at most kMaxGifSide; `loops` 0: forever.
  GifWriter(uint32_t width, uint32_t height, const ImagePalette& palette, uint16_t loops);

  /// Adds a frame that is shown for `centiseconds` and then cleared, and returns it as it is in the
  /// file.
  GifImage add(const IndexImage& image, uint16_t centiseconds);
  /// Adds one that this writer or another has returned: nothing is compressed again.
  void add(const GifImage& known, uint16_t centiseconds);

  /// The file, or the first error. Call it once, at the end.
  Result<std::vector<uint8_t>> finish();

 private:
  struct Close {
    void operator()(GifFileType* gif) const;
  };

  void check(int result);
  void put_loops(uint16_t loops);
  void put_control(uint16_t centiseconds);

  ImagePalette palette_;
  std::unique_ptr<std::vector<uint8_t>> bytes_;  ///< `gif_` holds its address
  std::unique_ptr<GifFileType, Close> gif_;
  std::vector<uint8_t> row_;
  int error_ = 0;  ///< giflib's first
};

}  // namespace wardrobe
