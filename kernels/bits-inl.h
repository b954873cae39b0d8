// Bit masks of vectors. Included once per target, which is why it has no include guard.

#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "kernels/simd.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Returns the mask of a vector with up to 64 lanes; bit i is lane i.
template <class D>
HWY_INLINE uint64_t bits_of(D d, hn::Mask<D> mask) {
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  uint64_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

template <class D>
HWY_INLINE hn::Mask<D> mask_of(D d, uint64_t bits) {
  uint8_t bytes[8];
  std::memcpy(bytes, &bits, sizeof(bits));
  return hn::LoadMaskBits(d, bytes);
}

#if WARDROBE_HAVE_VECTORS_64

using Bytes64 = hn::FixedTag<uint8_t, 64>;
using Qwords8 = hn::FixedTag<uint64_t, 8>;

/// Returns, in lane i, a mask of all bits below bit 8 × i.
HWY_INLINE hn::Vec<Qwords8> below_octet() {
  alignas(64) static constexpr uint64_t kBelow[8] = {
      0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF};
  return hn::Load(Qwords8(), kBelow);
}

/// Returns, in byte p, the number of bits 0 to p that are set in a mask. Every lane of `mask` holds
/// that mask. `below` is below_octet().
///
/// Example: in a mask of bits 3, 4 and 9, bytes 0 to 2 of the result are 0, byte 3 is 1, bytes 4 to
/// 8 are 2 and bytes 9 to 63 are 3. Byte 9 is the popcount of octet 0 (bits 3 and 4 are set) plus
/// the popcount of bits 0 and 1 of octet 1 (its bit 1, which is bit 9 of the mask, is set).
HWY_INLINE hn::Vec<Bytes64> prefix_counts(hn::Vec<Qwords8> mask, hn::Vec<Qwords8> below) {
  const Bytes64 d;
  const auto place = hn::Iota(d, 0);
  const auto up_to = hn::BitCast(d, hn::Set(Qwords8(), 0xFF7F3F1F0F070301));
  const auto lower_octets = hn::BitCast(d, hn::PopulationCount(hn::And(mask, below)));
  const auto octet = hn::TableLookupBytes(hn::BitCast(d, mask), hn::ShiftRight<3>(place));
  return hn::Add(hn::TableLookupBytes(lower_octets, hn::And(place, hn::Set(d, 8))),
                 hn::PopulationCount(hn::And(octet, up_to)));
}

/// Returns the OR of all lanes, in every lane.
HWY_INLINE hn::Vec<Qwords8> or_all(hn::Vec<Qwords8> mask) {
  mask = hn::Or(mask, hn::ReverseBlocks(Qwords8(), mask));
  mask = hn::Or(mask, hn::SwapAdjacentBlocks(mask));
  return hn::Or(mask, hn::Shuffle01(mask));
}

#endif

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
