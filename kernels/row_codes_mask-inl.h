// The decoder of one row of codes for AVX-512 with VBMI2 and BITALG. Included once a target.

#if defined(WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_MASK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <span>

#include <hwy/highway.h>

#include "kernels/prefix_counts-inl.h"
#include "kernels/row_codes.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// Up to 16 codes are found at once, and 64 pixels stored at once; nothing branches on what the
// codes are. Every byte of the row's next 63 is read as if a code began there, which gives for each
// place the next one; looking that up in itself gives the place two codes on, then four and eight,
// and with these four tables 16 lanes find the places of 16 codes from the first one in four
// look-ups. Pixel p has the colour of code number (how many codes end at or before p), which is the
// number of bits up to bit p in a mask of where codes end, and one byte-permute of the input makes
// the pixels.

struct Lanes {
  __m128i lengths;  ///< in pixels
  __m128i sizes;    ///< in bytes, the code's first byte included
  __mmask16 literals;
  __mmask16 skips;
};

template <class Codes>
class RowDecoder {
 public:
  RowDecoder() : below_(below_octet()), up_to_(up_to_bit()) {}

  /// Decodes a row of `width` pixels from the first `left` bytes of `in`; true if that went without
  /// anything damaged or odd. Writes up to 63 bytes behind the row.
  HWY_INLINE bool decode(std::span<const uint8_t> in, size_t left, size_t width,
                         uint8_t* out) const {
    const uint8_t* from = in.data();
    uint64_t bad = 0;
    size_t room = width;
    for (;;) {
      const Step step = read(from, left);
      if (HWY_UNLIKELY(step.pixels > room || step.odd != 0)) return false;
      const bool last = step.bytes == left;
      bad |= store(step, Codes::kSkips && last ? room : step.pixels, out);
      from += step.bytes;
      left -= step.bytes;
      out += step.pixels;
      room -= step.pixels;
      if (HWY_LIKELY(last)) return bad == 0 && (Codes::kSkips || room == 0);
      if (step.bytes != 0) continue;
      const size_t length = copy_literals(from, left, room, out);
      if (length == 0) return false;
      from += 1 + length;
      left -= 1 + length;
      out += length;
      room -= length;
    }
  }

 private:
  static constexpr size_t kBytes = 63;  ///< of input a step; place 63 stands for "no code"
  static constexpr uint8_t kOpaque = 0x40;
  static constexpr uint8_t kLiteral = 0x80;

  struct Step {
    __m512i block;
    __m512i sources;  ///< a code a lane: where its pixels come from, kOpaque, kLiteral
    __m128i ends;     ///< of the codes, in pixels
    size_t bytes;
    size_t pixels;  ///< at most 254
    unsigned odd;   ///< not 0 if there are codes that the step cannot do
  };

  /// The codes that end within the next bytes and the next 254 pixels.
  HWY_INLINE Step read(const uint8_t* HWY_RESTRICT in, size_t left) const {
    Step step;
    const size_t size = std::min(left, kBytes);
    const uint64_t valid = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
    step.block = _mm512_maskz_loadu_epi8(valid, in);
    const __m128i places = find_places(step.block, valid);
    const Lanes codes = split(_mm512_castsi512_si128(
        _mm512_permutexvar_epi8(_mm512_castsi128_si512(places), step.block)));
    __m128i ends = codes.lengths;
    ends = _mm_adds_epu8(ends, _mm_slli_si128(ends, 1));
    ends = _mm_adds_epu8(ends, _mm_slli_si128(ends, 2));
    ends = _mm_adds_epu8(ends, _mm_slli_si128(ends, 4));
    ends = _mm_adds_epu8(ends, _mm_slli_si128(ends, 8));
    const __m128i behind = _mm_add_epi8(places, codes.sizes);
    const __mmask16 fit = _mm_mask_cmplt_epu8_mask(
        _mm_cmple_epu8_mask(behind, _mm_set1_epi8(static_cast<char>(size))), ends,
        _mm_set1_epi8(-1));
    step.ends = ends;
    step.odd = Codes::kSkips ? _mm_mask_testn_epi8_mask(fit, codes.lengths, codes.lengths) : 0;
    step.sources = sources(places, codes, ends, fit);
    const auto last = static_cast<__mmask16>(fit & ~(fit >> 1));
    step.bytes = pick(last, behind);
    step.pixels = pick(last, ends);
    return step;
  }

