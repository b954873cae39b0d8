#include "kernels/majmin.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "kernels/majmin_reference.h"
#include "kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/majmin.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

namespace hn = hwy::HWY_NAMESPACE;

// One step consumes all keeps (0 bits) up to the next other command, and that command, without a
// branch on its kind. It stores a block of 64 pixels of the colour, and the next step's block
// overwrites the excess. Where a command begins is known only once the one before it has been read,
// so the speed is bounded by the latency of that chain: count the zeros, shift them out, look up
// the command's size, shift it out, refill. Everything is inlined so that the compiler keeps
// members in registers: a pixel store might alias them.
class MajminDecoder {
 public:
  MajminDecoder(std::span<const uint8_t> in, size_t pixels, uint8_t* out)
      : from_(in.data() + 2),
        left_(in.size() - 2),
        last_(pixels - 1),
        out_(out),
        color_bits_(in[0]),
        color_(in[1]) {
    const uint64_t color_size = 2 + color_bits_;
    // Indexed by bits 1 to 4 of a command. Bit 1 marks a change; a change of 0 is a repeat.
    for (unsigned i = 0; i < 16; ++i) {
      const uint64_t size = (i & 1) == 0 ? color_size : i == kRepeat >> 1 ? 13 : 5;
      sizes_ |= size << (4 * i);
    }
  }

  /// Complete only if the reference would be; any other result means: ask the reference.
  HWY_INLINE DecodeResult decode() {
    uint8_t tail[2 * kWord] = {};
    const size_t size = left_;
    bool fine = true;
    while (fine && left_ >= kWord && done_ < last_) fine = step();
    if (fine && done_ < last_) {
      // Less than a word is left: pad it with zeros, which read as keeps.
      if (left_ != 0) std::memcpy(tail, from_, left_);
      from_ = tail;
      while (fine && done_ < last_) fine = step();
    }
    store(1);
    const size_t bytes = (used_ + 7) / 8;
    if (!fine || bytes > size) return {DecodeEnd::truncated, 0};
    return {DecodeEnd::complete, 2 + bytes};
  }

 private:
  static constexpr size_t kWord = sizeof(uint64_t);
  static constexpr size_t kBlock = 64;
  static constexpr unsigned kRepeat = 0b10011;
  static constexpr unsigned kMostKeeps = 56 - 13;  ///< leaves a whole command in 56 bits

  /// False if the input is damaged. Reads a word at from_.
  HWY_INLINE bool step() {
    refill();
    const auto keeps = static_cast<unsigned>(std::countr_zero(bits_));
    if (HWY_UNLIKELY(keeps > kMostKeeps || keeps >= last_ - done_)) return keep(keeps);
    const uint64_t command = bits_ >> keeps;
    const auto size = static_cast<unsigned>(sizes_ >> (2 * command & 60) & 15);
    const bool repeats = (command & 31) == kRepeat;
    const unsigned repeat = static_cast<unsigned>(command >> 5) & 0xFF;
    const size_t length = keeps + select(repeats, repeat, 1);
    if (HWY_UNLIKELY(length > last_ - done_ || (repeats && repeat < 2))) return false;
    store(length);
    // For a repeat this is a change by 0.
    const unsigned changed = color_ + (static_cast<unsigned>(command >> 2) & 7) - 4;
    const unsigned fresh = static_cast<unsigned>(command >> 2) & ((1u << color_bits_) - 1);
    color_ = select((command & 2) != 0, changed, fresh);
    consume(keeps, size);
    done_ += length;
    return true;
  }

  /// Consumes keeps only: more than fit in a step, or up to the last pixel.
  HWY_INLINE bool keep(unsigned keeps) {
    const size_t length = std::min<size_t>({keeps, have_, last_ - done_});
    store(length);
    consume(static_cast<unsigned>(length), 0);
    done_ += length;
    return true;
  }

  /// `first ? a : b` without a branch; compilers turn simpler forms into one.
  HWY_INLINE static unsigned select(bool first, unsigned a, unsigned b) {
    return b ^ ((a ^ b) & (0u - static_cast<unsigned>(first)));
  }

  /// Fills the buffer to at least 56 bits.
  HWY_INLINE void refill() {
    uint64_t word;
    std::memcpy(&word, from_, kWord);
    bits_ |= word << have_;
    const size_t bytes = std::min<size_t>((63 - have_) / 8, left_);
    from_ += bytes;
    left_ -= bytes;
    have_ |= 56;
  }

  HWY_INLINE void consume(unsigned keeps, unsigned size) {
    bits_ = bits_ >> keeps >> size;
    have_ -= keeps + size;
    used_ += keeps + size;
  }

  /// Stores `length` pixels from done_ on, and up to kBlock - 1 more.
  HWY_INLINE void store(size_t length) {
    const hn::CappedTag<uint8_t, kBlock> d;
    const auto color = hn::Set(d, static_cast<uint8_t>(color_));
    size_t at = done_;
    do {
      for (size_t i = 0; i < kBlock; i += hn::Lanes(d)) hn::StoreU(color, d, out_ + at + i);
      at += kBlock;
    } while (HWY_UNLIKELY(at < done_ + length));
  }

  const uint8_t* from_;
  size_t left_;  ///< bytes from from_ on
  const size_t last_;
  uint8_t* const out_;
  const unsigned color_bits_;
  unsigned color_;
  uint64_t sizes_ = 0;  ///< of commands, four bits each
  uint64_t bits_ = 0;   ///< not consumed yet; bits from have_ on may be set, too
  unsigned have_ = 0;
  size_t used_ = 0;  ///< bits consumed
  size_t done_ = 0;  ///< pixels stored; the next one has color_
};

#endif

DecodeResult majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  const size_t pixels = width * height;
  if (pixels == 0) return {DecodeEnd::complete, 0};
  if (in.size() >= 2 && in[0] >= 1 && in[0] <= 8) {
    const DecodeResult result = MajminDecoder(in, pixels, out.data()).decode();
    if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  }
#endif
  return decode_majmin_rows_reference(in, width, height, out);
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(majmin_rows);

DecodeResult decode_majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  return HWY_DYNAMIC_DISPATCH(majmin_rows)(in, width, height, out);
}

}  // namespace wardrobe
#endif
