#include "kernels/encode.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

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
      // After literals, two more literals cost no more than a run of two.
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

template <class Codes>
size_t encode_rows(std::span<const uint8_t> pixels, size_t width, size_t height,
                   std::span<uint8_t> out) {
  if (width == 0) return 0;
  RowEncoder<Codes> encoder(out.data());
  for (size_t y = 0; y < height; ++y) encoder.encode_row(pixels.subspan(y * width, width));
  return static_cast<size_t>(encoder.end() - out.data());
}

/// Writes bits, the lowest of each byte first.
class BitWriter {
 public:
  explicit BitWriter(uint8_t* out) : to_(out) {}

  /// Writes the low `count` bits of `value`, lowest first. `count` is at most 13.
  void put(unsigned value, unsigned count) {
    bits_ |= value << have_;
    for (have_ += count; have_ >= 8; have_ -= 8) {
      *to_++ = static_cast<uint8_t>(bits_);
      bits_ >>= 8;
    }
  }

  /// Writes the bits that remain, and returns the end of the output.
  uint8_t* finish() {
    if (have_ != 0) *to_++ = static_cast<uint8_t>(bits_);
    return to_;
  }

 private:
  uint8_t* to_;
  unsigned bits_ = 0;
  unsigned have_ = 0;
};

/// Writes the commands of the codings that are streams of bits: basic, run and he.
class BitCommands {
 public:
  BitCommands(StripCode code, uint8_t* out) : code_(code), bits_(out) {}

  /// Writes `length` more pixels of the current colour.
  void put_same(size_t length) {
    while (code_.coding == StripCoding::run && length > kRunBits) {
      const size_t run = std::min(length, kLongestRun);
      bits_.put(static_cast<unsigned>(run) << 5 | 0b10011, kRunBits);
      length -= run;
    }
    for (; length != 0; --length) bits_.put(0, 1);
  }

  void put_color(uint8_t color, uint8_t last) {
    const bool done =
        code_.coding == StripCoding::basic ? put_step(color, last) : put_change(color - last);
    if (done) return;
    bits_.put(unsigned{color} << 2 | 0b01, 2u + code_.bits);
    step_ = -1;
  }

  uint8_t* finish() { return bits_.finish(); }

 private:
  bool put_step(uint8_t color, uint8_t last) {
    const bool turns = color == static_cast<uint8_t>(last - step_);
    if (!turns && color != static_cast<uint8_t>(last + step_)) return false;
    bits_.put(turns ? 0b111 : 0b011, 3);
    if (turns) step_ = -step_;
    return true;
  }

  bool put_change(int by) {
    const bool he = code_.coding == StripCoding::he;
    const auto change = static_cast<int8_t>(by);  // Colours count modulo 256.
    if (change < -4 || change > (he ? 4 : 3)) return false;
    const int index = he && change > 0 ? change + 3 : change + 4;
    bits_.put(static_cast<unsigned>(index) << 2 | 0b11, 5);
    return true;
  }

  StripCode code_;
  BitWriter bits_;
  int step_ = -1;
};

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
  out[0] = pixels[0];
  BitCommands commands(code, out.data() + 1);
  size_t same = 0;
  for (size_t i = 1; i < pixels.size(); ++i) {
    if (pixels[i] == pixels[i - 1]) {
      ++same;
      continue;
    }
    commands.put_same(same);
    same = 0;
    commands.put_color(pixels[i], pixels[i - 1]);
  }
  commands.put_same(same);
  return static_cast<size_t>(commands.finish() - out.data());
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
