#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <type_traits>
#include <vector>

#include "kernels/decode.h"

namespace wardrobe {

/// A small random generator (splitmix64). Its sequence is the same on every platform, unlike those
/// of std:: distributions.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// Returns a number from `low` to `high`, inclusive.
  template <class Low, class High>
  std::common_type_t<Low, High> in_range(Low low, High high) {
    const auto first = static_cast<uint64_t>(low);
    const uint64_t count = static_cast<uint64_t>(high) - first + 1;  // 0 for all numbers
    return static_cast<std::common_type_t<Low, High>>(first +
                                                      (count == 0 ? next() : next() % count));
  }

  bool one_in(uint64_t n) { return next() % n == 0; }

  uint8_t byte() { return static_cast<uint8_t>(next()); }

 private:
  uint64_t state_;
};

/// Prints results in GoogleTest's messages.
// NOLINTNEXTLINE(readability-identifier-naming): the name is GoogleTest's.
inline void PrintTo(const DecodeResult& result, std::ostream* out) {
  *out << "{end " << static_cast<int>(result.end) << ", consumed " << result.consumed << "}";
}

namespace test_support {

using Bytes = std::vector<uint8_t>;

constexpr unsigned length_bits(RleSplit split) { return static_cast<unsigned>(split); }
constexpr unsigned color_count(RleSplit split) { return 1u << (8 - length_bits(split)); }

/// Bytes that start `offset` bytes into a heap block and end with it. AddressSanitizer therefore
/// detects reads past their end and, if `offset` is 0, before their start.
class ExactBytes {
 public:
  ExactBytes(std::span<const uint8_t> bytes, size_t offset)
      : block_(new uint8_t[offset + bytes.size()]), offset_(offset), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), block_ + offset);
  }
  ExactBytes(const ExactBytes&) = delete;
  ExactBytes& operator=(const ExactBytes&) = delete;
  ~ExactBytes() { delete[] block_; }

  std::span<const uint8_t> span() const { return {block_ + offset_, size_}; }

 private:
  uint8_t* block_;
  size_t offset_;
  size_t size_;
};

}  // namespace test_support
}  // namespace wardrobe
