// RLE: COST and AKOS codec 1 (SCUMM.md §2 "RLE").

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rle.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

namespace hn = hwy::HWY_NAMESPACE;

// The vector decoders treat every input byte as a piece, so that no byte has to move. A byte with a
// length is a run. An escape is a piece of one pixel. Its extension byte x is a piece of the
// remaining x - 1 pixels (mod 256, since 0 means 256) in the escape's colour. Pieces are handled in
// blocks of 64, and within a block in groups of 8.

constexpr size_t kBlock = 64;
constexpr size_t kGroup = 8;
constexpr size_t kGroups = kBlock / kGroup;

/// Kinds of pieces in a block; bit i is piece i.
struct PieceMasks {
  uint64_t escapes;
  uint64_t valid;  ///< pieces before the end of the input
};

/// Whether a picture can end after the first `end` pieces of a block, 1 to 64.
constexpr bool can_end(const PieceMasks& masks, size_t end) {
  return ((masks.valid & ~masks.escapes) >> (end - 1) & 1) != 0;
}

/// Returns a mask of the escapes among 64 bytes. Bit i of `zero_lengths` is set if the length bits
/// of byte i are zero: the byte is an escape or the extension of one. `pending` is 1 if the byte
/// before byte 0 is an escape, else 0. In each sequence of such bytes, every second one is an
/// escape, starting with the first. Adding a bit at the start of the sequences that start at an odd
/// place carries through exactly those sequences and clears them; the others stay set.
constexpr uint64_t find_escapes(uint64_t zero_lengths, uint64_t pending) {
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t sequences = zero_lengths & ~pending;
  const uint64_t in_even = sequences + (kOdd & ~(sequences << 1));
  return (in_even ^ kOdd) & sequences;
}

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

#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX3

// The form for targets with vectors of 64 bytes, and scalar instructions for 64-bit masks. It is
// faster than the other form with VBMI2 and BITALG (bench/README.md).
//
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

using ByteTag = hn::FixedTag<uint8_t, 64>;
using QwordTag = hn::FixedTag<uint64_t, 8>;
using ByteVector = hn::Vec<ByteTag>;
using QwordVector = hn::Vec<QwordTag>;

/// Returns, in lane i, a mask of all bits below bit 8 × i.
HWY_INLINE QwordVector below_octet() {
  alignas(64) static constexpr uint64_t kBelow[8] = {
      0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF};
  return hn::Load(QwordTag(), kBelow);
}

/// Returns, in byte p, the number of bits 0 to p that are set in a mask. Every lane of `mask` holds
/// that mask. `below` is below_octet().
///
/// Example: in a mask of bits 3, 4 and 9, bytes 0 to 2 of the result are 0, byte 3 is 1, bytes 4 to
/// 8 are 2 and bytes 9 to 63 are 3. Byte 9 is the popcount of octet 0 (bits 3 and 4 are set) plus
/// the popcount of bits 0 and 1 of octet 1 (its bit 1, which is bit 9 of the mask, is set).
HWY_INLINE ByteVector prefix_counts(QwordVector mask, QwordVector below) {
  const ByteTag d;
  const auto place = hn::Iota(d, 0);
  const auto up_to = hn::BitCast(d, hn::Set(QwordTag(), 0xFF7F3F1F0F070301));
  const auto lower_octets = hn::BitCast(d, hn::PopulationCount(hn::And(mask, below)));
  const auto octet = hn::TableLookupBytes(hn::BitCast(d, mask), hn::ShiftRight<3>(place));
  return hn::Add(hn::TableLookupBytes(lower_octets, hn::And(place, hn::Set(d, 8))),
                 hn::PopulationCount(hn::And(octet, up_to)));
}

