// The decoder of one row of codes for AVX-512 with VBMI2 and BITALG. Included once a target.

#if defined(WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <span>

#include <hwy/highway.h>

#include "kernels/prefix_counts-inl.h"
#include "kernels/row_codes.h"
#include "kernels/row_codes_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// 64 pixels are stored at once, and nothing branches on what the codes are: pixel p has the colour
// of code number (how many codes end at or before p), which is the number of bits up to bit p in a
// mask of where codes end, and one byte-permute of the input makes the pixels. What bounds this is
// the number of instructions a row, not its length: half of them find the codes, half make the
// pixels.

template <class Codes>
class RowDecoder {
 public:
  RowDecoder() : below_(below_octet()), up_to_(up_to_bit()), highest_(_mm512_setzero_si512()) {}

  /// Decodes a row of `width` pixels from the first `left` bytes of `in`; true if that went without
  /// anything damaged or odd but opaque pixels of 255. Writes up to 63 bytes behind the row.
  HWY_INLINE bool decode(std::span<const uint8_t> in, size_t left, size_t width, uint8_t* out) {
    const uint8_t* from = in.data();
    size_t room = width;
    for (;;) {
      const Step step = StepReader<Codes>::read_one(from, left);
      if (HWY_UNLIKELY(step.first.pixels > room || step.odd != 0)) return false;
      const bool last = step.first.bytes == left;
      store(step, 0, _mm256_castsi256_si128(step.ends),
            Codes::kSkips && last ? room : step.first.pixels, out);
      from += step.first.bytes;
      left -= step.first.bytes;
      out += step.first.pixels;
      room -= step.first.pixels;
      if (HWY_LIKELY(last)) return Codes::kSkips || room == 0;
      if (step.first.bytes != 0) continue;
      const size_t length = copy_literals(from, left, room, out);
      if (length == 0) return false;
      from += 1 + length;
      left -= 1 + length;
      out += length;
      room -= length;
    }
  }

  /// Decodes two rows, the first of which has `left` bytes, at once. Returns how many bytes the two
  /// have, counted from `in` on, or 0 if they are too large for it, damaged or odd.
  HWY_INLINE size_t decode_two(std::span<const uint8_t> in, size_t left, size_t width,
                               uint8_t* out) {
    if (left >= kHalf || width > 254 || in.size() - left < 2) return 0;
    const size_t start = left + 2;
    const size_t left2 = in[left] | in[left + 1] << 8;
    if (left2 >= kHalf || in.size() - start < left2) return 0;
    const Step step = StepReader<Codes>::read_two(in.data(), left, in.data() + start, left2);
    const bool fine =
        step.odd == 0 && is_row(step.first, left, width) && is_row(step.second, left2, width);
    if (HWY_UNLIKELY(!fine)) return 0;
    store(step, 0, _mm256_castsi256_si128(step.ends), width, out);
    store(step, 16, _mm256_extracti128_si256(step.ends, 1), width, out + width);
    return start + left2;
  }

  /// Decodes four rows, the first of which has `left` bytes, at once, like decode_two.
  HWY_INLINE size_t decode_four(std::span<const uint8_t> in, size_t left, size_t width,
                                uint8_t* out) {
    if (width > 32 || in.size() < 4 * kQuarter + 2) return 0;
    std::array<size_t, 4> size{left};
    std::array<size_t, 4> start{};
    for (size_t i = 0; i < 4; ++i) {
      if (i != 0) size[i] = in[start[i] - 2] | in[start[i] - 1] << 8;
      if (size[i] >= kQuarter) return 0;
      if (i != 3) start[i + 1] = start[i] + size[i] + 2;
    }
    const Step step = StepReader<Codes>::read_four(in.data(), start, size);
    alignas(32) uint64_t sizes[4];
    alignas(32) uint64_t lengths[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(sizes), step.sizes);
    _mm256_store_si256(reinterpret_cast<__m256i*>(lengths), step.lengths);
    bool fine = step.odd == 0;
    for (size_t i = 0; i < 4; ++i) fine &= is_row({sizes[i], lengths[i]}, size[i], width);
    if (HWY_UNLIKELY(!fine)) return 0;
    store_two(step, 0, _mm256_castsi256_si128(step.ends), width, out);
    store_two(step, 16, _mm256_extracti128_si256(step.ends, 1), width, out + 2 * width);
    return start[3] + size[3];
  }

  /// A row that was decoded otherwise.
  void count_row(std::span<const uint8_t>) {}

  /// Whether there are opaque pixels of 255 in the rows, which are all of the picture's.
  HWY_INLINE bool has_opaque_255(std::span<const uint8_t>) const {
    return _mm512_cmpeq_epu8_mask(highest_, bytes(kTransparent255)) != 0;
  }

 private:
  static bool is_row(Totals totals, size_t size, size_t width) {
    return totals.bytes == size &&
           (Codes::kSkips ? totals.pixels <= width : totals.pixels == width);
  }

