#include "kernels/row_codes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <span>

#include "kernels/encode.h"
#include "kernels/reference.h"

#ifndef WARDROBE_KERNELS_ROW_CODES_CC_  // All but the vector forms is compiled once.
#define WARDROBE_KERNELS_ROW_CODES_CC_

namespace wardrobe {
namespace {

/// Auxiliary pictures. Pixels that stay as they are, and those of the background, are skipped.
struct AuxiliaryCodes {
  static constexpr bool kSkips = true;

  static constexpr RowCode read(unsigned byte) {
    if ((byte & 1) != 0) return {CodeKind::skip, byte >> 1};
    return {(byte & 2) != 0 ? CodeKind::run : CodeKind::skip, (byte >> 2) + 1};
  }
};

/// Properties of a code, by its first byte.
struct CodeTable {
  std::array<uint16_t, 256> pixels;
  std::array<uint16_t, 256> bytes;
  std::array<uint8_t, 256> is_literals;  ///< 255 or 0
  std::array<uint8_t, 256> is_skip;      ///< 255 or 0
};

template <class Codes>
constexpr CodeTable kCodeTable = [] {
  CodeTable table{};
  for (unsigned i = 0; i < 256; ++i) {
    const RowCode code = Codes::read(i);
    table.pixels[i] = static_cast<uint16_t>(code.length);
    table.bytes[i] = static_cast<uint16_t>(1 + code.data());
    table.is_literals[i] = code.kind == CodeKind::literals ? 255 : 0;
    table.is_skip[i] = code.kind == CodeKind::skip ? 255 : 0;
  }
  return table;
}();

/// Decodes one row of out.size() pixels. `in` is the codes of the row. Skipped pixels become
/// `transparent`.
template <class Codes>
DecodeEnd decode_row_reference(Bytes in, std::span<uint8_t> out,
                               uint8_t transparent = kTransparent255) {
  size_t at = 0;
  size_t x = 0;
  while (x < out.size()) {
    if (at == in.size()) {
      if (!Codes::kSkips) return DecodeEnd::truncated;
      std::ranges::fill(out.subspan(x), transparent);
      break;
    }
    const RowCode code = Codes::read(in[at++]);
    if (code.length > out.size() - x) return DecodeEnd::overrun;
    if (code.data() > in.size() - at) return DecodeEnd::truncated;
    for (size_t i = 0; i < code.length; ++i) {
      uint8_t color = transparent;
      if (code.kind != CodeKind::skip) {
        color = in[code.kind == CodeKind::run ? at : at + i];
        if (Codes::kSkips && color == transparent) return DecodeEnd::damaged;
      }
      out[x + i] = color;
    }
    at += code.data();
    x += code.length;
  }
  return DecodeEnd::complete;
}

template <class Codes>
DecodeResult decode_rows_reference(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                                   uint8_t transparent = kTransparent255) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (in.size() - at < 2) return {DecodeEnd::truncated, at};
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (count > in.size() - at) return {DecodeEnd::truncated, at};
    const DecodeEnd end = decode_row_reference<Codes>(in.subspan(at, count),
                                                      out.subspan(y * width, width), transparent);
    if (end != DecodeEnd::complete) return {end, at};
    at += count;
  }
  return {DecodeEnd::complete, at};
}

/// Calls put(at, length, color) for each run of pixels, until it returns false: such a picture is
/// damaged.
template <class Put>
DecodeResult for_each_run(Bytes in, size_t width, size_t height, const Put& put) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (in.size() - at < 2) return {DecodeEnd::truncated, at};
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (count > in.size() - at) return {DecodeEnd::truncated, at};
    const size_t end = at + count;
    for (size_t x = 0; x < width && at < end;) {
      const RowCode code = AuxiliaryCodes::read(in[at++]);
      if (code.length > width - x) return {DecodeEnd::overrun, at};
      if (code.kind == CodeKind::run) {
        if (at == end) return {DecodeEnd::truncated, at};
        if (!put(y * width + x, code.length, in[at++])) return {DecodeEnd::damaged, at};
      }
      x += code.length;
    }
    at = end;
  }
  return {DecodeEnd::complete, at};
}

/// Encodes rows for codecs 5 and 32.
template <class Codes>
size_t encode_rows(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out) {
  if (width == 0) return 0;
  uint8_t* to = out.data();
  const auto put = [&to](CodeKind kind, Bytes colors) {
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

DecodeResult decode_bomp_rows_reference(Bytes in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<BompCodes>(in, width, height, out);
}

DecodeResult decode_trle_rows_reference(Bytes in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<TrleCodes>(in, width, height, out);
}

DecodeResult decode_auxiliary_rows_reference(Bytes in, size_t width, size_t height,
                                             uint8_t transparent, std::span<uint8_t> out) {
  return decode_rows_reference<AuxiliaryCodes>(in, width, height, out, transparent);
}

DecodeResult decode_auxiliary_rows(Bytes in, size_t width, size_t height, uint8_t transparent,
                                   std::span<uint8_t> out) {
  assert(out.size() >= width * height);
  std::fill_n(out.begin(), width * height, transparent);
  return for_each_run(in, width, height, [&](size_t at, size_t length, uint8_t color) {
    std::ranges::fill(out.subspan(at, length), color);
    return color != transparent;
  });
}

DecodeEnd find_auxiliary_colors(Bytes in, size_t width, size_t height, std::bitset<256>& colors) {
  return for_each_run(in, width, height,
                      [&](size_t, size_t, uint8_t color) {
                        colors.set(color);
                        return true;
                      })
      .end;
}

size_t encode_bomp(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_bomp_bound(width, height));
  return encode_rows<BompCodes>(pixels, width, height, out);
}

size_t encode_trle(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_trle_bound(width, height));
  return encode_rows<TrleCodes>(pixels, width, height, out);
}

}  // namespace wardrobe

