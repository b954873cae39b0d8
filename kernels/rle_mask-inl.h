// The RLE decoder for targets with vectors of 64 bytes (AVX-512). There it is 1.2 times as fast as
// rle_splat-inl.h, and 1.4 times with VBMI2 and BITALG (bench/SPEED.md). Packing a whole game gains
// less, because most of its time goes to zstd.

#if defined(WARDROBE_KERNELS_RLE_MASK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_RLE_MASK_INL_H_
#undef WARDROBE_KERNELS_RLE_MASK_INL_H_
#else
#define WARDROBE_KERNELS_RLE_MASK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <hwy/highway.h>

#include "kernels/bits-inl.h"
#include "kernels/decode.h"
#include "kernels/rle_pieces.h"
#include "kernels/simd.h"

#if WARDROBE_HAVE_VECTORS_64

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

using Bytes = hn::FixedTag<uint8_t, 64>;
using Qwords = hn::FixedTag<uint64_t, 8>;
using ByteVector = hn::Vec<Bytes>;
using QwordVector = hn::Vec<Qwords>;

/// Returns, in lane i, a mask of all bits below bit 8 × i.
HWY_INLINE QwordVector below_octet() {
  alignas(64) static constexpr uint64_t kBelow[8] = {
      0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF};
  return hn::Load(Qwords(), kBelow);
}

/// Returns, in byte p, the number of bits 0 to p that are set in a mask. Every lane of `mask` holds
/// that mask. `below` is below_octet().
///
/// Example: in a mask of bits 3, 4 and 9, bytes 0 to 2 of the result are 0, byte 3 is 1, bytes 4 to
/// 8 are 2 and bytes 9 to 63 are 3. Byte 9 is the popcount of octet 0 (bits 3 and 4 are set) plus
/// the popcount of bits 0 and 1 of octet 1 (its bit 1, which is bit 9 of the mask, is set).
HWY_INLINE ByteVector prefix_counts(QwordVector mask, QwordVector below) {
  const Bytes d;
  const auto place = hn::Iota(d, 0);
  const auto up_to = hn::BitCast(d, hn::Set(Qwords(), 0xFF7F3F1F0F070301));
  const auto lower_octets = hn::BitCast(d, hn::PopulationCount(hn::And(mask, below)));
  const auto octet = hn::TableLookupBytes(hn::BitCast(d, mask), hn::ShiftRight<3>(place));
  return hn::Add(hn::TableLookupBytes(lower_octets, hn::And(place, hn::Set(d, 8))),
                 hn::PopulationCount(hn::And(octet, up_to)));
}

/// Returns the OR of all lanes, in every lane.
HWY_INLINE QwordVector or_all(QwordVector mask) {
  mask = hn::Or(mask, hn::ReverseBlocks(Qwords(), mask));
  mask = hn::Or(mask, hn::SwapAdjacentBlocks(mask));
  return hn::Or(mask, hn::Shuffle01(mask));
}

struct Pieces : PieceMasks {
  uint64_t empty;  ///< pieces of length 0 (a run of 1 in the long form): left to the reference
  ByteVector lengths;
  ByteVector colors;
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

template <unsigned kLengthBits>
class RleDecoder {
 public:
  RleDecoder(std::span<const uint8_t> in, size_t pixels, uint8_t* out)
      : in_(in), pixels_(pixels), out_(out) {}

