#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode_result.h"
#include "kernels/row_codes.h"

// The plain decoder of codecs 5 and 32: see bomp_reference.h and trle_reference.h.

namespace wardrobe {

/// Decodes one row of out.size() pixels; `in` is its codes.
template <class Codes>
DecodeEnd decode_row_reference(std::span<const uint8_t> in, std::span<uint8_t> out) {
  size_t at = 0;
  size_t x = 0;
  while (x < out.size()) {
    if (at == in.size()) {
      if (!Codes::kSkips) return DecodeEnd::truncated;
      std::ranges::fill(out.subspan(x), kTransparent255);
      break;
    }
    const RowCode code = Codes::read(in[at++]);
    if (code.length > out.size() - x) return DecodeEnd::overrun;
    if (code.data() > in.size() - at) return DecodeEnd::truncated;
    for (size_t i = 0; i < code.length; ++i) {
      uint8_t color = kTransparent255;
      if (code.kind != CodeKind::skip) {
        color = in[code.kind == CodeKind::run ? at : at + i];
        if (Codes::kSkips && color == kTransparent255) return DecodeEnd::damaged;
      }
      out[x + i] = color;
    }
    at += code.data();
    x += code.length;
  }
  return DecodeEnd::complete;
}

template <class Codes>
DecodeResult decode_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                   std::span<uint8_t> out) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (in.size() - at < 2) return {DecodeEnd::truncated, at};
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (count > in.size() - at) return {DecodeEnd::truncated, at};
    const DecodeEnd end =
        decode_row_reference<Codes>(in.subspan(at, count), out.subspan(y * width, width));
    if (end != DecodeEnd::complete) return {end, at};
    at += count;
  }
  return {DecodeEnd::complete, at};
}

}  // namespace wardrobe
