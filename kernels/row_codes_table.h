#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/row_codes.h"

namespace wardrobe {

/// The bytes of a code, its pixels, and how many of those are transparent, packed in one number.
struct CodeSums {
  static constexpr unsigned kBits = 20;  ///< per field
  static constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;

  static constexpr uint64_t of(RowCode code) {
    const uint64_t transparent = code.kind == CodeKind::skip ? code.length : 0;
    return (transparent << kBits | code.length) << kBits | (1 + code.data());
  }
  static constexpr size_t bytes(uint64_t sums) { return sums & kMask; }
  static constexpr size_t pixels(uint64_t sums) { return sums >> kBits & kMask; }
  static constexpr size_t transparent(uint64_t sums) { return sums >> (2 * kBits); }
};

/// Properties of a code, by its first byte.
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
