// Prefix popcounts of a 64-bit mask, for AVX-512 with VBMI2 and BITALG. Included once per target.
//
// Example: in a mask of bits 3, 4 and 9, bytes 0 to 2 of the result are 0, byte 3 is 1, bytes 4 to
// 8 are 2 and bytes 9 to 63 are 3. Byte 9 is the popcount of octet 0 (bits 3 and 4 are set) plus
// the popcount of bits 0 and 1 of octet 1 (its bit 1, which is bit 9 of the mask, is set).

#if defined(WARDROBE_KERNELS_PREFIX_COUNTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_PREFIX_COUNTS_INL_H_
#undef WARDROBE_KERNELS_PREFIX_COUNTS_INL_H_
#else
#define WARDROBE_KERNELS_PREFIX_COUNTS_INL_H_
#endif

#include <cstdint>
#include <immintrin.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

HWY_INLINE __m512i bytes(int value) { return _mm512_set1_epi8(static_cast<char>(value)); }
HWY_INLINE __m512i qwords(uint64_t value) {
  return _mm512_set1_epi64(static_cast<long long>(value));
}

/// Returns, in lane i, a mask of all bits below bit 8 × i.
HWY_INLINE __m512i below_octet() {
  return _mm512_srlv_epi64(qwords(~uint64_t{0}), _mm512_set_epi64(8, 16, 24, 32, 40, 48, 56, 64));
}

/// Returns, in byte p, the number of bits 0 to p that are set in a mask. Every lane of `mask` holds
/// that mask. `below` is below_octet(), `up_to` is up_to_bit().
HWY_INLINE __m512i prefix_counts(__m512i mask, __m512i below, __m512i up_to) {
  const __m512i spread_low = _mm512_set_epi64(0x0808080808080808, 0, 0x0808080808080808, 0,
                                              0x0808080808080808, 0, 0x0808080808080808, 0);
  const __m512i spread_octets = _mm512_set_epi64(
      0x0F0F0F0F0F0F0F0F, 0x0E0E0E0E0E0E0E0E, 0x0505050505050505, 0x0404040404040404,
      0x0B0B0B0B0B0B0B0B, 0x0A0A0A0A0A0A0A0A, 0x0101010101010101, 0);
  const __m512i in_lower_octets =
      _mm512_shuffle_epi8(_mm512_popcnt_epi64(_mm512_and_si512(mask, below)), spread_low);
  const __m512i in_octet =
      _mm512_popcnt_epi8(_mm512_and_si512(_mm512_shuffle_epi8(mask, spread_octets), up_to));
  return _mm512_add_epi8(in_lower_octets, in_octet);
}

/// Returns, in byte p, a mask of the bits up to p in p's octet.
HWY_INLINE __m512i up_to_bit() { return qwords(0xFF7F3F1F0F070301); }

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
