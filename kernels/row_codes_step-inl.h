// Finds the codes of rows, for AVX-512 with VBMI2 and BITALG. Included once per target.

#if defined(WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

#include <hwy/highway.h>

#include "kernels/prefix_counts-inl.h"
#include "kernels/row_codes.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// A step finds up to 32 codes at once. It reads each of the row's next 63 bytes as if a code began
// there. That yields a table: for each place, the place where the next code begins. Looking the
// table up in itself yields the place two codes on, then four, eight and 16. With these five
// tables, five look-ups take lane i from the first code to code i. Two rows of up to 31 bytes each
// share a step, each in its half of the vectors.
//
// One row of codec 5 with 5 pixels (a run of 3, then 2 literals):
//   place        0  1  2  3  4
//   block       05 07 02 08 09
//   next         2  3  5  9  6   meaningless at places 1, 3 and 4, where no code begins
//   two codes on 5               next[next[0]]
// Lane 0 has the code at place 0, lane 1 the code at place 2; lane 2 would be at place 5, the end.
//   firsts      05 02
//   ends         3  5            in pixels: prefix sums of the lengths 3 and 2
//   sources      1  0 + kLiteral the colour of the run is at place 1, literal p at place p + 0
// Pixel p belongs to lane 0 0 0 1 1 (how many ends are at or below p), so its byte is at place
// 1 1 1 3 4, and the row is 07 07 07 08 09.

constexpr size_t kHalf = 32;
constexpr uint8_t kLiteral = 0x80;
constexpr uint8_t kNowhere = 63;  ///< a place that never belongs to a row: holds 255

struct Lanes {
  __m256i lengths;  ///< in pixels
  __mmask32 literals;
  __mmask32 skips;
};

struct Step {
  __m512i block;    ///< bytes of the rows, 255 elsewhere
  uint64_t valid;   ///< which bytes of the block are bytes of the rows
  __m256i firsts;   ///< per lane: first byte of the code
  __m512i sources;  ///< per lane: where its pixels come from, see sources()
  __m256i next;     ///< per lane: where in the block the code ends
  __m256i ends;     ///< per lane: where in its row the code ends, in pixels
  __mmask32 fit;    ///< lanes that have a code
  __mmask32 last;   ///< lanes whose code ends where the bytes of its row do
  __mmask32 odd;    ///< lanes whose code a step cannot decode: skips of 0 pixels
};

HWY_INLINE __m512i iota() {
  return _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
                         44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
                         25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                         5, 4, 3, 2, 1, 0);
}

/// Hides a constant from the compiler; otherwise g++ 12 computes it again at every use. This
/// affects only speed.
#if defined(__GNUC__)
#define WARDROBE_HIDE_CONSTANT(vector) asm("" : "+v"(vector))
#else
#define WARDROBE_HIDE_CONSTANT(vector) static_cast<void>(vector)
#endif

HWY_INLINE __m512i held(__m512i value) {
  WARDROBE_HIDE_CONSTANT(value);
  return value;
}

/// Constants that stay in registers from row to row.
struct Constants {
  HWY_INLINE Constants() {}

  const __m512i places = held(iota());
  const __m512i one_on = held(_mm512_add_epi8(places, bytes(1)));
  const __m512i two_on = held(_mm512_add_epi8(places, bytes(2)));
  const __m512i one = held(bytes(1));
  const __m512i three = held(bytes(3));
  const __m512i low_6 = held(bytes(0x3F));
  const __m512i low_7 = held(bytes(0x7F));
  const __m512i all = held(bytes(0xFF));
  const __m512i literal = held(bytes(kLiteral));
  const __m512i none = held(bytes(kNowhere));
  const __m512i none_of_two = held(_mm512_mask_mov_epi8(bytes(kNowhere), 0xFFFFFFFF, bytes(31)));
  const __m512i starts_of_two = held(_mm512_maskz_mov_epi8(~uint64_t{0} << 16, bytes(kHalf)));
  const __m512i bit = held(qwords(1));
};

