// The RLE decoder for targets with vectors of 16 or 32 bytes.

#if defined(WARDROBE_KERNELS_RLE_SPLAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WARDROBE_KERNELS_RLE_SPLAT_INL_H_
#undef WARDROBE_KERNELS_RLE_SPLAT_INL_H_
#else
#define WARDROBE_KERNELS_RLE_SPLAT_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include <hwy/highway.h>

#include "kernels/bits-inl.h"
#include "kernels/decode.h"
#include "kernels/rle_pieces.h"
#include "kernels/simd.h"

#if WARDROBE_HAVE_VECTORS && !WARDROBE_HAVE_VECTORS_64

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

// Each piece is stored by one store of fixed width. The next store overwrites the excess, so
// nothing branches on lengths. Pixels of a piece beyond one store are noted and stored later.
// Reading runs one block ahead of storing, because its latency is long.

constexpr size_t kWidth = std::min<size_t>(HWY_MAX_BYTES, 32);
using Bytes = hn::FixedTag<uint8_t, kWidth>;
using Qwords = hn::Repartition<uint64_t, Bytes>;
using Vector = hn::Vec<Bytes>;

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
HWY_INLINE Vector one_byte_before(Vector current, Vector previous) {
  const Bytes d;
  if constexpr (kWidth == 32) previous = hn::ConcatLowerUpper(d, current, previous);
  return hn::CombineShiftRightBytes<15>(d, current, previous);
}

/// Returns, for each byte, the sum (mod 256) of the bytes before it in its group.
HWY_INLINE Vector sums_before(Vector lengths) {
  const Bytes d;
  const Qwords d64;
  Vector sums = hn::BitCast(d, hn::ShiftLeft<8>(hn::BitCast(d64, lengths)));
  sums = hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<8>(hn::BitCast(d64, sums))));
  sums = hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<16>(hn::BitCast(d64, sums))));
  return hn::Add(sums, hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(d64, sums))));
}

template <unsigned kLengthBits>
class RleDecoder {
 public:
  RleDecoder(std::span<const uint8_t> in, size_t pixels, uint8_t* out)
      : in_(in), pixels_(pixels), out_(out) {}

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
    const Bytes d;
    const Vector length_mask = hn::Set(d, (1 << kLengthBits) - 1);
    uint64_t zeros = 0;
    for (size_t i = 0; i < kBlock; i += kWidth) {
      const Vector length = hn::And(hn::LoadU(d, in + i), length_mask);
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

  HWY_INLINE void split_vector(Vector in, size_t i, uint64_t extensions, PieceBlock& block) {
    const Bytes d;
    const hn::Mask<Bytes> is_extension = mask_of(d, extensions >> i);
    Vector lengths = hn::And(in, hn::Set(d, (1 << kLengthBits) - 1));
    lengths = hn::IfThenElse(mask_of(d, block.escapes >> i), hn::Set(d, 1), lengths);
    lengths = hn::IfThenElse(is_extension, hn::Sub(in, hn::Set(d, 1)), lengths);
    const Vector colors = hn::ShiftRight<kLengthBits>(in);
    const Vector before = one_byte_before(colors, read_colors_);
    read_colors_ = colors;
    hn::Store(lengths, d, block.lengths + i);
    hn::Store(sums_before(lengths), d, block.starts_in_group + i);
    hn::Store(hn::IfThenElse(is_extension, before, colors), d, block.colors + i);
    hn::Store(hn::SumsOf8(lengths), Qwords(), block.sizes + i / kGroup);
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
    const Bytes d;
    const uint8_t* HWY_RESTRICT starts = block.starts_in_group + group * kGroup;
    const Vector colors = hn::LoadDup128(d, block.colors + group * kGroup);
    uint8_t* HWY_RESTRICT to = out_ + starts_[group];
    for (size_t i = 0; i < kGroup; ++i) {
      const Vector index = hn::Set(d, static_cast<uint8_t>(i));
      hn::StoreU(hn::TableLookupBytes(colors, index), d, to + starts[i]);
    }
  }

  /// Stores all pixels of a group so long that the starts of its pieces do not fit in a byte.
  HWY_NOINLINE void store_long_group(const PieceBlock& block, size_t group) {
    const Bytes d;
    size_t start = starts_[group];
    for (size_t i = group * kGroup; i < (group + 1) * kGroup && start < pixels_; ++i) {
      const Vector color = hn::Set(d, block.colors[i]);
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
    const Bytes d;
    for (size_t i = 0; i < long_.count; ++i) {
      const LongPieces::Piece& piece = long_.pieces[i];
      const Vector color = hn::Set(d, piece.color);
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

  std::span<const uint8_t> in_;
  size_t pixels_;
  uint8_t* out_;
  uint64_t pending_ = 0;  ///< 1 if the last byte read was an escape
  size_t done_ = 0;       ///< pixels stored
  Vector read_colors_ = hn::Zero(Bytes());
  size_t starts_[kGroups];  ///< of the last stored block's groups, in pixels
  LongPieces long_;
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