  /// Where the first 16 codes are; kBytes for what is not there.
  HWY_INLINE static __m128i find_places(__m512i block, uint64_t valid) {
    const __m512i none = bytes(kBytes);
    const __m512i next =
        _mm512_mask_min_epu8(none, valid, _mm512_add_epi8(iota(), sizes(block)), none);
    const __m512i after2 = _mm512_permutexvar_epi8(next, next);
    const __m512i after4 = _mm512_permutexvar_epi8(after2, after2);
    const __m512i after8 = _mm512_permutexvar_epi8(after4, after4);
    __m512i places = _mm512_maskz_permutexvar_epi8(0xAAAA, _mm512_setzero_si512(), next);
    places = _mm512_mask_permutexvar_epi8(places, 0xCCCC, places, after2);
    places = _mm512_mask_permutexvar_epi8(places, 0xF0F0, places, after4);
    places = _mm512_mask_permutexvar_epi8(places, 0xFF00, places, after8);
    return _mm512_castsi512_si128(places);
  }

  /// Of each byte, taken for a code's first: the code's size in bytes.
  HWY_INLINE static __m512i sizes(__m512i block) {
    if constexpr (Codes::kSkips) {
      const __m512i literals =
          _mm512_add_epi8(_mm512_and_si512(_mm512_srli_epi16(block, 2), bytes(0x3F)), bytes(2));
      const __m512i others = _mm512_sub_epi8(bytes(2), _mm512_and_si512(block, bytes(1)));
      return _mm512_mask_mov_epi8(literals, _mm512_test_epi8_mask(block, bytes(3)), others);
    } else {
      const __m512i literals =
          _mm512_add_epi8(_mm512_and_si512(_mm512_srli_epi16(block, 1), bytes(0x7F)), bytes(2));
      return _mm512_mask_mov_epi8(literals, _mm512_test_epi8_mask(block, bytes(1)), bytes(2));
    }
  }

  HWY_INLINE static Lanes split(__m128i codes) {
    const __m128i one = _mm_set1_epi8(1);
    const __m128i halves = _mm_and_si128(_mm_srli_epi16(codes, 1), _mm_set1_epi8(0x7F));
    Lanes lanes;
    if constexpr (Codes::kSkips) {
      const __m128i quarters = _mm_and_si128(_mm_srli_epi16(codes, 2), _mm_set1_epi8(0x3F));
      lanes.skips = _mm_test_epi8_mask(codes, one);
      lanes.literals = _mm_testn_epi8_mask(codes, _mm_set1_epi8(3));
      lanes.lengths = _mm_mask_mov_epi8(_mm_add_epi8(quarters, one), lanes.skips, halves);
      lanes.sizes = _mm_sub_epi8(_mm_set1_epi8(2), _mm_and_si128(codes, one));
    } else {
      lanes.skips = 0;
      lanes.literals = _mm_testn_epi8_mask(codes, one);
      lanes.lengths = _mm_add_epi8(halves, one);
      lanes.sizes = _mm_set1_epi8(2);
    }
    lanes.sizes = _mm_mask_add_epi8(lanes.sizes, lanes.literals, lanes.lengths, one);
    return lanes;
  }

  /// For a literal code what to add to a pixel's number to have the place of its byte, for a run
  /// the place of its byte. Lanes that are 0 are transparent.
  HWY_INLINE static __m512i sources(__m128i places, const Lanes& codes, __m128i ends,
                                    __mmask16 fit) {
    const __m128i starts = _mm_sub_epi8(ends, codes.lengths);
    const __m128i flags = _mm_mask_mov_epi8(_mm_set1_epi8(kOpaque), codes.literals,
                                            _mm_set1_epi8(static_cast<char>(kOpaque | kLiteral)));
    __m128i from = _mm_add_epi8(places, _mm_set1_epi8(1));
    from = _mm_mask_sub_epi8(from, codes.literals, from, starts);
    from = _mm_and_si128(from, _mm_set1_epi8(0x3F));
    const auto opaque = static_cast<__mmask16>(fit & ~codes.skips);
    from = _mm_maskz_mov_epi8(opaque, _mm_or_si128(from, flags));
    return _mm512_zextsi128_si512(from);
  }

