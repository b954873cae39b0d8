#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/unit/kernels/support.h"

// Second decoders, written from SCUMM.md §2 and §6 "Pixels" independently of the references.

namespace wardrobe::test_support {

/// Codec 1 and COST, run by run.
template <RleSplit split, bool by_rows>
DecodeResult plain_rle(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
  const size_t pixels = width * height;
  size_t at = 0;
  for (size_t pixel = 0; pixel < pixels;) {
    if (at == in.size()) return {DecodeEnd::truncated, 0};
    const unsigned lengths = 256 / color_count(split);
    const unsigned code = in[at++];
    size_t length = code % lengths;
    if (length == 0) {
      if (at == in.size()) return {DecodeEnd::truncated, 0};
      length = in[at] == 0 ? 256 : in[at];
      ++at;
    }
    if (pixel + length > pixels) return {DecodeEnd::overrun, 0};
    for (; length > 0; --length, ++pixel) {
      const size_t to = by_rows ? pixel : pixel % height * width + pixel / height;
      out[to] = static_cast<uint8_t>(code / lengths);
    }
  }
  return {DecodeEnd::complete, at};
}

/// Codec 5: a state machine over single bytes.
inline DecodeResult plain_bomp(std::span<const uint8_t> in, size_t width, size_t height,
                               std::span<uint8_t> out) {
  if (width * height == 0) return {DecodeEnd::complete, 0};
  size_t pixel = 0;
  size_t next_row = 0;
  for (size_t at = 0; pixel < width * height; at = next_row) {
    if (at + 2 > in.size()) return {DecodeEnd::truncated, 0};
    next_row = at + 2 + in[at] + 256u * in[at + 1];
    if (next_row > in.size()) return {DecodeEnd::truncated, 0};
    at += 2;
    const size_t row_end = pixel + width;
    while (pixel != row_end) {
      if (at == next_row) return {DecodeEnd::truncated, 0};
      const int code = in[at];
      const size_t last = pixel + static_cast<size_t>(code / 2);
      if (last >= row_end) return {DecodeEnd::overrun, 0};
      if (code % 2 == 1) {
        if (++at == next_row) return {DecodeEnd::truncated, 0};
        while (pixel <= last) out[pixel++] = in[at];
      } else {
        while (pixel <= last) {
          if (++at == next_row) return {DecodeEnd::truncated, 0};
          out[pixel++] = in[at];
        }
      }
      ++at;
    }
  }
  return {DecodeEnd::complete, next_row};
}

/// The colour of pixels of auxiliary pictures that show nothing.
inline constexpr uint8_t kClear = 200;

/// Unpacks a row of codec 32, or of an auxiliary picture, into a list.
template <bool auxiliary>
DecodeEnd plain_row(Bytes codes, size_t width, Bytes& row) {
  constexpr uint8_t kSkipped = auxiliary ? kClear : 255;
  codes.insert(codes.begin(), 0);
  size_t at = 1;
  while (row.size() < width && at < codes.size()) {
    const int code = codes[at++];
    const bool skip = code % 2 == 1 || (auxiliary && code % 4 == 0);
    const bool run = code % 4 == 2;
    const int length = code % 2 == 1 ? code / 2 : code / 4 + 1;
    if (row.size() + static_cast<size_t>(length) > width) return DecodeEnd::overrun;
    if (!skip && codes.size() - at < (run ? 1u : static_cast<size_t>(length))) {
      return DecodeEnd::truncated;
    }
    for (int i = 0; i < length; ++i) {
      row.push_back(skip ? kSkipped : codes[at]);
      if (!skip && row.back() == kSkipped) return DecodeEnd::damaged;
      if (!skip && !run) ++at;
    }
    if (run) ++at;
  }
  row.resize(width, kSkipped);
  return DecodeEnd::complete;
}

/// Codec 32, or auxiliary pictures: cuts the rows out, then unpacks each.
template <bool auxiliary>
DecodeResult plain_rows(std::span<const uint8_t> in, size_t width, size_t height,
                        std::span<uint8_t> out) {
  size_t at = 0;
  for (size_t y = 0; y < height && width != 0; ++y) {
    if (in.size() < at + 2) return {DecodeEnd::truncated, 0};
    const size_t end = at + 2 + in[at] + 256u * in[at + 1];
    if (in.size() < end) return {DecodeEnd::truncated, 0};
    Bytes row;
    const auto codes = in.subspan(at + 2, end - at - 2);
    const DecodeEnd result = plain_row<auxiliary>(Bytes(codes.begin(), codes.end()), width, row);
    if (result != DecodeEnd::complete) return {result, 0};
    std::ranges::copy(row, out.subspan(y * width).begin());
    at = end;
  }
  return {DecodeEnd::complete, at};
}

/// Codec 16: unpacks all bits first, and emits each pixel before it reads the next command.
inline DecodeResult plain_majmin(std::span<const uint8_t> in, size_t width, size_t height,
                                 std::span<uint8_t> out) {
  if (width * height == 0) return {DecodeEnd::complete, 0};
  if (!in.empty() && (in[0] < 1 || in[0] > 8)) return {DecodeEnd::damaged, 0};
  if (in.size() < 2) return {DecodeEnd::truncated, 0};
  std::vector<int> bits;
  for (const uint8_t byte : in.subspan(2)) {
    for (int i = 0; i < 8; ++i) bits.push_back(byte >> i & 1);
  }
  size_t at = 0;
  int color = in[1];
  size_t without_command = 0;
  for (size_t pixel = 0; pixel < width * height; ++pixel) {
    out[pixel] = static_cast<uint8_t>(color);
    if (pixel + 1 == width * height) break;
    if (without_command != 0) {
      --without_command;
      continue;
    }
    const auto take = [&](int count) {
      int value = 0;
      for (int i = 0; i < count; ++i, ++at) value += (at < bits.size() ? bits[at] : 0) << i;
      return value;
    };
    if (take(1) == 1) {
      if (take(1) == 0) {
        color = take(in[0]);
      } else if (const int change = take(3); change != 4) {
        color = (color + change - 4) % 256;
      } else {
        const int count = take(8);
        if (at <= bits.size() && count <= 1) return {DecodeEnd::damaged, 0};
        if (at <= bits.size() && pixel + static_cast<size_t>(count) >= width * height) {
          return {DecodeEnd::overrun, 0};
        }
        without_command = static_cast<size_t>(count) - 1;
      }
    }
    if (at > bits.size()) return {DecodeEnd::truncated, 0};
  }
  return {DecodeEnd::complete, 2 + (at + 7) / 8};
}

}  // namespace wardrobe::test_support
