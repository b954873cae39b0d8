#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <vector>

#include "kernels/decode.h"
#include "kernels/reference.h"
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
namespace {

/// The 8 pixels of each byte: four colours of 2 bits, the highest bits leftmost, each drawn twice.
constexpr auto kPixels = [] {
  std::array<std::array<uint8_t, kStripWidth>, 256> pixels{};
  for (unsigned byte = 0; byte < pixels.size(); ++byte) {
    for (unsigned x = 0; x < kStripWidth; ++x) {
      pixels[byte][x] = static_cast<uint8_t>(byte >> (6 - x / 2 * 2) & 3);
    }
  }
  return pixels;
}();

}  // namespace

DecodeResult decode_wide_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  assert(width % kStripWidth == 0 && out.size() >= width * height);
  size_t left = width / kStripWidth * height;
  size_t at = 0;
  size_t y = 0;
  uint8_t* strip = out.data();
  uint8_t* to = strip;
  const auto put = [&](uint8_t byte) {
    std::memcpy(to, kPixels[byte].data(), kStripWidth);
    to += width;
    if (++y < height) return;
    y = 0;
    to = strip += kStripWidth;
  };
  while (left > 0) {
    if (at == in.size()) return {DecodeEnd::truncated, at};
    const uint8_t code = in[at++];
    const size_t count = std::min<size_t>(code & 0x7F, left);
    const bool repeats = (code & 0x80) != 0;
    if (in.size() - at < (repeats ? 1 : count)) return {DecodeEnd::truncated, at};
    for (size_t i = 0; i < count; ++i) put(in[repeats ? at : at + i]);
    at += repeats ? 1 : count;
    left -= count;
  }
  return {DecodeEnd::complete, at};
}

DecodeResult decode_wide_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  std::vector<uint8_t> bytes;
  const size_t wanted = width / kStripWidth * height;
  size_t at = 0;
  while (bytes.size() < wanted) {
    if (at == in.size()) return {DecodeEnd::truncated, at};
    const uint8_t code = in[at++];
    for (unsigned left = code & 0x7F; left > 0 && bytes.size() < wanted; --left) {
      if (at == in.size()) return {DecodeEnd::truncated, at};
      bytes.push_back(in[at]);
      if ((code & 0x80) == 0) ++at;
    }
    if ((code & 0x80) != 0 && at++ == in.size()) return {DecodeEnd::truncated, at};
  }
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      const uint8_t four = bytes[x / kStripWidth * height + y];
      out[y * width + x] = four >> (6 - x % kStripWidth / 2 * 2) & 3;
    }
  }
  return {DecodeEnd::complete, at};
}

}  // namespace wardrobe
