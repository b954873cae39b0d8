#include <algorithm>
#include <cassert>

#include "kernels/decode.h"
#include "kernels/row_codes.h"

namespace wardrobe {
namespace {

/// Calls put(at, length, color) for each run of pixels, until it returns false: such a picture is
/// damaged.
template <class Put>
DecodeResult for_each_run(std::span<const uint8_t> in, size_t width, size_t height,
                          const Put& put) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (in.size() - at < 2) return {DecodeEnd::truncated, at};
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (count > in.size() - at) return {DecodeEnd::truncated, at};
    const size_t end = at + count;
    for (size_t x = 0; x < width && at < end;) {
      const RowCode code = AuxiliaryCodes::read(in[at++]);
      if (code.length > width - x) return {DecodeEnd::overrun, at};
      if (code.kind == CodeKind::run) {
        if (at == end) return {DecodeEnd::truncated, at};
        if (!put(y * width + x, code.length, in[at++])) return {DecodeEnd::damaged, at};
      }
      x += code.length;
    }
    at = end;
  }
  return {DecodeEnd::complete, at};
}

}  // namespace

DecodeResult decode_auxiliary_rows(std::span<const uint8_t> in, size_t width, size_t height,
                                   uint8_t transparent, std::span<uint8_t> out) {
  assert(out.size() >= width * height);
  std::fill_n(out.begin(), width * height, transparent);
  return for_each_run(in, width, height, [&](size_t at, size_t length, uint8_t color) {
    std::ranges::fill(out.subspan(at, length), color);
    return color != transparent;
  });
}

DecodeEnd find_auxiliary_colors(std::span<const uint8_t> in, size_t width, size_t height,
                                std::bitset<256>& colors) {
  return for_each_run(in, width, height,
                      [&](size_t, size_t, uint8_t color) {
                        colors.set(color);
                        return true;
                      })
      .end;
}

}  // namespace wardrobe