HWY_INLINE __m256i low(__m512i value) { return _mm512_castsi512_si256(value); }

template <class Codes>
class StepReader {
 public:
  HWY_INLINE StepReader() {}

  /// Returns the first codes of a row that has `left` bytes.
  HWY_INLINE Step read_one(const uint8_t* in, size_t left) const {
    const size_t size = std::min<size_t>(left, 63);
    const uint64_t valid = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
    const __m512i block = _mm512_mask_loadu_epi8(c.all, valid, in);
    const __m256i ends = _mm256_set1_epi8(static_cast<char>(size));
    return read<32>(block, valid, c.none, _mm512_setzero_si512(), ends);
  }

  /// Returns the codes of two rows of up to 31 bytes each, in 16 lanes each.
  HWY_INLINE Step read_two(const uint8_t* in, size_t size, const uint8_t* in2, size_t size2) const {
    const __mmask32 valid = _bzhi_u32(~0u, static_cast<unsigned>(size));
    const __mmask32 valid2 = _bzhi_u32(~0u, static_cast<unsigned>(size2));
    const __m512i block =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_mask_loadu_epi8(low(c.all), valid, in)),
                           _mm256_mask_loadu_epi8(low(c.all), valid2, in2), 1);
    const __m256i ends = _mm256_mask_mov_epi8(_mm256_set1_epi8(static_cast<char>(kHalf + size2)),
                                              0xFFFF, _mm256_set1_epi8(static_cast<char>(size)));
    return read<16>(block, uint64_t{valid2} << kHalf | valid, c.none_of_two, c.starts_of_two, ends);
  }

  const Constants c;

 private:
  /// Returns the codes that end within a row's bytes and its next 254 pixels, kLanes per row.
  /// `valid` has the bytes of the rows. Every byte of `none` is a place outside its row. For each
  /// lane, `starts` is where the first code of its row begins, and `size` is where the bytes of its
  /// row end.
  template <size_t kLanes>
  HWY_INLINE Step read(__m512i block, uint64_t valid, __m512i none, __m512i starts,
                       __m256i size) const {
    // The last lane of the first of two rows stays free, for transparent pixels after its codes:
    // the next lane is the second row's. (Those after lane 31 have no code.)
    constexpr __mmask32 kUsed = Codes::kSkips && kLanes == 16 ? 0xFFFF7FFF : 0xFFFFFFFF;
    const __m512i next = next_of(block);
    const __m512i places =
        find_places<kLanes>(_mm512_mask_min_epu8(none, valid, next, none), starts);
    Step step;
    step.firsts = low(_mm512_permutexvar_epi8(places, block));
    const Lanes codes = split(step.firsts);
    const __m256i ends = ends_of<kLanes>(codes.lengths);
    step.block = block;
    step.valid = valid;
    step.next = low(_mm512_permutexvar_epi8(places, next));
    step.fit = _mm256_mask_cmple_epu8_mask(kUsed, step.next, size);
    step.fit = _mm256_mask_cmplt_epu8_mask(step.fit, ends, low(c.all));
    step.last = _mm256_mask_cmpeq_epu8_mask(step.fit, step.next, size);
    // A lane without a code ends at 255, past the end of every code.
    step.ends = _mm256_mask_mov_epi8(low(c.all), step.fit, ends);
    step.sources = sources(low(places), codes, ends, step.fit);
    step.odd =
        Codes::kSkips ? _mm256_mask_testn_epi8_mask(step.fit, codes.lengths, codes.lengths) : 0;
    return step;
  }

  /// Returns the places where the first kLanes codes from each start on begin.
  template <size_t kLanes>
  HWY_INLINE static __m512i find_places(__m512i next, __m512i starts) {
    const __m512i after2 = _mm512_permutexvar_epi8(next, next);
    const __m512i after4 = _mm512_permutexvar_epi8(after2, after2);
    const __m512i after8 = _mm512_permutexvar_epi8(after4, after4);
    __m512i places = _mm512_mask_permutexvar_epi8(starts, 0xAAAAAAAA, starts, next);
    places = _mm512_mask_permutexvar_epi8(places, 0xCCCCCCCC, places, after2);
    places = _mm512_mask_permutexvar_epi8(places, 0xF0F0F0F0, places, after4);
    places = _mm512_mask_permutexvar_epi8(places, 0xFF00FF00, places, after8);
    if (kLanes == 16) return places;
    const __m512i after16 = _mm512_permutexvar_epi8(after8, after8);
    return _mm512_mask_permutexvar_epi8(places, 0xFFFF0000, places, after16);
  }

  /// Returns, for each byte, the place where the next code begins if this byte is the first of a
  /// code.
  HWY_INLINE __m512i next_of(__m512i block) const {
    constexpr int kShift = Codes::kSkips ? 2 : 1;
    const __m512i literals =
        _mm512_and_si512(_mm512_srli_epi16(block, kShift), Codes::kSkips ? c.low_6 : c.low_7);
    const __mmask64 is_literals = _mm512_testn_epi8_mask(block, Codes::kSkips ? c.three : c.one);
    const __m512i next = _mm512_mask_add_epi8(c.two_on, is_literals, c.two_on, literals);
    if (!Codes::kSkips) return next;
    return _mm512_mask_mov_epi8(next, _mm512_test_epi8_mask(block, c.one), c.one_on);
  }

  HWY_INLINE Lanes split(__m256i codes) const {
    const __m256i one = low(c.one);
    const __m256i halves = _mm256_and_si256(_mm256_srli_epi16(codes, 1), low(c.low_7));
    if constexpr (Codes::kSkips) {
      const __mmask32 skips = _mm256_test_epi8_mask(codes, one);
      const __m256i quarters = _mm256_and_si256(_mm256_srli_epi16(codes, 2), low(c.low_6));
      return {_mm256_mask_mov_epi8(_mm256_add_epi8(quarters, one), skips, halves),
              _mm256_testn_epi8_mask(codes, low(c.three)), skips};
    } else {
      return {_mm256_add_epi8(halves, one), _mm256_testn_epi8_mask(codes, one), 0};
    }
  }

  /// Returns the prefix sums of the lengths within each kLanes lanes, saturated at 255.
  template <size_t kLanes>
  HWY_INLINE static __m256i ends_of(__m256i lengths) {
    const __m256i last_of_8 = _mm256_set_epi64x(0x0707070707070707, -1, 0x0707070707070707, -1);
    __m256i ends = lengths;
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 8));
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 16));
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 32));
    ends = _mm256_adds_epu8(ends, _mm256_shuffle_epi8(ends, last_of_8));
    if (kLanes == 16) return ends;
    const __m256i last_of_16 =
        _mm256_maskz_permutexvar_epi8(0xFFFF0000, _mm256_set1_epi8(15), ends);
    return _mm256_adds_epu8(ends, last_of_16);
  }

  /// Returns, for each lane, where its pixels come from. For a run, this is the place of its
  /// colour. For literals, it is kLiteral and the number that, added to a pixel's number in the
  /// row, gives the place of its byte. For skips and lanes without a code, it is kNowhere.
  HWY_INLINE __m512i sources(__m256i places, const Lanes& codes, __m256i ends,
                             __mmask32 fit) const {
    const __m256i starts = _mm256_sub_epi8(ends, codes.lengths);
    const __m256i flags = _mm256_maskz_mov_epi8(codes.literals, low(c.literal));
    __m256i from = _mm256_add_epi8(places, low(c.one));
    from = _mm256_mask_sub_epi8(from, codes.literals, from, starts);
    from = _mm256_or_si256(_mm256_and_si256(from, low(c.low_6)), flags);
    return _mm512_mask_mov_epi8(c.none, fit & ~codes.skips, _mm512_castsi256_si512(from));
  }
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
