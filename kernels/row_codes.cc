#include "kernels/row_codes.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "kernels/reference.h"
#include "kernels/simd.h"

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
HWY_INLINE bool decode_row(std::span<const uint8_t> in, size_t left, size_t width, uint8_t* out) {
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
DecodeResult decode_rows(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
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
DecodeResult decode_rows(std::span<const uint8_t>, size_t, size_t, std::span<uint8_t>) {
  return kIncomplete;
}

#endif

DecodeResult bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
  return decode_rows<BompCodes>(in, width, height, out);
}

DecodeResult trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                       std::span<uint8_t> out) {
  return decode_rows<TrleCodes>(in, width, height, out);
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(bomp_rows);
HWY_EXPORT(trle_rows);

DecodeResult decode_bomp_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(bomp_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_bomp_rows_reference(in, width, height, out);
}

DecodeResult decode_trle_rows(std::span<const uint8_t> in, size_t width, size_t height,
                              std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(trle_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_trle_rows_reference(in, width, height, out);
}

}  // namespace wardrobe
#endif
