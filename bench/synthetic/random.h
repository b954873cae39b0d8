#pragma once

#include <cstdint>
#include <type_traits>

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

  bool percent(int chance) { return in_range(0, 99) < chance; }

  uint8_t byte() { return static_cast<uint8_t>(next()); }

 private:
  uint64_t state_;
};

}  // namespace wardrobe
