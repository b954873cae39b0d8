// The RLE decoder for AVX-512 with VBMI2 and BITALG, which Intel has from Ice Lake on and AMD from
// Zen 4 on. There it decodes about twice as fast as rle_splat-inl.h, which uses Highway's
// operations, does with AVX2 (bench/SPEED.md). Packing a whole game gains less, because most of its
// time goes to zstd. Included once per target.

#if defined(WARDROBE_KERNELS_RLE_MASK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_RLE_MASK_INL_H_
#undef WARDROBE_KERNELS_RLE_MASK_INL_H_
#else
#define WARDROBE_KERNELS_RLE_MASK_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <span>
#include <utility>

#include <hwy/highway.h>

#include "kernels/decode.h"
#include "kernels/prefix_counts-inl.h"
#include "kernels/rle_pieces.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// One store writes the first 64 pixels of a group. Pixel p belongs to the piece whose number is the
// count of pieces 1 to 7 that start at or before p: the number of bits up to bit p in a mask of the
// starts. There are no branches on lengths: if a group has more than 64 pixels (one in eight does),
// its rest is noted and stored later. A block goes through three steps: read its pieces, plan its
// groups, store them. Each step runs one block ahead of the next step, because the latency of a
// block is much longer than its share of the execution units.
//
// One group, in 16 colours:
//   bytes     23 51 70 14 12 31 42 11   70 is an escape, 14 its extension: 20 pixels of colour 7
//   colors     2  5  7  7  1  3  4  1
//   lengths    3  1  1 19  2  1  2  1   sum: 30 pixels
//   starts     0  3  4  5 24 26 27 29   the mask has the bits of pieces 1 to 7
// Pixels 0 to 2 have no bits up to them and belong to piece 0, pixel 3 has one, pixel 4 two, pixels
// 5 to 23 three, and so on; pixels 29 to 63 belong to piece 7. So the store writes 2 2 2 5, twenty
// 7s, 1 1 3 4 4 and 35 1s. The next group is stored 30 bytes further on and overwrites the last 34.

struct Pieces : PieceMasks {
  uint64_t empty;  ///< pieces of length 0 (a run of 1 in the long form): left to the reference
  __m512i lengths;
  __m512i colors;
};

/// Everything needed to store the groups of a block.
struct Plan {
  alignas(64) uint64_t starts_in_group[kGroups];  ///< as masks
  alignas(64) uint64_t colors[kGroups];
  alignas(64) uint64_t starts[kGroups];  ///< in the picture, in pixels
};

/// Groups of more than 64 pixels, of which only the first 64 have been stored.
struct LongGroups {
  static constexpr size_t kMost = 64;
  size_t count = 0;
  uint64_t lengths[kMost + kGroups];
  uint64_t colors[kMost + kGroups];
  uint64_t starts[kMost + kGroups];
};

/// A two-vector permutation: byte i takes byte i - 1 of the first vector, and byte 0 takes the last
/// byte of the second.
constexpr std::array<uint8_t, 64> kOneByteBefore = [] {
  std::array<uint8_t, 64> index{};
  for (size_t i = 0; i < 64; ++i) index[i] = static_cast<uint8_t>(i == 0 ? 127 : i - 1);
  return index;
}();

template <unsigned kLengthBits>
class RleDecoder {
 public:
  RleDecoder(std::span<const uint8_t> in, size_t pixels, uint8_t* out)
      : in_(in), pixels_(pixels), out_(out) {}

  /// Decodes the picture. If the result is `complete`, so is the reference's. For any other result,
  /// ask the reference.
  DecodeResult decode() {
    Plan plans[2];
    Plan* plan = &plans[0];
    Plan* next_plan = &plans[1];
    Pieces last = read();
    Pieces next = read();
    uint64_t empty = 0;
    plan_groups(last, *plan);
    size_t at = 0;
    while (at + kBlock < in_.size() && done_ < pixels_) {
      at += kBlock;
      empty |= last.empty;
      last = next;
      next = read();
      plan_groups(last, *next_plan);
      store_groups(*plan);
      std::swap(plan, next_plan);
      if (HWY_UNLIKELY(long_.count > LongGroups::kMost)) store_rests();
    }
    store_groups(*plan);
    store_rests();
    if (HWY_UNLIKELY(done_ < pixels_ || empty != 0)) return {DecodeEnd::truncated, 0};
    return find_end(last, *plan, at);
  }