/// Returns the OR of all lanes, in every lane.
HWY_INLINE QwordVector or_all(QwordVector mask) {
  mask = hn::Or(mask, hn::ReverseBlocks(QwordTag(), mask));
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
  RleDecoder(Bytes in, size_t pixels, uint8_t* out) : in_(in), pixels_(pixels), out_(out) {}

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
    const ByteTag d;
    const size_t size = std::min(in_.size() - read_, kBlock);
    const uint8_t* from = in_.data() + read_;
    read_ += size;
    Pieces pieces;
    const hn::Mask<ByteTag> valid = hn::FirstN(d, size);
    const ByteVector in = hn::MaskedLoad(valid, d, from);
    const ByteVector lengths = hn::And(in, hn::Set(d, (1 << kLengthBits) - 1));
    pieces.valid = bits_of(d, valid);
    pieces.escapes = find_escapes(bits_of(d, hn::Eq(lengths, hn::Zero(d))), pending_);
    const uint64_t extensions = (pieces.escapes << 1 | pending_) & pieces.valid;
    pending_ = pieces.escapes >> 63;
    const hn::Mask<ByteTag> is_escape = mask_of(d, pieces.escapes & pieces.valid);
    const hn::Mask<ByteTag> is_extension = mask_of(d, extensions);
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
    const QwordTag d;
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
    const QwordTag d;
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
    const QwordTag d;
    const QwordVector before = hn::And(lengths, hn::Set(d, (uint64_t{1} << (8 * kPiece)) - 1));
    return bit(hn::SumsOf8(hn::BitCast(ByteTag(), before)));
  }

  /// Returns masks of bit i each, or 0 where i > 63.
  HWY_INLINE static QwordVector bit(QwordVector i) { return hn::Set(QwordTag(), 1) << i; }

  HWY_INLINE void note_rests(hn::Mask<QwordTag> is_long, const Pieces& pieces, QwordVector starts) {
    const QwordTag d;
    // In halves, because g++ 12 makes slow code of Highway's Compress for 64-bit lanes.
    const hn::Repartition<uint32_t, QwordTag> halves;
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
    const ByteTag d;
    const QwordTag d64;
    for (size_t i = 0; i < kGroups; ++i) {
      const ByteVector piece = prefix_counts(hn::Set(d64, plan.starts_in_group[i]), below_);
      const ByteVector colors = hn::BitCast(d, hn::Set(d64, plan.colors[i]));
      hn::StoreU(hn::TableLookupBytes(colors, piece), d, out_ + plan.starts[i]);
    }
  }

  /// Stores the pixels of long groups after the first 64, and not one more, because the groups that
  /// follow are stored already.
  HWY_INLINE void store_rests() {
    const ByteTag d;
    const QwordTag d64;
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
    const ByteTag d;
    const QwordTag d64;
    const size_t before = hn::CountTrue(d64, hn::Lt(starts, hn::Set(d64, from)));
    const QwordVector mask = or_all(bit(hn::Sub(starts, hn::Set(d64, from))));
    const ByteVector piece =
        hn::Add(prefix_counts(mask, below_), hn::Set(d, static_cast<uint8_t>(before - 1)));
    return hn::TableLookupBytes(hn::BitCast(d, colors), piece);
  }

  /// Finds where the picture ends in the last block, which starts at `at` in the input.
  HWY_INLINE DecodeResult find_end(const Pieces& last, const Plan& plan, size_t at) {
    const QwordTag d;
    const auto begun = hn::Lt(hn::Load(d, plan.starts), hn::Set(d, pixels_));
    const size_t group = hn::CountTrue(d, begun) - 1;
    const QwordVector missing = hn::Set(d, pixels_ - plan.starts[group]);
    const QwordVector lengths = hn::TableLookupLanes(hn::BitCast(d, last.lengths),
                                                     hn::IndicesFromVec(d, hn::Set(d, group)));
    const QwordVector up_to_piece = hn::Or(hn::ShiftLeft<8>(below_), hn::Set(d, 0xFF));
    const QwordVector ends = hn::SumsOf8(hn::BitCast(ByteTag(), hn::And(lengths, up_to_piece)));
    if (HWY_UNLIKELY(hn::AllFalse(d, hn::Eq(ends, missing)))) return {DecodeEnd::overrun, 0};
    const size_t end = group * kGroup + hn::CountTrue(d, hn::Lt(ends, missing)) + 1;
    const bool complete = can_end(last, end) && last.empty << (kBlock - end) == 0;
    return {complete ? DecodeEnd::complete : DecodeEnd::truncated, at + end};
  }

  Bytes in_;
  size_t pixels_;
  uint8_t* out_;
  size_t read_ = 0;       ///< bytes
  uint64_t pending_ = 0;  ///< 1 if the last byte read was an escape
  size_t done_ = 0;       ///< pixels planned
  LongGroups long_;
  const QwordVector below_ = below_octet();
};