  /// Decodes the picture. If the result is `complete`, so is the reference's. For any other result,
  /// ask the reference.
  DecodeResult decode() {
    if (in_.empty()) return {DecodeEnd::truncated, 0};
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
    const Bytes d;
    const size_t size = std::min(in_.size() - read_, kBlock);
    const uint8_t* from = in_.data() + read_;
    read_ += size;
    Pieces pieces;
    const hn::Mask<Bytes> valid = hn::FirstN(d, size);
    const ByteVector in = hn::MaskedLoad(valid, d, from);
    const ByteVector lengths = hn::And(in, hn::Set(d, (1 << kLengthBits) - 1));
    pieces.valid = bits_of(d, valid);
    pieces.escapes = find_escapes(bits_of(d, hn::Eq(lengths, hn::Zero(d))), pending_);
    const uint64_t extensions = (pieces.escapes << 1 | pending_) & pieces.valid;
    pending_ = pieces.escapes >> 63;
    const hn::Mask<Bytes> is_escape = mask_of(d, pieces.escapes & pieces.valid);
    const hn::Mask<Bytes> is_extension = mask_of(d, extensions);
    const ByteVector one = hn::Set(d, 1);
    pieces.lengths =
        hn::IfThenElse(is_extension, hn::Sub(in, one), hn::IfThenElse(is_escape, one, lengths));
    pieces.empty = bits_of(d, hn::Eq(pieces.lengths, hn::Zero(d))) & pieces.valid;
    // All bytes read are in the input, because its first byte is no extension. The address may be
    // before it, to which a pointer must not be moved.
    const auto before = reinterpret_cast<uintptr_t>(from) - 1;
    const ByteVector escapes =
        hn::MaskedLoad(is_extension, d, reinterpret_cast<const uint8_t*>(before));
    pieces.colors = hn::ShiftRight<kLengthBits>(hn::IfThenElse(is_extension, escapes, in));
    return pieces;
  }

  /// Computes where groups start in the picture, and where pieces start in their groups. Advances
  /// done_ past the block.
  HWY_INLINE void plan_groups(const Pieces& pieces, Plan& plan) {
    const Qwords d;
    const QwordVector sizes = hn::SumsOf8(pieces.lengths);
    QwordVector ends = sizes;
    ends = hn::Add(ends, lanes_before<1>(ends));
    ends = hn::Add(ends, lanes_before<2>(ends));
    ends = hn::Add(ends, lanes_before<4>(ends));
    const QwordVector pixels = hn::Set(d, pixels_);
    const QwordVector starts = hn::Min(hn::Add(hn::Sub(ends, sizes), hn::Set(d, done_)), pixels);
    hn::Store(starts_in_group(hn::BitCast(d, pieces.lengths)), d, plan.starts_in_group);
    hn::Store(hn::BitCast(d, pieces.colors), d, plan.colors);
    hn::Store(starts, d, plan.starts);
    const auto is_long = hn::And(hn::Lt(starts, pixels), hn::Gt(sizes, hn::Set(d, 64)));
    note_rests(is_long, pieces, starts);
    done_ += hn::ExtractLane(ends, 7);
  }

  /// Returns, in lane i, what `v` has in lane i - kCount, or 0 if i < kCount.
  template <size_t kCount>
  HWY_INLINE static QwordVector lanes_before(QwordVector v) {
    const Qwords d;
    const QwordVector from = hn::Sub(hn::Iota(d, 0), hn::Set(d, kCount));
    const QwordVector moved =
        hn::TableLookupLanes(v, hn::IndicesFromVec(d, hn::And(from, hn::Set(d, 7))));
    return hn::IfThenElseZero(mask_of(d, 0xFF << kCount), moved);
  }

  /// Returns a mask in each lane: bit p is set if one of pieces 1 to 7 of the lane's group starts
  /// at pixel p.
  HWY_INLINE static QwordVector starts_in_group(QwordVector lengths) {
    const QwordVector a = hn::Or3(start_of<1>(lengths), start_of<2>(lengths), start_of<3>(lengths));
    const QwordVector b = hn::Or3(start_of<4>(lengths), start_of<5>(lengths), start_of<6>(lengths));
    return hn::Or3(a, b, start_of<7>(lengths));
  }

  template <unsigned kPiece>
  HWY_INLINE static QwordVector start_of(QwordVector lengths) {
    const Qwords d;
    const QwordVector before = hn::And(lengths, hn::Set(d, (uint64_t{1} << (8 * kPiece)) - 1));
    return bit(hn::SumsOf8(hn::BitCast(Bytes(), before)));
  }

  /// Returns masks of bit i each, or 0 where i > 63.
  HWY_INLINE static QwordVector bit(QwordVector i) { return hn::Set(Qwords(), 1) << i; }

  HWY_INLINE void note_rests(hn::Mask<Qwords> is_long, const Pieces& pieces, QwordVector starts) {
    const Qwords d;
    // In halves, because g++ 12 makes slow code of Highway's Compress for 64-bit lanes.
    const hn::Repartition<uint32_t, Qwords> halves;
    const auto is_long_half = hn::MaskFromVec(hn::BitCast(halves, hn::VecFromMask(d, is_long)));
    const auto append = [&](auto vector, uint64_t* to) HWY_ATTR {
      const auto compressed = hn::Compress(hn::BitCast(halves, vector), is_long_half);
      hn::StoreU(hn::BitCast(d, compressed), d, to + long_.count);
    };
    append(pieces.lengths, long_.lengths);
    append(pieces.colors, long_.colors);
    append(starts, long_.starts);
    long_.count += hn::CountTrue(d, is_long);
  }

