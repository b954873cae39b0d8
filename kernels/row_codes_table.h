#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/row_codes.h"

namespace wardrobe {

/// What some codes of a row come to, as one number, so that one addition counts a code.
struct CodeSums {
  static constexpr unsigned kBits = 20;  ///< of bytes, and of pixels
  static constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;

  static constexpr uint64_t of(RowCode code) {
    const uint64_t transparent = code.kind == CodeKind::skip ? code.length : 0;
    return (transparent << kBits | code.length) << kBits | (1 + code.data());
  }
  static constexpr size_t bytes(uint64_t sums) { return sums & kMask; }
  static constexpr size_t pixels(uint64_t sums) { return sums >> kBits & kMask; }
  static constexpr size_t transparent(uint64_t sums) { return sums >> (2 * kBits); }
};

/// By a code's first byte.
struct CodeTable {
  std::array<uint64_t, 256> sums;
  std::array<uint8_t, 256> is_literals;  ///< 255 or 0
  std::array<uint8_t, 256> is_skip;      ///< likewise
};

template <class Codes>
inline constexpr CodeTable kCodeTable = [] {
  CodeTable table{};
  for (unsigned i = 0; i < 256; ++i) {
    const RowCode code = Codes::read(i);
    table.sums[i] = CodeSums::of(code);
    table.is_literals[i] = code.kind == CodeKind::literals ? 255 : 0;
    table.is_skip[i] = code.kind == CodeKind::skip ? 255 : 0;
  }
  return table;
}();

}  // namespace wardrobe