#else

// The form for targets with vectors of 16 or 32 bytes.
//
// Each piece is stored by one store of fixed width. The next store overwrites the excess, so
// nothing branches on lengths. Pixels of a piece beyond one store are noted and stored later.
// Reading runs one block ahead of storing, because its latency is long.

constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
using ByteTag = hn::FixedTag<uint8_t, kWidth>;
using QwordTag = hn::Repartition<uint64_t, ByteTag>;
using ByteVector = hn::Vec<ByteTag>;

struct PieceBlock : PieceMasks {
  alignas(64) uint8_t lengths[kBlock];
  alignas(64) uint8_t starts_in_group[kBlock];  ///< mod 256
  alignas(64) uint8_t colors[kBlock + kWidth];
  alignas(64) uint64_t sizes[kGroups];  ///< of the groups, in pixels
  uint64_t long_pieces;                 ///< bit i: piece i is longer than kWidth
};

/// Pieces longer than kWidth, of which only the first kWidth pixels have been stored.
struct LongPieces {
  static constexpr size_t kMost = 128;
  struct Piece {
    size_t start;
    uint8_t length;
    uint8_t color;
  };
  size_t count = 0;
  Piece pieces[kMost + kBlock];
};

/// Returns the vector that starts one byte before `current`. `previous` starts kWidth bytes before
/// `current`.
HWY_INLINE ByteVector one_byte_before(ByteVector current, ByteVector previous) {
  const ByteTag d;
  if constexpr (kWidth == 32) previous = hn::ConcatLowerUpper(d, current, previous);
  return hn::CombineShiftRightBytes<15>(d, current, previous);
}

/// Returns, for each byte, the sum (mod 256) of the bytes before it in its group.
HWY_INLINE ByteVector sums_before(ByteVector lengths) {
  const ByteTag d;
  const QwordTag d64;
  ByteVector sums = hn::BitCast(d, hn::ShiftLeft<8>(hn::BitCast(d64, lengths)));
  sums = hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<8>(hn::BitCast(d64, sums))));
  sums = hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<16>(hn::BitCast(d64, sums))));
  return hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(d64, sums))));
}

template <unsigned kLengthBits>
class RleDecoder {
 public:
  RleDecoder(Bytes in, size_t pixels, uint8_t* out) : in_(in), pixels_(pixels), out_(out) {}

  /// Decodes the picture. If the result is `complete`, so is the reference's. For any other result,
  /// ask the reference.
  DecodeResult decode() {
    PieceBlock blocks[2];
    PieceBlock* block = &blocks[0];
    PieceBlock* next = &blocks[1];
    read(0, *block);
    size_t at = 0;
    while (at + kBlock < in_.size() && done_ < pixels_) {
      read(at + kBlock, *next);
      store(*block);
      if (done_ >= pixels_) break;
      at += kBlock;
      std::swap(block, next);
    }
    if (done_ < pixels_) store(*block);
    store_rests();
    if (HWY_UNLIKELY(done_ < pixels_)) return {DecodeEnd::truncated, 0};
    return find_end(*block, at);
  }

