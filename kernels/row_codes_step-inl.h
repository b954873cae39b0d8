// Finds codes in rows for AVX-512 with VBMI2 and BITALG. Included once a target.

#if defined(WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#undef WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#else
#define WARDROBE_KERNELS_ROW_CODES_STEP_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

#include <hwy/highway.h>

#include "kernels/prefix_counts-inl.h"
#include "kernels/row_codes.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// Up to 16 codes are found at once. Every byte of the row's next 63 is read as if a code began
// there, which gives for each place the next one; looking that up in itself gives the place two
// codes on, then four and eight, and with these four tables 16 lanes find the places of 16 codes
// from the first one in four look-ups. Two rows of up to 31 bytes, or four narrow ones of up to 15,
// are taken at once, each in its part of the vectors.

constexpr size_t kHalf = 32;
constexpr size_t kQuarter = 16;
constexpr uint8_t kOpaque = 0x40;
constexpr uint8_t kLiteral = 0x80;

struct Lanes {
  __m256i lengths;  ///< in pixels
  __m256i sizes;    ///< in bytes, the code's first byte included
  __mmask32 literals;
  __mmask32 skips;
};

struct Totals {
  size_t bytes;
  size_t pixels;  ///< at most 254
};

struct Step {
  __m512i block;
  __m512i sources;  ///< a code a lane: where its pixels come from, kOpaque, kLiteral
  __m256i ends;     ///< of the codes, in pixels
  unsigned odd;     ///< not 0 if there are codes that the step cannot do
  __mmask32 fit;    ///< the lanes that have one
  __m256i sizes;    ///< sums of the codes of 8 lanes, in bytes
  __m256i lengths;  ///< the same in pixels
  Totals first;     ///< of the first 16 lanes
  Totals second;    ///< of the other 16
};

HWY_INLINE __m512i iota() {
  return _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
                         44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
                         25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                         5, 4, 3, 2, 1, 0);
}

template <class Codes>
class StepReader {
 public:
  /// The first codes of a row, in the first 16 lanes.
  HWY_INLINE static Step read_one(const uint8_t* HWY_RESTRICT in, size_t left) {
    const size_t size = std::min<size_t>(left, 63);
    const uint64_t valid = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
    return read<16>(_mm512_maskz_loadu_epi8(valid, in), valid, bytes(63), _mm512_setzero_si512(),
                    _mm256_set1_epi8(static_cast<char>(size)), 0xFFFF);
  }

  /// The codes of two rows of up to 31 bytes.
  HWY_INLINE static Step read_two(const uint8_t* HWY_RESTRICT in, size_t size,
                                  const uint8_t* HWY_RESTRICT in2, size_t size2) {
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
    return read<16>(block, uint64_t{valid2} << kHalf | valid, none, starts, ends, lanes);
  }

  /// The codes of four rows of up to 15 bytes, 8 lanes a row.
  HWY_INLINE static Step read_four(const uint8_t* HWY_RESTRICT in,
                                   const std::array<size_t, 4>& start,
                                   const std::array<size_t, 4>& size) {
    __m512i block = _mm512_setzero_si512();
    uint64_t valid = 0;
    uint64_t ends = 0;
    block = _mm512_inserti32x4(block, row_of(in + start[0], size[0]), 0);
    block = _mm512_inserti32x4(block, row_of(in + start[1], size[1]), 1);
    block = _mm512_inserti32x4(block, row_of(in + start[2], size[2]), 2);
    block = _mm512_inserti32x4(block, row_of(in + start[3], size[3]), 3);
    for (size_t i = 0; i < 4; ++i) {
      valid |= ((uint64_t{1} << size[i]) - 1) << (kQuarter * i);
      ends |= (kQuarter * i + size[i]) << (8 * i);
    }
    const __m512i none = _mm512_or_si512(_mm512_and_si512(iota(), bytes(0x30)), bytes(15));
    // 8 times each quarter's start, and each quarter's end.
    const __m512i starts = _mm512_zextsi256_si512(_mm256_and_si256(
        _mm256_slli_epi16(_mm512_castsi512_si256(iota()), 1), _mm256_set1_epi8(0x30)));
    const __m256i spread =
        _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i size_of_lane = _mm256_shuffle_epi8(
        _mm256_set1_epi32(static_cast<int>(static_cast<uint32_t>(ends))), spread);
    const __mmask32 lanes = Codes::kSkips ? 0x7F7F7F7F : 0xFFFFFFFF;
    return read<8>(block, valid, none, starts, size_of_lane, lanes);
  }