  /// The byte of one lane, or 0 if the mask is 0.
  HWY_INLINE static size_t pick(__mmask16 lane, __m128i from) {
    return static_cast<size_t>(_mm_cvtsi128_si32(_mm_maskz_compress_epi8(lane, from)));
  }

  /// Stores `count` pixels, and up to 63 behind them; those behind the step's codes are
  /// transparent. Returns a mask that is not 0 if there are pixels which this codec cannot have.
  HWY_INLINE uint64_t store(const Step& step, size_t count, uint8_t* HWY_RESTRICT out) const {
    const __m512i ends_low = _mm512_cvtepu8_epi64(step.ends);
    const __m512i ends_high = _mm512_cvtepu8_epi64(_mm_unpackhi_epi64(step.ends, step.ends));
    uint64_t bad = 0;
    __m512i mask = _mm512_or_si512(_mm512_sllv_epi64(qwords(1), ends_low),
                                   _mm512_sllv_epi64(qwords(1), ends_high));
    __m512i before = _mm512_setzero_si512();
    for (size_t from = 0;;) {
      const __m512i code = _mm512_add_epi8(prefix_counts(or_all(mask), below_, up_to_), before);
      const __m512i pixels = _mm512_add_epi8(iota(), bytes(static_cast<int>(from)));
      const __m512i source = _mm512_permutexvar_epi8(code, step.sources);
      const __m512i places =
          _mm512_mask_add_epi8(source, _mm512_movepi8_mask(source), source, pixels);
      __m512i colors;
      if constexpr (Codes::kSkips) {
        const __mmask64 opaque = _mm512_test_epi8_mask(source, bytes(kOpaque));
        colors = _mm512_mask_permutexvar_epi8(bytes(kTransparent255), opaque, places, step.block);
        bad |= _mm512_mask_cmpeq_epu8_mask(opaque, colors, bytes(kTransparent255));
      } else {
        colors = _mm512_permutexvar_epi8(places, step.block);
      }
      _mm512_storeu_si512(out + from, colors);
      from += 64;
      if (HWY_LIKELY(from >= count)) return bad;
      const __m512i base = qwords(from);
      mask = _mm512_or_si512(_mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_low, base)),
                             _mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_high, base)));
      before = bytes(_mm_popcnt_u32(_mm512_cmplt_epu64_mask(ends_low, base)) +
                     _mm_popcnt_u32(_mm512_cmplt_epu64_mask(ends_high, base)));
    }
  }

  /// Each lane: all lanes or-ed.
  HWY_INLINE static __m512i or_all(__m512i mask) {
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0x4E));
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0xB1));
    return _mm512_or_si512(mask, _mm512_shuffle_epi32(mask, _MM_PERM_BADC));
  }

  /// Copies one literal code that is too large for a step; returns its length, or 0 if this is
  /// something else or damaged.
  HWY_NOINLINE static size_t copy_literals(const uint8_t* in, size_t left, size_t room,
                                           uint8_t* out) {
    const RowCode code = Codes::read(in[0]);
    if (code.kind != CodeKind::literals || code.length >= left || code.length > room) return 0;
    uint64_t bad = 0;
    for (size_t i = 0; i < code.length; i += 64) {
      const size_t size = std::min<size_t>(code.length - i, 64);
      const uint64_t mask = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
      const __m512i colors = _mm512_maskz_loadu_epi8(mask, in + 1 + i);
      if (Codes::kSkips) bad |= _mm512_cmpeq_epu8_mask(colors, bytes(kTransparent255));
      _mm512_storeu_si512(out + i, colors);
    }
    return bad == 0 ? code.length : 0;
  }

  HWY_INLINE static __m512i iota() {
    return _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46,
                           45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28,
                           27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
                           9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }

  const __m512i below_;
  const __m512i up_to_;
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