 private:
  /// Reads the pieces of the 64 bytes at `at`. Those past the end of the input have length 0 or 1.
  HWY_INLINE void read(size_t at, PieceBlock& block) {
    const size_t left = in_.size() - at;
    if (HWY_LIKELY(left >= kBlock)) {
      block.valid = ~uint64_t{0};
      split(in_.data() + at, block);
    } else {
      uint8_t tail[kBlock];
      std::memset(tail, 1, kBlock);
      if (left != 0) std::memcpy(tail, in_.data() + at, left);
      block.valid = (uint64_t{1} << left) - 1;
      split(tail, block);
    }
  }

  HWY_INLINE void split(const uint8_t* HWY_RESTRICT in, PieceBlock& block) {
    const ByteTag d;
    const ByteVector length_mask = hn::Set(d, (1 << kLengthBits) - 1);
    uint64_t zeros = 0;
    for (size_t i = 0; i < kBlock; i += kWidth) {
      const ByteVector length = hn::And(hn::LoadU(d, in + i), length_mask);
      zeros |= bits_of(d, hn::Eq(length, hn::Zero(d))) << i;
    }
    block.escapes = find_escapes(zeros, pending_);
    const uint64_t extensions = block.escapes << 1 | pending_;
    pending_ = block.escapes >> 63;
    block.long_pieces = 0;
    for (size_t i = 0; i < kBlock; i += kWidth) {
      split_vector(hn::LoadU(d, in + i), i, extensions, block);
    }
  }

  HWY_INLINE void split_vector(ByteVector in, size_t i, uint64_t extensions, PieceBlock& block) {
    const ByteTag d;
    const hn::Mask<ByteTag> is_extension = mask_of(d, extensions >> i);
    ByteVector lengths = hn::And(in, hn::Set(d, (1 << kLengthBits) - 1));
    lengths = hn::IfThenElse(mask_of(d, block.escapes >> i), hn::Set(d, 1), lengths);
    lengths = hn::IfThenElse(is_extension, hn::Sub(in, hn::Set(d, 1)), lengths);
    const ByteVector colors = hn::ShiftRight<kLengthBits>(in);
    const ByteVector before = one_byte_before(colors, read_colors_);
    read_colors_ = colors;
    hn::Store(lengths, d, block.lengths + i);
    hn::Store(sums_before(lengths), d, block.starts_in_group + i);
    hn::Store(hn::IfThenElse(is_extension, before, colors), d, block.colors + i);
    hn::Store(hn::SumsOf8(lengths), QwordTag(), block.sizes + i / kGroup);
    block.long_pieces |= bits_of(d, hn::Gt(lengths, hn::Set(d, kWidth))) << i;
  }

  HWY_INLINE void store(const PieceBlock& block) {
    uint64_t long_pieces = block.long_pieces;
    for (size_t group = 0; group < kGroups; ++group) {
      const size_t start = std::min(done_, pixels_);
      starts_[group] = start;
      if (HWY_UNLIKELY(block.sizes[group] > 255)) {
        store_long_group(block, group);
        long_pieces &= ~(uint64_t{0xFF} << (group * kGroup));
      } else {
        store_group(block, group);
      }
      done_ += block.sizes[group];
    }
    note_rests(block, long_pieces);
  }

  HWY_INLINE void store_group(const PieceBlock& block, size_t group) {
    const ByteTag d;
    const uint8_t* HWY_RESTRICT starts = block.starts_in_group + group * kGroup;
    const ByteVector colors = hn::LoadDup128(d, block.colors + group * kGroup);
    uint8_t* HWY_RESTRICT to = out_ + starts_[group];
    for (size_t i = 0; i < kGroup; ++i) {
      const ByteVector index = hn::Set(d, static_cast<uint8_t>(i));
      hn::StoreU(hn::TableLookupBytes(colors, index), d, to + starts[i]);
    }
  }

  /// Stores all pixels of a group so long that the starts of its pieces do not fit in a byte.
  HWY_NOINLINE void store_long_group(const PieceBlock& block, size_t group) {
    const ByteTag d;
    size_t start = starts_[group];
    for (size_t i = group * kGroup; i < (group + 1) * kGroup && start < pixels_; ++i) {
      const ByteVector color = hn::Set(d, block.colors[i]);
      for (size_t j = 0; j < block.lengths[i]; j += kWidth) hn::StoreU(color, d, out_ + start + j);
      start += block.lengths[i];
    }
  }