  /// Stores `count` pixels of the codes that have the lanes from `first` on, and up to 63 behind
  /// them; those behind the codes are transparent.
  HWY_INLINE void store(const Step& step, int first, __m128i ends, size_t count,
                        uint8_t* HWY_RESTRICT out) {
    const __m512i ends_low = _mm512_cvtepu8_epi64(ends);
    const __m512i ends_high = _mm512_cvtepu8_epi64(_mm_unpackhi_epi64(ends, ends));
    __m512i mask = _mm512_or_si512(_mm512_sllv_epi64(qwords(1), ends_low),
                                   _mm512_sllv_epi64(qwords(1), ends_high));
    __m512i before = bytes(first);
    for (size_t from = 0;;) {
      const __m512i pixels = _mm512_add_epi8(iota(), bytes(static_cast<int>(from)));
      store_block(step, mask, before, pixels, out + from);
      from += 64;
      if (HWY_LIKELY(from >= count)) return;
      const __m512i base = qwords(from);
      mask = _mm512_or_si512(_mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_low, base)),
                             _mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_high, base)));
      before = bytes(first + _mm_popcnt_u32(_mm512_cmplt_epu64_mask(ends_low, base)) +
                     _mm_popcnt_u32(_mm512_cmplt_epu64_mask(ends_high, base)));
    }
  }

  /// Stores two rows of up to 32 pixels, each of the codes of 8 lanes, from `first` on.
  HWY_INLINE void store_two(const Step& step, int first, __m128i ends, size_t width,
                            uint8_t* HWY_RESTRICT out) {
    const __m512i ends1 = _mm512_cvtepu8_epi64(ends);
    const __m512i ends2 =
        _mm512_add_epi64(_mm512_cvtepu8_epi64(_mm_unpackhi_epi64(ends, ends)), qwords(width));
    const __m512i mask =
        _mm512_or_si512(_mm512_sllv_epi64(qwords(1), ends1), _mm512_sllv_epi64(qwords(1), ends2));
    const __mmask64 second = ~uint64_t{0} << width;
    // All codes of the first row count for the pixels of the second.
    const int unused = 8 - _mm_popcnt_u32(step.fit >> first & 0xFF);
    const __m512i before = _mm512_mask_mov_epi8(bytes(first), second, bytes(first + unused));
    const __m512i pixels =
        _mm512_mask_sub_epi8(iota(), second, iota(), bytes(static_cast<int>(width)));
    store_block(step, mask, before, pixels, out);
  }

  /// Stores 64 pixels: each has the code whose lane is `before` and how many codes end up to it,
  /// and is number `pixels` of its row.
  HWY_INLINE void store_block(const Step& step, __m512i mask, __m512i before, __m512i pixels,
                              uint8_t* HWY_RESTRICT out) {
    const __m512i code = _mm512_add_epi8(prefix_counts(or_all(mask), below_, up_to_), before);
    const __m512i source = _mm512_permutexvar_epi8(code, step.sources);
    const __m512i places =
        _mm512_mask_add_epi8(source, _mm512_movepi8_mask(source), source, pixels);
    __m512i colors;
    if constexpr (Codes::kSkips) {
      const __mmask64 opaque = _mm512_movepi8_mask(_mm512_add_epi8(source, source));
      colors = _mm512_maskz_permutexvar_epi8(opaque, places, step.block);
      highest_ = _mm512_max_epu8(highest_, colors);
      colors = _mm512_mask_mov_epi8(bytes(kTransparent255), opaque, colors);
    } else {
      colors = _mm512_permutexvar_epi8(places, step.block);
    }
    _mm512_storeu_si512(out, colors);
  }

  /// Each lane: all lanes or-ed.
  HWY_INLINE static __m512i or_all(__m512i mask) {
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0x4E));
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0xB1));
    return _mm512_or_si512(mask, _mm512_shuffle_epi32(mask, _MM_PERM_BADC));
  }

  /// Copies one literal code that is too large for a step; returns its length, or 0 if this is
  /// something else or damaged.
  HWY_INLINE size_t copy_literals(const uint8_t* in, size_t left, size_t room, uint8_t* out) {
    const RowCode code = Codes::read(in[0]);
    if (code.kind != CodeKind::literals || code.length >= left || code.length > room) return 0;
    for (size_t i = 0; i < code.length; i += 64) {
      const size_t size = std::min<size_t>(code.length - i, 64);
      const uint64_t mask = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
      const __m512i colors = _mm512_maskz_loadu_epi8(mask, in + 1 + i);
      if (Codes::kSkips) highest_ = _mm512_max_epu8(highest_, colors);
      _mm512_storeu_si512(out + i, colors);
    }
    return code.length;
  }

  const __m512i below_;
  const __m512i up_to_;
  __m512i highest_;  ///< of opaque pixels so far, a lane
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