 private:
  HWY_INLINE static __m128i row_of(const uint8_t* in, size_t size) {
    return _mm_maskz_loadu_epi8(static_cast<__mmask16>(_bzhi_u32(~0u, static_cast<unsigned>(size))),
                                in);
  }

  /// The codes that end within the bytes and the next 254 pixels. Of each half of `block`: `valid`
  /// are the bytes that are there, `none` the place that stands for "no code", `starts` where the
  /// first code is, and `size` where the bytes end; the last two a lane, of which `lanes` are used.
  template <size_t kLanes>
  HWY_INLINE static Step read(__m512i block, uint64_t valid, __m512i none, __m512i starts,
                              __m256i size, __mmask32 lanes) {
    const __m512i places = find_places<kLanes>(block, valid, none, starts);
    const Lanes codes = split(_mm512_castsi512_si256(_mm512_permutexvar_epi8(places, block)));
    const __m256i at = _mm512_castsi512_si256(places);
    __m256i ends = codes.lengths;
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 8));
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 16));
    ends = _mm256_adds_epu8(ends, _mm256_slli_epi64(ends, 32));
    if (kLanes == 16) {
      const __m256i last_of_8 = _mm256_set_epi64x(0x0707070707070707, -1, 0x0707070707070707, -1);
      ends = _mm256_adds_epu8(ends, _mm256_shuffle_epi8(ends, last_of_8));
    }
    __mmask32 fit = _mm256_mask_cmple_epu8_mask(lanes, _mm256_add_epi8(at, codes.sizes), size);
    fit = _mm256_mask_cmplt_epu8_mask(fit, ends, _mm256_set1_epi8(-1));
    Step step;
    step.block = block;
    // A lane without a code ends nothing, at least not before pixel 255.
    step.ends = _mm256_mask_mov_epi8(_mm256_set1_epi8(-1), fit, ends);
    step.odd = Codes::kSkips ? _mm256_mask_testn_epi8_mask(fit, codes.lengths, codes.lengths) : 0;
    step.sources = sources(at, codes, ends, fit);
    step.fit = fit;
    add_up(codes, step);
    return step;
  }

  HWY_INLINE static void add_up(const Lanes& codes, Step& step) {
    const __m256i zero = _mm256_setzero_si256();
    step.sizes = _mm256_sad_epu8(_mm256_maskz_mov_epi8(step.fit, codes.sizes), zero);
    step.lengths = _mm256_sad_epu8(_mm256_maskz_mov_epi8(step.fit, codes.lengths), zero);
    __m256i sums = _mm256_or_si256(_mm256_slli_epi64(step.sizes, 32), step.lengths);
    sums = _mm256_add_epi64(sums, _mm256_unpackhi_epi64(sums, sums));
    step.first = totals(_mm256_castsi256_si128(sums));
    step.second = totals(_mm256_extracti128_si256(sums, 1));
  }

  HWY_INLINE static Totals totals(__m128i sums) {
    const auto both = static_cast<uint64_t>(_mm_cvtsi128_si64(sums));
    return {both >> 32, both & 0xFFFFFFFF};
  }

  /// Where the first kLanes codes are, from each start.
  template <size_t kLanes>
  HWY_INLINE static __m512i find_places(__m512i block, uint64_t valid, __m512i none,
                                        __m512i starts) {
    const __m512i next =
        _mm512_mask_min_epu8(none, valid, _mm512_add_epi8(iota(), sizes(block)), none);
    const __m512i after2 = _mm512_permutexvar_epi8(next, next);
    const __m512i after4 = _mm512_permutexvar_epi8(after2, after2);
    __m512i places = _mm512_mask_permutexvar_epi8(starts, 0xAAAAAAAA, starts, next);
    places = _mm512_mask_permutexvar_epi8(places, 0xCCCCCCCC, places, after2);
    places = _mm512_mask_permutexvar_epi8(places, 0xF0F0F0F0, places, after4);
    if (kLanes == 8) return places;
    const __m512i after8 = _mm512_permutexvar_epi8(after4, after4);
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
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