  HWY_INLINE void note_rests(const PieceBlock& block, uint64_t long_pieces) {
    while (long_pieces != 0) {
      const size_t i = hwy::Num0BitsBelowLS1Bit_Nonzero64(long_pieces);
      long_pieces &= long_pieces - 1;
      const size_t start = starts_[i / kGroup] + block.starts_in_group[i];
      long_.pieces[long_.count++] = {start, block.lengths[i], block.colors[i]};
    }
    if (HWY_UNLIKELY(long_.count > LongPieces::kMost)) store_rests();
  }

  /// Stores the pixels of long pieces after the first kWidth, and not one more, because the pieces
  /// that follow are stored already.
  HWY_INLINE void store_rests() {
    const ByteTag d;
    for (size_t i = 0; i < long_.count; ++i) {
      const LongPieces::Piece& piece = long_.pieces[i];
      const ByteVector color = hn::Set(d, piece.color);
      const size_t last = piece.start + piece.length - kWidth;
      for (size_t j = piece.start + kWidth; j < last; j += kWidth) hn::StoreU(color, d, out_ + j);
      hn::StoreU(color, d, out_ + last);
    }
    long_.count = 0;
  }

  /// Finds where the picture ends in the last block, which starts at `at` in the input.
  DecodeResult find_end(const PieceBlock& block, size_t at) const {
    size_t group = 0;
    for (size_t i = 1; i < kGroups; ++i) group += starts_[i] < pixels_ ? 1 : 0;
    size_t end = group * kGroup;
    size_t start = starts_[group];
    for (size_t i = 0; i < kGroup; ++i) {
      end += start < pixels_ ? 1 : 0;
      start += start < pixels_ ? block.lengths[group * kGroup + i] : 0;
    }
    const bool complete = start == pixels_ && can_end(block, end);
    return {complete ? DecodeEnd::complete : DecodeEnd::truncated, at + end};
  }

  Bytes in_;
  size_t pixels_;
  uint8_t* out_;
  uint64_t pending_ = 0;  ///< 1 if the last byte read was an escape
  size_t done_ = 0;       ///< pixels stored
  ByteVector read_colors_ = hn::Zero(ByteTag());
  size_t starts_[kGroups];  ///< of the last stored block's groups, in pixels
  LongPieces long_;
};

#endif

template <unsigned kLengthBits>
HWY_NOINLINE DecodeResult decode(Bytes in, size_t pixels, uint8_t* out) {
  return RleDecoder<kLengthBits>(in, pixels, out).decode();
}

// Transposes columns to rows. The picture is cut into tiles that are 16 pixels high and one, two or
// four blocks of 16 × 16 wide. Each block of a tile has its own 128-bit lane in 16 vectors, which
// first hold its columns and, after four rounds of interleaving, its rows. A bottom tile or
// rightmost block that would be partial is pulled back over its neighbour if there is one.

constexpr size_t kSide = 16;
constexpr size_t kMostBlocks = std::min<size_t>(HWY_MAX_BYTES / kSide, 4);

