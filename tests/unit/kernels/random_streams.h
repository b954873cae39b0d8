#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/row_codes.h"
#include "tests/unit/kernels/strips_support.h"

// Random streams of each codec that hold a picture of a size, in one of several styles.

namespace wardrobe::test_support {

template <class Style, size_t kCount>
const Style& one_of(Random& random, const std::array<Style, kCount>& styles) {
  return styles[random.in_range(size_t{0}, kCount - 1)];
}

/// Appends a run of `length` pixels, 1 to 256. The run has the short form if that is possible,
/// unless `long_form` is set.
inline void append_run(Bytes& stream, RleSplit split, unsigned color, size_t length,
                       bool long_form = false) {
  const unsigned high = color << length_bits(split);
  if (length < size_t{1} << length_bits(split) && !long_form) {
    stream.push_back(static_cast<uint8_t>(high | length));
  } else {
    stream.push_back(static_cast<uint8_t>(high));
    stream.push_back(static_cast<uint8_t>(length));
  }
}

template <RleSplit split>
Bytes random_rle(Random& random, size_t width, size_t height) {
  struct Style {
    size_t longest;      ///< longest run, at most 256
    size_t long_one_in;  ///< one run in this many may have any length; the others are short
    size_t odd_one_in;   ///< one run in this many is in the long form even if short
  };
  static constexpr std::array kStyles{
      Style{1, 1, 1000},   // single pixels only
      Style{15, 1, 1000},  // few escapes
      Style{60, 10, 20},   // like pictures
      Style{256, 2, 5},    // long runs, many escapes
      Style{256, 1, 1},    // escapes only
  };
  const Style& style = one_of(random, kStyles);
  const size_t longest_short = (size_t{1} << length_bits(split)) - 1;
  Bytes stream;
  for (size_t left = width * height; left != 0;) {
    const size_t most = std::min(left, style.longest);
    const size_t length =
        random.in_range(1, random.one_in(style.long_one_in) ? most : std::min(most, longest_short));
    const auto color = static_cast<unsigned>(random.in_range(0, color_count(split) - 1));
    append_run(stream, split, color, length, random.one_in(style.odd_one_in));
    left -= length;
  }
  return stream;
}

struct CodesStyle {
  size_t longest;          ///< longest code in pixels; the codec may allow less
  size_t literals_one_in;  ///< one code in this many is literals
  size_t odd_one_in;       ///< one row in this many is short or has extra bytes
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
      stream.push_back(static_cast<uint8_t>(random.in_range(0, Codes::kSkips ? 199 : 255)));
    }
    width -= code.length;
  }
}

/// Odd rows may have extra bytes, which are random. Auxiliary pictures have no `literals`.
template <class Codes, bool literals = true>
Bytes random_codes(Random& random, size_t width, size_t height) {
  static constexpr std::array kStyles{
      CodesStyle{1, 2, 1000},     // single pixels only
      CodesStyle{6, 2, 1000},     // short codes
      CodesStyle{20, 3, 100},     // like pictures
      CodesStyle{128, 2, 1000},   // long codes
      CodesStyle{128, 1, 1000},   // literals only
      CodesStyle{128, 1000, 10},  // runs only
      CodesStyle{20, 3, 2},       // many odd rows
  };
  CodesStyle style = one_of(random, kStyles);
  if (!literals) style.literals_one_in = UINT64_MAX;
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

inline Bytes random_majmin(Random& random, size_t width, size_t height) {
  struct Style {
    size_t most_keeps;
    size_t color_one_in;
    size_t repeat_one_in;
  };
  static constexpr std::array kStyles{Style{0, 2, 1000}, Style{3, 2, 30},   Style{12, 3, 5},
                                      Style{100, 3, 4},  Style{0, 1000, 2}, Style{2000, 2, 2}};
  const Style& style = one_of(random, kStyles);
  const auto bits_per_pixel = static_cast<unsigned>(random.in_range(1, 8));
  StripBits bits;
  for (size_t left = std::max<size_t>(width * height, 1) - 1; left != 0;) {
    const size_t keeps = random.in_range(0, std::min(left, style.most_keeps));
    bits.same(keeps);
    left -= keeps;
    if (left == 0) break;
    if (left > 1 && random.one_in(style.repeat_one_in)) {
      const size_t count = random.in_range(2, std::min<size_t>(left, 255));
      bits.run(static_cast<unsigned>(count));
      left -= count;
    } else {
      const int by = static_cast<int>(random.in_range(0, 7)) - 4;
      if (by == 0 || random.one_in(style.color_one_in)) {
        bits.color(static_cast<unsigned>(random.in_range(0, (1u << bits_per_pixel) - 1)),
                   bits_per_pixel);
      } else {
        bits.change(by);
      }
      --left;
    }
  }
  Bytes stream{static_cast<uint8_t>(bits_per_pixel), random.byte()};
  stream.insert(stream.end(), bits.bytes().begin(), bits.bytes().end());
  return stream;
}

inline Bytes random_wide(Random& random, size_t width, size_t height) {
  Bytes stream;
  for (size_t left = width / kStripWidth * height; left != 0;) {
    const size_t count = random.in_range(0, random.one_in(9) ? 127 : std::min<size_t>(left, 127));
    const bool repeats = random.one_in(2);
    stream.push_back(static_cast<uint8_t>(count | (repeats ? 0x80 : 0)));
    for (size_t i = repeats ? 1 : count; i != 0; --i) stream.push_back(random.byte());
    left -= std::min(left, count);
  }
  return stream;
}

/// Makes one random change to a stream, which may make it invalid.
inline void damage(Random& random, Bytes& stream) {
  if (stream.empty()) return;
  const size_t at = random.in_range(0, stream.size() - 1);
  switch (random.in_range(0, 4)) {
    case 0:
      stream[at] = random.byte();
      break;
    case 1:
      stream[at] = random.one_in(2) ? 255 : 1;
      break;
    case 2:
      stream[at] ^= static_cast<uint8_t>(1 << random.next() % 8);
      break;
    case 3:
      stream.erase(stream.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    default:
      stream.resize(at);
  }
}

}  // namespace wardrobe::test_support
