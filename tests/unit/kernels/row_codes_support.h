#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/row_codes.h"
#include "tests/unit/kernels/support.h"

namespace wardrobe::test_support {

/// Parameters of random rows of codes.
struct CodesStyle {
  size_t longest;          ///< longest code in pixels; the codec may allow less
  size_t literals_one_in;  ///< one code in this many is literals
  size_t odd_one_in;       ///< one row in this many is short or has extra bytes
};

inline constexpr CodesStyle kCodesStyles[] = {
    {1, 2, 1000},     // single pixels only
    {6, 2, 1000},     // short codes
    {20, 3, 100},     // like pictures
    {128, 2, 1000},   // long codes
    {128, 1, 1000},   // literals only
    {128, 1000, 10},  // runs only
    {20, 3, 2},       // many odd rows
};

/// Appends the codes of one row.
template <class Codes>
void append_codes(Random& random, size_t width, CodesStyle style, Bytes& stream) {
  while (width != 0) {
    const CodeKind kind = random.one_in(style.literals_one_in) ? CodeKind::literals
                          : Codes::kSkips && random.one_in(2)  ? CodeKind::skip
                                                               : CodeKind::run;
    const RowCode code{kind,
                       random.in_range(1, std::min({width, style.longest, Codes::longest(kind)}))};
    stream.push_back(static_cast<uint8_t>(Codes::write(code)));
    for (size_t i = 0; i < code.data(); ++i) {
      stream.push_back(static_cast<uint8_t>(random.in_range(0, Codes::kSkips ? 254 : 255)));
    }
    width -= code.length;
  }
}

/// Returns a valid stream. Odd rows may have extra bytes, which are random.
template <class Codes>
Bytes random_codes(Random& random, size_t width, size_t height, CodesStyle style) {
  Bytes stream;
  for (size_t y = 0; y < height; ++y) {
    const size_t start = stream.size();
    stream.resize(start + 2);
    const bool odd = random.one_in(style.odd_one_in);
    const bool ends_short = odd && Codes::kSkips && random.one_in(2);
    append_codes<Codes>(random, ends_short ? random.in_range(0, width) : width, style, stream);
    if (odd && !ends_short) {
      for (size_t more = random.in_range(1, 80); more != 0; --more) stream.push_back(random.byte());
    }
    const size_t count = stream.size() - start - 2;
    stream[start] = static_cast<uint8_t>(count);
    stream[start + 1] = static_cast<uint8_t>(count >> 8);
  }
  return stream;
}

/// Makes one random change to a stream, which may make it invalid.
inline void damage(Random& random, Bytes& stream) {
  if (stream.empty()) return;
  const size_t at = random.in_range(0, stream.size() - 1);
  switch (random.in_range(0, 3)) {
    case 0:
      stream[at] = random.byte();
      break;
    case 1:
      stream[at] = random.one_in(2) ? 255 : 1;
      break;
    case 2:
      stream.erase(stream.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    default:
      stream.resize(at);
  }
}

}  // namespace wardrobe::test_support