/// Loads 16 pixels of one column of every block. `in` is the column of the first block. The last
/// block is `last` pixels to the right of it, and the others are side by side as far as that.
template <class D>
HWY_INLINE hn::Vec<D> load_column(D d, const uint8_t* HWY_RESTRICT in, size_t height, size_t last) {
  if constexpr (MaxLanes(D()) == kSide) {
    return hn::LoadU(d, in + last * height);
  } else {
    const hn::Half<D> half;
    const size_t right = std::min(last, MaxLanes(half));
    return hn::Combine(d, load_column(half, in + right * height, height, last - right),
                       load_column(half, in, height, MaxLanes(half) - kSide));
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_row(D d, V row, size_t last, uint8_t* HWY_RESTRICT out) {
  if constexpr (MaxLanes(D()) == kSide) {
    hn::StoreU(row, d, out + last);
  } else {
    const hn::Half<D> half;
    const size_t right = std::min(last, MaxLanes(half));
    hn::StoreU(hn::LowerHalf(half, row), half, out);
    store_row(half, hn::UpperHalf(half, row), last - right, out + right);
  }
}

/// Interleaves vectors i and i + 8. Doing this four times transposes the 16 × 16 bytes of each
/// lane.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void interleave_halves(D d, const V* HWY_RESTRICT from, V* HWY_RESTRICT to) {
  for (size_t i = 0; i < 8; ++i) {
    to[2 * i] = hn::InterleaveLower(d, from[i], from[i + 8]);
    to[2 * i + 1] = hn::InterleaveUpper(d, from[i], from[i + 8]);
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_lanes(D d, V* HWY_RESTRICT vectors) {
  V other[kSide];
  interleave_halves(d, vectors, other);
  interleave_halves(d, other, vectors);
  interleave_halves(d, vectors, other);
  interleave_halves(d, other, vectors);
}

/// Stores the first `rows` rows of a tile. It is recursive so that vectors are indexed by constants
/// only; otherwise the compiler would keep them in memory.
template <size_t kRow = 0, class D, class V = hn::Vec<D>>
HWY_INLINE void store_rows(D d, const V* HWY_RESTRICT vectors, size_t rows, size_t width,
                           size_t last, uint8_t* HWY_RESTRICT out) {
  if constexpr (kRow < kSide) {
    if (kRow == rows) return;
    store_row(d, vectors[kRow], last, out);
    store_rows<kRow + 1>(d, vectors, rows, width, last, out + width);
  }
}

/// Transposes a column of tiles, of which the last block is `last` pixels to the right of `x`.
template <size_t kBlocks>
HWY_INLINE void transpose_tiles(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                size_t x, size_t last, uint8_t* HWY_RESTRICT out) {
  const hn::FixedTag<uint8_t, kSide * kBlocks> d;
  hn::Vec<decltype(d)> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    const size_t top = height < kSide ? 0 : std::min(y, height - kSide);
    const uint8_t* column = in + x * height + top;
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = load_column(d, column, height, last);
      column += height;
    }
    transpose_lanes(d, vectors);
    uint8_t* row = out + top * width + x;
    if (HWY_LIKELY(height >= kSide)) {
      store_rows(d, vectors, kSide, width, last, row);
    } else {
      store_rows(d, vectors, height, width, last, row);
    }
  }
}

/// Transposes pictures narrower than a block. Each row's excess is overwritten by the next row.
HWY_INLINE void transpose_narrow(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
                                 uint8_t* HWY_RESTRICT out) {
  const hn::FixedTag<uint8_t, kSide> d;
  hn::Vec<decltype(d)> vectors[kSide];
  for (size_t y = 0; y < height; y += kSide) {
    for (size_t i = 0; i < kSide; ++i) {
      vectors[i] = hn::LoadU(d, in + std::min(i, width - 1) * height + y);
    }
    transpose_lanes(d, vectors);
    store_rows(d, vectors, std::min(kSide, height - y), width, 0, out + y * width);
  }
}

void to_rows(const uint8_t* HWY_RESTRICT in, size_t width, size_t height,
             uint8_t* HWY_RESTRICT out) {
  if (width == 0) return;
  if (width < kSide) return transpose_narrow(in, width, height, out);
  for (size_t at = 0; at < width; at += kMostBlocks * kSide) {
    const size_t x = std::min(at, width - kSide);
    const size_t last = std::min(width - x, kMostBlocks * kSide) - kSide;
    if (last == 0) {
      transpose_tiles<1>(in, width, height, x, last, out);
    } else if (last <= kSide) {
      transpose_tiles<std::min<size_t>(kMostBlocks, 2)>(in, width, height, x, last, out);
    } else {
      transpose_tiles<kMostBlocks>(in, width, height, x, last, out);
    }
  }
}

#else

void to_rows(const uint8_t* in, size_t width, size_t height, uint8_t* out) {
  transpose_reference({in, width * height}, width, height, {out, width * height});
}

#endif

/// Decodes pixels in stored order. Any result other than complete means damage, or valid input too
/// rare to vectorize.
DecodeResult columns(Bytes in, RleSplit split, size_t pixels, std::span<uint8_t> out) {
  if (pixels == 0) return {DecodeEnd::complete, 0};
#if WARDROBE_HAVE_VECTORS
  if (split == RleSplit::colors16) return decode<4>(in, pixels, out.data());
  if (split == RleSplit::colors32) return decode<3>(in, pixels, out.data());
  return decode<2>(in, pixels, out.data());
#else
  return decode_rle_rows_reference(in, split, 1, pixels, out);
#endif
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

namespace {

constexpr size_t kLongestRun = 255;

/// Writes one run to `to`, and returns its end.
uint8_t* put_run(uint8_t* to, unsigned color, size_t length, unsigned length_bits) {
  const unsigned high = color << length_bits;
  if (length < (size_t{1} << length_bits)) {
    *to++ = static_cast<uint8_t>(high | length);
  } else {
    *to++ = static_cast<uint8_t>(high);
    *to++ = static_cast<uint8_t>(length);
  }
  return to;
}

}  // namespace

size_t encode_rle(Bytes pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_rle_bound(pixels.size()));
  const unsigned length_bits = static_cast<unsigned>(split);
  uint8_t* to = out.data();
  unsigned color = 0;
  size_t length = 0;
  for (size_t x = 0; x < width; ++x) {
    for (size_t y = 0; y < height; ++y) {
      const unsigned next = pixels[y * width + x];
      if (length != 0 && (next != color || length == kLongestRun)) {
        to = put_run(to, color, length, length_bits);
        length = 0;
      }
      color = next;
      ++length;
    }
  }
  if (length != 0) to = put_run(to, color, length, length_bits);
  return static_cast<size_t>(to - out.data());
}

DecodeResult decode_rle_rows_reference(Bytes in, RleSplit split, size_t width, size_t height,
                                       std::span<uint8_t> out) {
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  const size_t pixels = width * height;
  size_t at = 0;
  for (size_t done = 0; done < pixels;) {
    if (at == in.size()) return {DecodeEnd::truncated, at};
    const unsigned byte = in[at++];
    size_t length = byte & length_mask;
    if (length == 0) {
      if (at == in.size()) return {DecodeEnd::truncated, at};
      length = in[at++];
      if (length == 0) length = 256;
    }
    if (length > pixels - done) return {DecodeEnd::overrun, at};
    for (; length != 0; --length, ++done) {
      out[done % height * width + done / height] = static_cast<uint8_t>(byte >> length_bits);
    }
  }
  return {DecodeEnd::complete, at};
}

HWY_EXPORT(columns);
HWY_EXPORT(to_rows);

void transpose_reference(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) out[y * width + x] = in[x * height + y];
  }
}

void transpose(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(in, width * height) && is_padded(out, width * height));
  HWY_DYNAMIC_DISPATCH(to_rows)(in.data(), width, height, out.data());
}

DecodeResult decode_rle_rows(Bytes in, RleSplit split, size_t width, size_t height,
                             std::span<uint8_t> out, std::span<uint8_t> scratch) {
  assert(is_padded(out, width * height) && is_padded(scratch, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(columns)(in, split, width * height, scratch);
  if (HWY_UNLIKELY(result.end != DecodeEnd::complete)) {
    return decode_rle_rows_reference(in, split, width, height, out);
  }
  transpose(scratch, width, height, out);
  return result;
}

DecodeResult decode_rle_by_rows(Bytes in, RleSplit split, size_t width, size_t height,
                                std::span<uint8_t> out) {
  const size_t pixels = width * height;
  assert(is_padded(out, pixels));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(columns)(in, split, pixels, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_rle_rows_reference(in, split, 1, pixels, out);
}

}  // namespace wardrobe
#endif
