// COST of version 1 (SCUMM.md §2).

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <vector>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"

namespace wardrobe {
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

DecodeResult decode_wide_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
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

DecodeResult decode_wide_rows_reference(Bytes in, size_t width, size_t height,
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

size_t encode_wide(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out) {
  constexpr size_t kLongest = 127;
  constexpr size_t kWorthwhile = 3;
  assert(width % kStripWidth == 0 && out.size() >= encode_wide_bound(pixels.size()));
  const size_t count = width / kStripWidth * height;
  const auto stored = [&](size_t i) {
    const uint8_t* const from = &pixels[i % height * width + i / height * kStripWidth];
    return static_cast<uint8_t>(from[0] << 6 | from[2] << 4 | from[4] << 2 | from[6]);
  };
  const auto run_at = [&](size_t i) {
    size_t length = 1;
    while (i + length < count && length < kLongest && stored(i + length) == stored(i)) ++length;
    return length;
  };
  uint8_t* to = out.data();
  for (size_t i = 0; i < count;) {
    const size_t run = run_at(i);
    if (run >= kWorthwhile) {
      *to++ = static_cast<uint8_t>(0x80 | run);
      *to++ = stored(i);
      i += run;
      continue;
    }
    uint8_t* const code = to++;
    const size_t first = i;
    while (i < count && i - first < kLongest && run_at(i) < kWorthwhile) *to++ = stored(i++);
    *code = static_cast<uint8_t>(i - first);
  }
  return static_cast<size_t>(to - out.data());
}

}  // namespace wardrobe