 private:
  /// Reads the pieces of the next 64 bytes. Those past the end of the input have length 0.
  HWY_INLINE Pieces read() {
    Pieces pieces;
    const size_t left = in_.size() - read_;
    pieces.valid = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(std::min(left, kBlock)));
    const __m512i in = _mm512_maskz_loadu_epi8(pieces.valid, in_.data() + read_);
    read_ += std::min(left, kBlock);
    const __m512i length_mask = bytes((1 << kLengthBits) - 1);
    const uint64_t zeros = _mm512_testn_epi8_mask(in, length_mask);
    pieces.escapes = find_escapes(zeros, pending_);
    const uint64_t extensions = pieces.escapes << 1 | pending_;
    pending_ = pieces.escapes >> 63;
    __m512i lengths = _mm512_and_si512(in, length_mask);
    lengths = _mm512_mask_mov_epi8(lengths, pieces.escapes, bytes(1));
    lengths = _mm512_mask_sub_epi8(lengths, extensions, in, bytes(1));
    pieces.lengths = _mm512_maskz_mov_epi8(pieces.valid, lengths);
    pieces.empty = _mm512_testn_epi8_mask(lengths, lengths) & pieces.valid;
    const __m512i colors =
        _mm512_and_si512(_mm512_srli_epi16(in, kLengthBits), bytes(0xFF >> kLengthBits));
    pieces.colors =
        _mm512_mask_permutex2var_epi8(colors, extensions, one_byte_before_, read_colors_);
    read_colors_ = colors;
    return pieces;
  }

  /// Computes where groups start in the picture, and where pieces start in their groups. Advances
  /// done_ past the block.
  HWY_INLINE void plan_groups(const Pieces& pieces, Plan& plan) {
    const __m512i sizes = _mm512_sad_epu8(pieces.lengths, _mm512_setzero_si512());
    __m512i ends = sizes;
    ends = _mm512_add_epi64(ends, _mm512_maskz_alignr_epi64(0xFE, ends, ends, 7));
    ends = _mm512_add_epi64(ends, _mm512_maskz_alignr_epi64(0xFC, ends, ends, 6));
    ends = _mm512_add_epi64(ends, _mm512_maskz_alignr_epi64(0xF0, ends, ends, 4));
    const __m512i pixels = qwords(pixels_);
    const __m512i starts =
        _mm512_min_epu64(_mm512_add_epi64(_mm512_sub_epi64(ends, sizes), qwords(done_)), pixels);
    _mm512_store_si512(plan.starts_in_group, starts_in_group(pieces.lengths));
    _mm512_store_si512(plan.colors, pieces.colors);
    _mm512_store_si512(plan.starts, starts);
    const __mmask8 is_long =
        _mm512_mask_cmpgt_epu64_mask(_mm512_cmplt_epu64_mask(starts, pixels), sizes, qwords(64));
    note_rests(is_long, pieces, starts);
    done_ += static_cast<size_t>(
        _mm_cvtsi128_si64(_mm512_castsi512_si128(_mm512_alignr_epi64(ends, ends, 7))));
  }

  /// Returns a mask in each lane: bit p is set if one of pieces 1 to 7 of the lane's group starts
  /// at pixel p.
  HWY_INLINE static __m512i starts_in_group(__m512i lengths) {
    constexpr int kOr = 0xFE;
    const __m512i a = _mm512_ternarylogic_epi64(start_of<1>(lengths), start_of<2>(lengths),
                                                start_of<3>(lengths), kOr);
    const __m512i b = _mm512_ternarylogic_epi64(start_of<4>(lengths), start_of<5>(lengths),
                                                start_of<6>(lengths), kOr);
    return _mm512_ternarylogic_epi64(a, b, start_of<7>(lengths), kOr);
  }

  template <unsigned kPiece>
  HWY_INLINE static __m512i start_of(__m512i lengths) {
    const __m512i before = _mm512_and_si512(lengths, qwords((uint64_t{1} << (8 * kPiece)) - 1));
    return _mm512_sllv_epi64(qwords(1), _mm512_sad_epu8(before, _mm512_setzero_si512()));
  }

  HWY_INLINE void note_rests(__mmask8 is_long, const Pieces& pieces, __m512i starts) {
    const size_t i = long_.count;
    _mm512_storeu_si512(long_.lengths + i, _mm512_maskz_compress_epi64(is_long, pieces.lengths));
    _mm512_storeu_si512(long_.colors + i, _mm512_maskz_compress_epi64(is_long, pieces.colors));
    _mm512_storeu_si512(long_.starts + i, _mm512_maskz_compress_epi64(is_long, starts));
    long_.count += static_cast<size_t>(_mm_popcnt_u32(is_long));
  }

  HWY_INLINE void store_groups(const Plan& plan) {
    for (size_t i = 0; i < kGroups; ++i) {
      const __m512i piece = prefix_counts(qwords(plan.starts_in_group[i]), below_, up_to_);
      _mm512_storeu_si512(out_ + plan.starts[i],
                          _mm512_shuffle_epi8(qwords(plan.colors[i]), piece));
    }
  }

  /// Stores the pixels of long groups after the first 64, and not one more, because the groups that
  /// follow are stored already.
  HWY_INLINE void store_rests() {
    for (size_t i = 0; i < long_.count; ++i) {
      const __m512i lengths = qwords(long_.lengths[i]);
      const __m512i zero = _mm512_setzero_si512();
      const __m512i starts = _mm512_sad_epu8(_mm512_and_si512(lengths, below_), zero);
      const auto size = static_cast<size_t>(
          _mm_cvtsi128_si64(_mm512_castsi512_si128(_mm512_sad_epu8(lengths, zero))));
      const size_t end = std::min(size, pixels_ - long_.starts[i]);
      for (size_t from = 64; from < end; from += 64) {
        const __m512i colors = colors_from(from, starts, qwords(long_.colors[i]));
        const uint64_t mask =
            _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(std::min<size_t>(end - from, 64)));
        _mm512_mask_storeu_epi8(out_ + long_.starts[i] + from, mask, colors);
      }
    }
    long_.count = 0;
  }

  /// Returns the colours of 64 pixels of a group, starting at pixel `from`. Lane i of `starts` is
  /// where piece i starts.
  HWY_INLINE __m512i colors_from(size_t from, __m512i starts, __m512i colors) {
    const int before = _mm_popcnt_u32(_mm512_cmplt_epu64_mask(starts, qwords(from)));
    __m512i mask = _mm512_sllv_epi64(qwords(1), _mm512_sub_epi64(starts, qwords(from)));
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0x4E));
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0xB1));
    mask = _mm512_or_si512(mask, _mm512_shuffle_epi32(mask, _MM_PERM_BADC));
    const __m512i counts = prefix_counts(mask, below_, up_to_);
    return _mm512_shuffle_epi8(colors, _mm512_add_epi8(counts, bytes(before - 1)));
  }

  /// Finds where the picture ends in the last block, which starts at `at` in the input.
  HWY_INLINE DecodeResult find_end(const Pieces& last, const Plan& plan, size_t at) {
    const __m512i starts = _mm512_load_si512(plan.starts);
    const __mmask8 begun = _mm512_cmplt_epu64_mask(starts, qwords(pixels_));
    const size_t group = static_cast<size_t>(_mm_popcnt_u32(begun)) - 1;
    const __m512i missing = qwords(pixels_ - plan.starts[group]);
    const __m512i lengths = _mm512_permutexvar_epi64(qwords(group), last.lengths);
    const __m512i up_to_piece = _mm512_or_si512(_mm512_slli_epi64(below_, 8), qwords(0xFF));
    const __m512i ends =
        _mm512_sad_epu8(_mm512_and_si512(lengths, up_to_piece), _mm512_setzero_si512());
    if (HWY_UNLIKELY(_mm512_cmpeq_epu64_mask(ends, missing) == 0)) return {DecodeEnd::overrun, 0};
    const __mmask8 before = _mm512_cmplt_epu64_mask(ends, missing);
    const size_t end = group * kGroup + static_cast<size_t>(_mm_popcnt_u32(before)) + 1;
    const bool complete = can_end(last, end) && last.empty << (kBlock - end) == 0;
    return {complete ? DecodeEnd::complete : DecodeEnd::truncated, at + end};
  }

  std::span<const uint8_t> in_;
  size_t pixels_;
  uint8_t* out_;
  size_t read_ = 0;       ///< bytes
  uint64_t pending_ = 0;  ///< 1 if the last byte read was an escape
  size_t done_ = 0;       ///< pixels planned
  __m512i read_colors_ = _mm512_setzero_si512();
  LongGroups long_;
  const __m512i below_ = below_octet();
  const __m512i up_to_ = up_to_bit();
  const __m512i one_byte_before_ = _mm512_loadu_si512(kOneByteBefore.data());
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
