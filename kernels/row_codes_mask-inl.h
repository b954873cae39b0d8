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

// Two rows of up to 31 bytes are taken at once, each in half of the vectors.

struct Lanes {
  __m256i lengths;  ///< in pixels
  __m256i sizes;    ///< in bytes, the code's first byte included
  __mmask32 literals;
  __mmask32 skips;
};

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
      const Step step = read_one(from, left);
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
    const Step step = read_two(in.data(), left, in.data() + start, left2);
    const bool fine =
        step.odd == 0 && is_row(step.first, left, width) && is_row(step.second, left2, width);
    if (HWY_UNLIKELY(!fine)) return 0;
    store(step, 0, _mm256_castsi256_si128(step.ends), width, out);
    store(step, 16, _mm256_extracti128_si256(step.ends, 1), width, out + width);
    return start + left2;
  }

  /// A row that was decoded otherwise.
  void count_row(std::span<const uint8_t>) {}

  /// Whether there are opaque pixels of 255 in the rows, which are all of the picture's.
  HWY_INLINE bool has_opaque_255(std::span<const uint8_t>) const {
    return _mm512_cmpeq_epu8_mask(highest_, bytes(kTransparent255)) != 0;
  }

 private:
  static constexpr size_t kHalf = 32;
  static constexpr uint8_t kOpaque = 0x40;
  static constexpr uint8_t kLiteral = 0x80;

  struct Totals {
    size_t bytes;
    size_t pixels;  ///< at most 254
  };

  struct Step {
    __m512i block;
    __m512i sources;  ///< a code a lane: where its pixels come from, kOpaque, kLiteral
    __m256i ends;     ///< of the codes, in pixels
    unsigned odd;     ///< not 0 if there are codes that the step cannot do
    Totals first;     ///< of the first 16 lanes
    Totals second;    ///< of the other 16
  };

  static bool is_row(Totals totals, size_t size, size_t width) {
    return totals.bytes == size &&
           (Codes::kSkips ? totals.pixels <= width : totals.pixels == width);
  }

  /// The first codes of a row, in the first 16 lanes.
  HWY_INLINE Step read_one(const uint8_t* HWY_RESTRICT in, size_t left) const {
    const size_t size = std::min<size_t>(left, 63);
    const uint64_t valid = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
    return read(_mm512_maskz_loadu_epi8(valid, in), valid, bytes(63), _mm512_setzero_si512(),
                _mm256_set1_epi8(static_cast<char>(size)), 0xFFFF);
  }

  /// The codes of two rows of up to 31 bytes.
  HWY_INLINE Step read_two(const uint8_t* HWY_RESTRICT in, size_t size,
                           const uint8_t* HWY_RESTRICT in2, size_t size2) const {
    const auto valid = static_cast<__mmask32>(_bzhi_u32(~0u, static_cast<unsigned>(size)));
    const auto valid2 = static_cast<__mmask32>(_bzhi_u32(~0u, static_cast<unsigned>(size2)));
    const __m512i block =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_maskz_loadu_epi8(valid, in)),
                           _mm256_maskz_loadu_epi8(valid2, in2), 1);
    const __m512i starts = _mm512_maskz_mov_epi8(~uint64_t{0} << 16, bytes(kHalf));
    const __m512i none = _mm512_mask_mov_epi8(bytes(63), 0xFFFFFFFF, bytes(31));
    const __m256i ends = _mm256_mask_mov_epi8(_mm256_set1_epi8(static_cast<char>(kHalf + size2)),
                                              0xFFFF, _mm256_set1_epi8(static_cast<char>(size)));
    // The last lane of a row has to stay free for what is transparent behind its codes.
    const __mmask32 lanes = Codes::kSkips ? 0x7FFF7FFF : 0xFFFFFFFF;
    return read(block, uint64_t{valid2} << kHalf | valid, none, starts, ends, lanes);
  }

  /// The codes that end within the bytes and the next 254 pixels. Of each half of `block`: `valid`
  /// are the bytes that are there, `none` the place that stands for "no code", `starts` where the
  /// first code is, and `size` where the bytes end; the last two a lane, of which `lanes` are used.
  HWY_INLINE Step read(__m512i block, uint64_t valid, __m512i none, __m512i starts, __m256i size,
                       __mmask32 lanes) const {
    const __m512i places = find_places(block, valid, none, starts);
    const Lanes codes = split(_mm512_castsi512_si256(_mm512_permutexvar_epi8(places, block)));
    const __m256i at = _mm512_castsi512_si256(places);
    __m256i ends = codes.lengths;
    ends = _mm256_adds_epu8(ends, _mm256_slli_si256(ends, 1));
    ends = _mm256_adds_epu8(ends, _mm256_slli_si256(ends, 2));
    ends = _mm256_adds_epu8(ends, _mm256_slli_si256(ends, 4));
    ends = _mm256_adds_epu8(ends, _mm256_slli_si256(ends, 8));
    __mmask32 fit = _mm256_mask_cmple_epu8_mask(lanes, _mm256_add_epi8(at, codes.sizes), size);
    fit = _mm256_mask_cmplt_epu8_mask(fit, ends, _mm256_set1_epi8(-1));
    Step step;
    step.block = block;
    // A lane without a code ends nothing, at least not before pixel 255.
    step.ends = _mm256_mask_mov_epi8(_mm256_set1_epi8(-1), fit, ends);
    step.odd = Codes::kSkips ? _mm256_mask_testn_epi8_mask(fit, codes.lengths, codes.lengths) : 0;
    step.sources = sources(at, codes, ends, fit);
    add_up(fit, codes, step);
    return step;
  }

  HWY_INLINE static void add_up(__mmask32 fit, const Lanes& codes, Step& step) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i sizes = _mm256_sad_epu8(_mm256_maskz_mov_epi8(fit, codes.sizes), zero);
    const __m256i lengths = _mm256_sad_epu8(_mm256_maskz_mov_epi8(fit, codes.lengths), zero);
    __m256i sums = _mm256_or_si256(_mm256_slli_epi64(sizes, 32), lengths);
    sums = _mm256_add_epi64(sums, _mm256_unpackhi_epi64(sums, sums));
    step.first = totals(_mm256_castsi256_si128(sums));
    step.second = totals(_mm256_extracti128_si256(sums, 1));
  }

  HWY_INLINE static Totals totals(__m128i sums) {
    const auto both = static_cast<uint64_t>(_mm_cvtsi128_si64(sums));
    return {both >> 32, both & 0xFFFFFFFF};
  }

  /// Where the first 16 codes are, from each start.
  HWY_INLINE static __m512i find_places(__m512i block, uint64_t valid, __m512i none,
                                        __m512i starts) {
    const __m512i next =
        _mm512_mask_min_epu8(none, valid, _mm512_add_epi8(iota(), sizes(block)), none);
    const __m512i after2 = _mm512_permutexvar_epi8(next, next);
    const __m512i after4 = _mm512_permutexvar_epi8(after2, after2);
    const __m512i after8 = _mm512_permutexvar_epi8(after4, after4);
    __m512i places = _mm512_mask_permutexvar_epi8(starts, 0xAAAAAAAA, starts, next);
    places = _mm512_mask_permutexvar_epi8(places, 0xCCCCCCCC, places, after2);
    places = _mm512_mask_permutexvar_epi8(places, 0xF0F0F0F0, places, after4);
    return _mm512_mask_permutexvar_epi8(places, 0xFF00FF00, places, after8);
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

  HWY_INLINE static Lanes split(__m256i codes) {
    const __m256i one = _mm256_set1_epi8(1);
    const __m256i halves = _mm256_and_si256(_mm256_srli_epi16(codes, 1), _mm256_set1_epi8(0x7F));
    Lanes lanes;
    if constexpr (Codes::kSkips) {
      const __m256i quarters =
          _mm256_and_si256(_mm256_srli_epi16(codes, 2), _mm256_set1_epi8(0x3F));
      lanes.skips = _mm256_test_epi8_mask(codes, one);
      lanes.literals = _mm256_testn_epi8_mask(codes, _mm256_set1_epi8(3));
      lanes.lengths = _mm256_mask_mov_epi8(_mm256_add_epi8(quarters, one), lanes.skips, halves);
      lanes.sizes = _mm256_sub_epi8(_mm256_set1_epi8(2), _mm256_and_si256(codes, one));
    } else {
      lanes.skips = 0;
      lanes.literals = _mm256_testn_epi8_mask(codes, one);
      lanes.lengths = _mm256_add_epi8(halves, one);
      lanes.sizes = _mm256_set1_epi8(2);
    }
    lanes.sizes = _mm256_mask_add_epi8(lanes.sizes, lanes.literals, lanes.lengths, one);
    return lanes;
  }

  /// For a literal code what to add to a pixel's number to have the place of its byte, for a run
  /// the place of its byte. Lanes that are 0 are transparent.
  HWY_INLINE static __m512i sources(__m256i places, const Lanes& codes, __m256i ends,
                                    __mmask32 fit) {
    const __m256i starts = _mm256_sub_epi8(ends, codes.lengths);
    const __m256i flags =
        _mm256_mask_mov_epi8(_mm256_set1_epi8(kOpaque), codes.literals,
                             _mm256_set1_epi8(static_cast<char>(kOpaque | kLiteral)));
    __m256i from = _mm256_add_epi8(places, _mm256_set1_epi8(1));
    from = _mm256_mask_sub_epi8(from, codes.literals, from, starts);
    from = _mm256_and_si256(from, _mm256_set1_epi8(0x3F));
    const auto opaque = static_cast<__mmask32>(fit & ~codes.skips);
    from = _mm256_maskz_mov_epi8(opaque, _mm256_or_si256(from, flags));
    return _mm512_zextsi256_si512(from);
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
      const __m512i code = _mm512_add_epi8(prefix_counts(or_all(mask), below_, up_to_), before);
      const __m512i pixels = _mm512_add_epi8(iota(), bytes(static_cast<int>(from)));
      const __m512i source = _mm512_permutexvar_epi8(code, step.sources);
      const __m512i places =
          _mm512_mask_add_epi8(source, _mm512_movepi8_mask(source), source, pixels);
      __m512i colors;
      if constexpr (Codes::kSkips) {
        const __mmask64 opaque = _mm512_test_epi8_mask(source, bytes(kOpaque));
        colors = _mm512_maskz_permutexvar_epi8(opaque, places, step.block);
        highest_ = _mm512_max_epu8(highest_, colors);
        colors = _mm512_mask_mov_epi8(bytes(kTransparent255), opaque, colors);
      } else {
        colors = _mm512_permutexvar_epi8(places, step.block);
      }
      _mm512_storeu_si512(out + from, colors);
      from += 64;
      if (HWY_LIKELY(from >= count)) return;
      const __m512i base = qwords(from);
      mask = _mm512_or_si512(_mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_low, base)),
                             _mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(ends_high, base)));
      before = bytes(first + _mm_popcnt_u32(_mm512_cmplt_epu64_mask(ends_low, base)) +
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
  HWY_NOINLINE size_t copy_literals(const uint8_t* in, size_t left, size_t room, uint8_t* out) {
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

  HWY_INLINE static __m512i iota() {
    return _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46,
                           45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28,
                           27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
                           9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }

  const __m512i below_;
  const __m512i up_to_;
  __m512i highest_;  ///< of opaque pixels so far, a lane
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
