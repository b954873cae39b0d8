// Decodes single rows of codes, for AVX-512 with VBMI2 and BITALG. It is about twice as fast as
// row_codes_splat-inl.h, which uses Highway's operations (bench/SPEED.md). Included once per
// target.

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
#include "kernels/row_codes_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// Stores 64 pixels at once, without branches on the codes. Pixel p belongs to the code whose number
// is the count of codes that end at or before p: the number of bits up to bit p in a mask of the
// ends. One byte permutation of the input then yields the pixels: see the example in
// row_codes_step-inl.h. The cost is the number of instructions per row, whatever its length: half
// of them find the codes, half make the pixels.

template <class Codes>
class RowDecoder {
 public:
  HWY_INLINE RowDecoder() : below_(held(below_octet())), up_to_(held(up_to_bit())) {}

  /// Decodes a row of `width` pixels from the first `left` bytes of `in`. Returns false if the row
  /// is damaged, or of a kind too rare to be worth vectorizing. Opaque pixels of 255 are only
  /// noted. Writes up to 63 bytes past the row.
  HWY_INLINE bool decode(std::span<const uint8_t> in, size_t left, size_t width, uint8_t* out) {
    const uint8_t* from = in.data();
    size_t room = width;
    for (;;) {
      const Step step = reader_.read_one(from, left);
      const size_t size = highest(step, step.next);
      const size_t pixels = highest(step, step.ends);
      if (HWY_UNLIKELY(pixels > room || step.odd != 0)) return false;
      const bool last = size == left;
      note_255(step, _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size)));
      store<0>(step, step.ends, Codes::kSkips && last ? room : pixels, out);
      from += size;
      left -= size;
      out += pixels;
      room -= pixels;
      if (HWY_LIKELY(last)) return Codes::kSkips || room == 0;
      if (size != 0) continue;
      const size_t length = copy_literals(from, left, room, out);
      if (length == 0) return false;
      from += 1 + length;
      left -= 1 + length;
      out += length;
      room -= length;
    }
  }

  /// Decodes two rows at once; the first one has `left` bytes. Returns where in `in` the second row
  /// ends, or 0 if the rows are too large, damaged or of too rare a kind.
  HWY_INLINE size_t decode_two(std::span<const uint8_t> in, size_t left, size_t width,
                               uint8_t* out) {
    if (left >= kHalf || width > 254 || in.size() - left < 2) return 0;
    const size_t start = left + 2;
    const size_t left2 = in[left] | in[left + 1] << 8;
    if (left2 >= kHalf || in.size() - start < left2) return 0;
    const Step step = reader_.read_two(in.data(), left, in.data() + start, left2);
    const __mmask32 ends = row_ends(step, width);
    const bool fine = is_row(ends & 0xFFFF, left) && is_row(ends >> 16, left2);
    if (HWY_UNLIKELY(!fine || step.odd != 0)) return 0;
    note_255(step, step.valid);
    store<0>(step, _mm256_castsi256_si128(step.ends), width, out);
    store<16>(step, _mm256_extracti128_si256(step.ends, 1), width, out + width);
    return start + left2;
  }

  /// Accounts for a row that the reference decoded.
  void count_row(std::span<const uint8_t>) {}

  /// Whether the rows decoded so far, which are the whole picture, have opaque pixels of 255.
  HWY_INLINE bool has_opaque_255(std::span<const uint8_t>) const { return has_opaque_255_; }

 private:
  /// Returns the lanes whose code ends a row correctly: with its bytes, and at the right pixel.
  HWY_INLINE static __mmask32 row_ends(const Step& step, size_t width) {
    const __m256i pixels = _mm256_set1_epi8(static_cast<char>(width));
    return Codes::kSkips ? _mm256_mask_cmple_epu8_mask(step.last, step.ends, pixels)
                         : _mm256_mask_cmpeq_epu8_mask(step.last, step.ends, pixels);
  }

  /// Whether a row of `size` bytes is valid; `ends` are its lanes of row_ends().
  HWY_INLINE static bool is_row(__mmask32 ends, size_t size) {
    return ends != 0 || (Codes::kSkips && size == 0);
  }

  /// Returns the highest value in lanes that have a code; 0 if none has.
  HWY_INLINE static size_t highest(const Step& step, __m256i values) {
    const __m256i fit = _mm256_maskz_mov_epi8(step.fit, values);
    __m128i v = _mm_max_epu8(_mm256_castsi256_si128(fit), _mm256_extracti128_si256(fit, 1));
    v = _mm_max_epu8(v, _mm_srli_epi16(v, 8));
    // SSE4.1 has a horizontal minimum (of u16), but no maximum.
    const __m128i rest = _mm_andnot_si128(v, _mm_set1_epi16(0xFF));
    return 0xFF ^ static_cast<size_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(rest)) & 0xFF);
  }

  /// Notes opaque pixels of 255: bytes of 255 that are not the first byte of a code.
  HWY_INLINE void note_255(const Step& step, uint64_t used) {
    if (!Codes::kSkips) return;
    const uint64_t found = _mm512_cmpeq_epu8_mask(step.block, reader_.c.all) & used;
    if (HWY_LIKELY(found == 0)) return;
    const __mmask32 firsts = _mm256_mask_cmpeq_epu8_mask(step.fit, step.firsts, low(reader_.c.all));
    has_opaque_255_ |= _mm_popcnt_u64(found) != _mm_popcnt_u32(firsts);
  }

  /// Stores `count` pixels, and up to 63 more, of the codes in the lanes from kFirst on. Pixels
  /// past the last code are transparent.
  template <int kFirst, class Ends>
  HWY_INLINE void store(const Step& step, Ends ends, size_t count, uint8_t* HWY_RESTRICT out) {
    __m512i code = codes_of_pixels(bits_of(ends, qwords(0)));
    if (kFirst != 0) code = _mm512_add_epi8(code, bytes(kFirst));
    store_block(step, code, reader_.c.places, out);
    for (size_t from = 64; from < count; from += 64) {
      const int before = kFirst + ends_below(ends, std::min<size_t>(from, 255));
      code = _mm512_add_epi8(codes_of_pixels(bits_of(ends, qwords(from))), bytes(before));
      const __m512i pixels = _mm512_add_epi8(reader_.c.places, bytes(static_cast<int>(from)));
      store_block(step, code, pixels, out + from);
    }
  }

  /// Returns a mask of the ends, relative to `base`. Its bits are spread over the lanes.
  HWY_INLINE __m512i bits_of(__m128i ends, __m512i base) const {
    const __m512i low = _mm512_cvtepu8_epi64(ends);
    const __m512i high = _mm512_cvtepu8_epi64(_mm_unpackhi_epi64(ends, ends));
    return _mm512_or_si512(_mm512_sllv_epi64(reader_.c.bit, _mm512_sub_epi64(low, base)),
                           _mm512_sllv_epi64(reader_.c.bit, _mm512_sub_epi64(high, base)));
  }

  HWY_INLINE __m512i bits_of(__m256i ends, __m512i base) const {
    return _mm512_or_si512(bits_of(_mm256_castsi256_si128(ends), base),
                           bits_of(_mm256_extracti128_si256(ends, 1), base));
  }

  HWY_INLINE static int ends_below(__m128i ends, size_t limit) {
    return _mm_popcnt_u32(_mm_cmplt_epu8_mask(ends, _mm_set1_epi8(static_cast<char>(limit))));
  }

  HWY_INLINE static int ends_below(__m256i ends, size_t limit) {
    return _mm_popcnt_u32(_mm256_cmplt_epu8_mask(ends, _mm256_set1_epi8(static_cast<char>(limit))));
  }

  /// Returns, for each of 64 pixels, how many codes end at or before it. `mask` is a result of
  /// bits_of().
  HWY_INLINE __m512i codes_of_pixels(__m512i mask) const {
    return prefix_counts(or_all(mask), below_, up_to_);
  }

  /// Stores 64 pixels: byte i is pixel pixels[i] of its row and belongs to the code in lane
  /// code[i].
  HWY_INLINE static void store_block(const Step& step, __m512i code, __m512i pixels,
                                     uint8_t* HWY_RESTRICT out) {
    const __m512i source = _mm512_permutexvar_epi8(code, step.sources);
    const __m512i places =
        _mm512_mask_add_epi8(source, _mm512_movepi8_mask(source), source, pixels);
    _mm512_storeu_si512(out, _mm512_permutexvar_epi8(places, step.block));
  }

  /// Returns the OR of all lanes, in every lane.
  HWY_INLINE static __m512i or_all(__m512i mask) {
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0x4E));
    mask = _mm512_or_si512(mask, _mm512_shuffle_i64x2(mask, mask, 0xB1));
    return _mm512_or_si512(mask, _mm512_shuffle_epi32(mask, _MM_PERM_BADC));
  }

  /// Copies one code of literals that is too long for a step. Returns its length, or 0 if the code
  /// is of another kind or damaged.
  HWY_INLINE size_t copy_literals(const uint8_t* in, size_t left, size_t room, uint8_t* out) {
    const RowCode code = Codes::read(in[0]);
    if (code.kind != CodeKind::literals || code.length >= left || code.length > room) return 0;
    for (size_t i = 0; i < code.length; i += 64) {
      const size_t size = std::min<size_t>(code.length - i, 64);
      const uint64_t mask = _bzhi_u64(~uint64_t{0}, static_cast<unsigned>(size));
      const __m512i colors = _mm512_maskz_loadu_epi8(mask, in + 1 + i);
      has_opaque_255_ |= (_mm512_cmpeq_epu8_mask(colors, reader_.c.all) & mask) != 0;
      _mm512_storeu_si512(out + i, colors);
    }
    return code.length;
  }

  const StepReader<Codes> reader_;
  const __m512i below_;
  const __m512i up_to_;
  bool has_opaque_255_ = false;  ///< so far
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