  HWY_INLINE void store_groups(const Plan& plan) {
    const Bytes d;
    const Qwords d64;
    for (size_t i = 0; i < kGroups; ++i) {
      const ByteVector piece = prefix_counts(hn::Set(d64, plan.starts_in_group[i]), below_);
      const ByteVector colors = hn::BitCast(d, hn::Set(d64, plan.colors[i]));
      hn::StoreU(hn::TableLookupBytes(colors, piece), d, out_ + plan.starts[i]);
    }
  }

  /// Stores the pixels of long groups after the first 64, and not one more, because the groups that
  /// follow are stored already.
  HWY_INLINE void store_rests() {
    const Bytes d;
    const Qwords d64;
    for (size_t i = 0; i < long_.count; ++i) {
      const QwordVector lengths = hn::Set(d64, long_.lengths[i]);
      const QwordVector starts = hn::SumsOf8(hn::BitCast(d, hn::And(lengths, below_)));
      const size_t size = hn::GetLane(hn::SumsOf8(hn::BitCast(d, lengths)));
      const size_t end = std::min(size, pixels_ - long_.starts[i]);
      for (size_t from = 64; from < end; from += 64) {
        const ByteVector colors = colors_from(from, starts, hn::Set(d64, long_.colors[i]));
        hn::BlendedStore(colors, hn::FirstN(d, std::min<size_t>(end - from, 64)), d,
                         out_ + long_.starts[i] + from);
      }
    }
    long_.count = 0;
  }

  /// Returns the colours of 64 pixels of a group, starting at pixel `from`. Lane i of `starts` is
  /// where piece i starts.
  HWY_INLINE ByteVector colors_from(size_t from, QwordVector starts, QwordVector colors) {
    const Bytes d;
    const Qwords d64;
    const size_t before = hn::CountTrue(d64, hn::Lt(starts, hn::Set(d64, from)));
    const QwordVector mask = or_all(bit(hn::Sub(starts, hn::Set(d64, from))));
    const ByteVector piece =
        hn::Add(prefix_counts(mask, below_), hn::Set(d, static_cast<uint8_t>(before - 1)));
    return hn::TableLookupBytes(hn::BitCast(d, colors), piece);
  }

  /// Finds where the picture ends in the last block, which starts at `at` in the input.
  HWY_INLINE DecodeResult find_end(const Pieces& last, const Plan& plan, size_t at) {
    const Qwords d;
    const auto begun = hn::Lt(hn::Load(d, plan.starts), hn::Set(d, pixels_));
    const size_t group = hn::CountTrue(d, begun) - 1;
    const QwordVector missing = hn::Set(d, pixels_ - plan.starts[group]);
    const QwordVector lengths = hn::TableLookupLanes(hn::BitCast(d, last.lengths),
                                                     hn::IndicesFromVec(d, hn::Set(d, group)));
    const QwordVector up_to_piece = hn::Or(hn::ShiftLeft<8>(below_), hn::Set(d, 0xFF));
    const QwordVector ends = hn::SumsOf8(hn::BitCast(Bytes(), hn::And(lengths, up_to_piece)));
    if (HWY_UNLIKELY(hn::AllFalse(d, hn::Eq(ends, missing)))) return {DecodeEnd::overrun, 0};
    const size_t end = group * kGroup + hn::CountTrue(d, hn::Lt(ends, missing)) + 1;
    const bool complete = can_end(last, end) && last.empty << (kBlock - end) == 0;
    return {complete ? DecodeEnd::complete : DecodeEnd::truncated, at + end};
  }

  std::span<const uint8_t> in_;
  size_t pixels_;
  uint8_t* out_;
  size_t read_ = 0;       ///< bytes
  uint64_t pending_ = 0;  ///< 1 if the last byte read was an escape
  size_t done_ = 0;       ///< pixels planned
  LongGroups long_;
  const QwordVector below_ = below_octet();
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
