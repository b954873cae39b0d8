#include "kernels/encode.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "kernels/row_codes.h"

namespace wardrobe {
namespace {

constexpr size_t kLongestRun = 255;  ///< of RLE and of the coding `run`
constexpr size_t kRunBits = 13;      ///< of the coding `run`

/// Writes one run to `to`, and returns its end.
uint8_t* put_run(uint8_t* to, unsigned color, size_t length, unsigned length_bits) {
  const unsigned high = color << length_bits;
  if (length < (size_t{1} << length_bits)) {
    *to++ = static_cast<uint8_t>(high | length);
  } else {
    *to++ = static_cast<uint8_t>(high);
    *to++ = static_cast<uint8_t>(length);
  }
  return to;
}

/// Encodes rows for codecs 5 and 32.
template <class Codes>
size_t encode_rows(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  if (width == 0) return 0;
  uint8_t* to = out.data();
  const auto put = [&to](CodeKind kind, std::span<const uint8_t> colors) {
    while (!colors.empty()) {
      const RowCode code{kind, std::min(colors.size(), Codes::longest(kind))};
      *to++ = static_cast<uint8_t>(Codes::write(code));
      to = std::copy_n(colors.data(), code.data(), to);
      colors = colors.subspan(code.length);
    }
  };
  for (size_t y = 0; y < height; ++y) {
    uint8_t* const count = to;
    to += 2;
    auto row = pixels.subspan(y * width, width);
    while (Codes::kSkips && !row.empty() && row.back() == kTransparent255) {
      row = row.first(row.size() - 1);
    }
    size_t literals = 0;  // before x
    for (size_t x = 0; x < row.size();) {
      size_t length = 1;
      while (x + length < row.size() && row[x + length] == row[x]) ++length;
      const bool skip = Codes::kSkips && row[x] == kTransparent255;
      // After literals, two more literals cost no more than a run of two.
      if (skip || length >= 3 || (length == 2 && literals == 0)) {
        put(CodeKind::literals, row.subspan(x - literals, literals));
        literals = 0;
        put(skip ? CodeKind::skip : CodeKind::run, row.subspan(x, length));
      } else {
        literals += length;
      }
      x += length;
    }
    put(CodeKind::literals, row.last(literals));
    const auto size = static_cast<size_t>(to - count) - 2;
    count[0] = static_cast<uint8_t>(size);
    count[1] = static_cast<uint8_t>(size >> 8);
  }
  return static_cast<size_t>(to - out.data());
}

}  // namespace

size_t encode_rle(std::span<const uint8_t> pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_rle_bound(pixels.size()));
  const unsigned length_bits = static_cast<unsigned>(split);
  uint8_t* to = out.data();
  unsigned color = 0;
  size_t length = 0;
  for (size_t x = 0; x < width; ++x) {
    for (size_t y = 0; y < height; ++y) {
      const unsigned next = pixels[y * width + x];
      if (length != 0 && (next != color || length == kLongestRun)) {
        to = put_run(to, color, length, length_bits);
        length = 0;
      }
      color = next;
      ++length;
    }
  }
  if (length != 0) to = put_run(to, color, length, length_bits);
  return static_cast<size_t>(to - out.data());
}

size_t encode_wide(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
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

size_t encode_bomp(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_bomp_bound(width, height));
  return encode_rows<BompCodes>(pixels, width, height, out);
}

size_t encode_trle(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_trle_bound(width, height));
  return encode_rows<TrleCodes>(pixels, width, height, out);
}

size_t encode_strip_bits(StripCode code, std::span<const uint8_t> pixels, std::span<uint8_t> out) {
  assert(!pixels.empty() && out.size() >= encode_strip_bits_bound(pixels.size()));
  uint8_t* to = out.data();
  *to++ = pixels[0];
  unsigned bits = 0;  // not written yet, the lowest first
  unsigned have = 0;
  const auto put = [&](unsigned value, unsigned count) {
    bits |= value << have;
    for (have += count; have >= 8; have -= 8) {
      *to++ = static_cast<uint8_t>(bits);
      bits >>= 8;
    }
  };
  int step = -1;  // of the coding `basic`
  for (size_t i = 1; i < pixels.size();) {
    size_t same = i;
    while (same < pixels.size() && pixels[same] == pixels[i - 1]) ++same;
    while (code.coding == StripCoding::run && same - i > kRunBits) {
      const size_t run = std::min(same - i, kLongestRun);
      put(static_cast<unsigned>(run) << 5 | 0b10011, kRunBits);
      i += run;
    }
    for (; i < same; ++i) put(0, 1);
    if (i == pixels.size()) break;
    const int change = (pixels[i] - pixels[i - 1] + 384) % 256 - 128;  // modulo 256
    const bool he = code.coding == StripCoding::he;
    if (code.coding == StripCoding::basic && (change == step || change == -step)) {
      put(change == step ? 0b011 : 0b111, 3);
      step = change;
    } else if (code.coding != StripCoding::basic && change >= -4 && change <= (he ? 4 : 3)) {
      const int index = he && change > 0 ? change + 3 : change + 4;
      put(static_cast<unsigned>(index) << 2 | 0b11, 5);
    } else {
      put(unsigned{pixels[i]} << 2 | 0b01, 2u + code.bits);
      step = -1;
    }
    ++i;
  }
  if (have != 0) *to++ = static_cast<uint8_t>(bits);
  return static_cast<size_t>(to - out.data());
}

size_t encode_majmin(std::span<const uint8_t> pixels, size_t width, size_t height,
                     std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_majmin_bound(pixels.size()));
  if (width * height == 0) return 0;
  const unsigned highest = *std::ranges::max_element(pixels);
  out[0] = static_cast<uint8_t>(std::bit_width(highest | 1u));
  return 1 + encode_strip_bits(majmin_code(out[0]), pixels, out.subspan(1));
}

}  // namespace wardrobe
