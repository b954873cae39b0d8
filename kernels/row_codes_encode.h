#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "kernels/row_codes.h"

// The encoder of codecs 5 and 32: see bomp_encode.h and trle_encode.h.

namespace wardrobe {

template <class Codes>
class RowEncoder {
 public:
  explicit RowEncoder(uint8_t* out) : to_(out) {}

  void encode_row(std::span<const uint8_t> row) {
    uint8_t* const count = to_;
    to_ += 2;
    if (Codes::kSkips) row = row.first(opaque_width(row));
    size_t literals = 0;
    for (size_t x = 0; x < row.size();) {
      const size_t length = run_length(row.subspan(x));
      const bool skip = Codes::kSkips && row[x] == kTransparent255;
      // Next to literals, two more of them cost no more than a run of two.
      if (skip || length >= 3 || (length == 2 && literals == 0)) {
        put_literals(row.subspan(x - literals, literals));
        literals = 0;
        put_same(skip ? CodeKind::skip : CodeKind::run, length, row[x]);
      } else {
        literals += length;
      }
      x += length;
    }
    put_literals(row.last(literals));
    const auto size = static_cast<size_t>(to_ - count) - 2;
    count[0] = static_cast<uint8_t>(size);
    count[1] = static_cast<uint8_t>(size >> 8);
  }

  uint8_t* end() const { return to_; }

 private:
  static size_t opaque_width(std::span<const uint8_t> row) {
    size_t width = row.size();
    while (width != 0 && row[width - 1] == kTransparent255) --width;
    return width;
  }

  static size_t run_length(std::span<const uint8_t> row) {
    size_t length = 1;
    while (length < row.size() && row[length] == row[0]) ++length;
    return length;
  }

  void put_same(CodeKind kind, size_t length, uint8_t color) {
    while (length != 0) {
      const RowCode code{kind, std::min(length, Codes::longest(kind))};
      *to_++ = static_cast<uint8_t>(Codes::write(code));
      if (kind == CodeKind::run) *to_++ = color;
      length -= code.length;
    }
  }

  void put_literals(std::span<const uint8_t> colors) {
    while (!colors.empty()) {
      const RowCode code{CodeKind::literals,
                         std::min(colors.size(), Codes::longest(CodeKind::literals))};
      *to_++ = static_cast<uint8_t>(Codes::write(code));
      std::memcpy(to_, colors.data(), code.length);
      to_ += code.length;
      colors = colors.subspan(code.length);
    }
  }

  uint8_t* to_;
};

/// Writes all rows and returns the number of bytes written.
template <class Codes>
size_t encode_rows(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  if (width == 0) return 0;
  RowEncoder<Codes> encoder(out.data());
  for (size_t y = 0; y < height; ++y) encoder.encode_row(pixels.subspan(y * width, width));
  return static_cast<size_t>(encoder.end() - out.data());
}

}  // namespace wardrobe