#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_codes.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

constexpr DecodeResult kIncomplete{DecodeEnd::truncated, 0};

#if WARDROBE_HAVE_VECTORS

namespace hn = hwy::HWY_NAMESPACE;

// Each code stores a block of fixed size, whatever its kind, and the next code overwrites the
// excess. Only codes longer than a block branch.

constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
constexpr size_t kBlock = 64;
constexpr size_t kLongestTail = 192;
using Splat = hn::FixedTag<uint8_t, kWidth>;
using Vector = hn::Vec<Splat>;

HWY_INLINE size_t count_255(const uint8_t* in, size_t size) {
  const Splat d;
  size_t count = 0;
  for (size_t i = 0; i < size; i += kWidth) {
    const auto is_255 = hn::Eq(hn::LoadU(d, in + i), hn::Set(d, 255));
    count += hn::CountTrue(d, hn::And(is_255, hn::FirstN(d, std::min(size - i, kWidth))));
  }
  return count;
}

/// Decodes a row of `width` pixels from `left` bytes. Reads up to kBlock bytes past them.
template <class Codes>
HWY_INLINE bool decode_codes(const uint8_t* HWY_RESTRICT in, size_t left, size_t width,
                             uint8_t* HWY_RESTRICT out) {
  const Splat d;
  size_t at = 0;
  size_t x = 0;
  size_t codes_of_255 = 0;
  while (x < width) {
    if (HWY_UNLIKELY(at == left)) break;
    const unsigned code = in[at];
    const size_t length = kCodeTable<Codes>.pixels[code];
    const size_t next = at + kCodeTable<Codes>.bytes[code];
    if (HWY_UNLIKELY(length > width - x || next > left)) return false;
    const uint8_t literals = kCodeTable<Codes>.is_literals[code];
    const uint8_t skip = kCodeTable<Codes>.is_skip[code];
    const uint8_t color = in[at + 1] | skip;
    const Vector same = hn::Set(d, color);
    const Vector is_literal = hn::Set(d, literals);
    const uint8_t* from = in + at + 1;
    for (size_t i = 0;;) {
      for (size_t j = 0; j < kBlock; j += kWidth) {
        const Vector colors = hn::IfVecThenElse(is_literal, hn::LoadU(d, from + j), same);
        hn::StoreU(colors, d, out + x + i + j);
      }
      i += kBlock;
      from += kBlock & literals;
      if (HWY_LIKELY(i >= length)) break;
    }
    at = next;
    x += length;
    if (Codes::kSkips) codes_of_255 += code == 255 ? 1 : 0;
  }
  if (!Codes::kSkips) return x == width;
  const Vector transparent = hn::Set(d, kTransparent255);
  for (; x < width; x += kWidth) hn::StoreU(transparent, d, out + x);
  return at == left && count_255(in, left) == codes_of_255;  // Otherwise, a pixel is 255.
}

/// Decodes a row of `width` pixels from the first `left` bytes of `in`. Returns false if the row is
/// damaged, or of a kind too rare to be worth vectorizing. Writes up to kBlock - 1 bytes past it.
template <class Codes>
HWY_INLINE bool decode_row(Bytes in, size_t left, size_t width, uint8_t* out) {
  if (HWY_LIKELY(in.size() - left >= kBlock)) {
    return decode_codes<Codes>(in.data(), left, width, out);
  }
  // This is too close to the end of the input to load whole blocks.
  uint8_t tail[kLongestTail + kBlock] = {};
  if (left > kLongestTail) return false;
  if (left != 0) std::memcpy(tail, in.data(), left);
  return decode_codes<Codes>(tail, left, width, out);
}

/// A result is complete only if the reference's is. For any other result, the reference tells the
/// fault.
template <class Codes>
DecodeResult decode_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (HWY_UNLIKELY(in.size() - at < 2)) return kIncomplete;
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (HWY_UNLIKELY(count > in.size() - at)) return kIncomplete;
    if (HWY_UNLIKELY(!decode_row<Codes>(in.subspan(at), count, width, out.data() + y * width))) {
      const auto row = out.subspan(y * width, width);
      const DecodeEnd end = decode_row_reference<Codes>(in.subspan(at, count), row);
      if (end != DecodeEnd::complete) return kIncomplete;
    }
    at += count;
  }
  return {DecodeEnd::complete, at};
}

#else

template <class Codes>
DecodeResult decode_rows(Bytes, size_t, size_t, std::span<uint8_t>) {
  return kIncomplete;
}

#endif

DecodeResult bomp_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  return decode_rows<BompCodes>(in, width, height, out);
}

DecodeResult trle_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  return decode_rows<TrleCodes>(in, width, height, out);
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(bomp_rows);
HWY_EXPORT(trle_rows);

DecodeResult decode_bomp_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(bomp_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_bomp_rows_reference(in, width, height, out);
}

DecodeResult decode_trle_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(trle_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_trle_rows_reference(in, width, height, out);
}

}  // namespace wardrobe
#endif
