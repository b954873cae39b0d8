#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "kernels/decode.h"
#include "kernels/reference.h"
#include "kernels/simd.h"
#include "kernels/strip_codes.h"
#include "kernels/strip_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/strips.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

#if WARDROBE_HAVE_VECTORS

constexpr DecodeResult kIncomplete{DecodeEnd::truncated, 0};

constexpr size_t kMostRows = 1024;

namespace hn = hwy::HWY_NAMESPACE;

// Decodes the codings whose data are bits, up to 8 pixels per look-up, into one row of pixels. A
// group must be looked up to find the next one, so speed is bounded by the latency of that chain:
// look up the size, shift out that many bits. The pixels and colour of a group are off that chain
// and need no branches. Everything is inlined so that the compiler keeps members in registers: a
// pixel store might alias them.
template <StripCoding kCoding>
class BitsDecoder {
 public:
  /// `in` begins with the first colour. `out` has room for `pixels` pixels and nothing else. If
  /// `strict`, a run must not go past the last pixel.
  HWY_INLINE BitsDecoder(StripCode code, std::span<const uint8_t> in, size_t pixels, uint8_t* out,
                         bool strict)
      : table_(strip_groups(code)),
        code_(code),
        from_(in.data() + 1),
        left_(in.size() - 1),
        pixels_(pixels),
        out_(out),
        strict_(strict),
        color_(in[0]) {}

  /// Decodes the pixels. If the result is `complete`, so is the reference's. For any other result,
  /// ask the reference.
  HWY_INLINE DecodeResult decode() {
    const size_t size = left_;
    uint8_t tail[2 * kWord] = {};
    out_[done_++] = static_cast<uint8_t>(color_);
    bool fine = true;
    while (fine && left_ >= kWord && pixels_ - done_ >= kGroupsOfAWord * kMostPixels) {
      refill();
      // A run at the end of a group may leave no room for the next one.
      fine = group() && group_if_room() && group_if_room();
    }
    while (fine && left_ >= kWord && done_ != pixels_) fine = step();
    if (fine && done_ != pixels_) {
      // Less than a word is left: pad it with zeros.
      if (left_ != 0) std::memcpy(tail, from_, left_);
      from_ = tail;
      while (fine && done_ != pixels_) fine = step();
    }
    const size_t bytes = (used_ + 7) / 8;
    if (!fine || bytes > size) return kIncomplete;
    return {DecodeEnd::complete, 1 + bytes};
  }

 private:
  static constexpr size_t kWord = sizeof(uint64_t);
  static constexpr size_t kMostPixels = 8;
  /// A group takes at most kGroupBits bits plus 8 bits of a colour or run, and 56 bits are at hand.
  static constexpr size_t kGroupsOfAWord = 56 / (kGroupBits + 8);
  static constexpr bool kRuns = kCoding == StripCoding::run;
  static constexpr bool kSteps = kCoding == StripCoding::basic;

  HWY_INLINE bool group_if_room() { return pixels_ - done_ < kMostPixels || group(); }

  /// Decodes one pixel or more. Reads a word at from_.
  HWY_INLINE bool step() {
    refill();
    return pixels_ - done_ >= kMostPixels ? group() : command();
  }

  /// Decodes up to 8 pixels; there must be room for 8. Returns false if the input is damaged.
  HWY_INLINE bool group() {
    const size_t index = (bits_ & (kGroupIndexes - 1)) | (kSteps ? turned_ : 0);
    const StripGroup& group = table_.groups[index];
    const hn::FixedTag<uint8_t, kMostPixels> d;
    const hn::FixedTag<uint64_t, 1> d64;
    const auto changes = hn::BitCast(d, hn::Set(d64, table_.changes[index]));
    hn::StoreU(hn::Add(hn::Set(d, static_cast<uint8_t>(color_)), changes), d, out_ + done_);
    const auto fresh = static_cast<unsigned>(bits_ >> group.color_at) & group.color_mask;
    color_ = ((color_ + group.change) & group.keep) | fresh;
    done_ += group.pixels;
    out_[done_ - 1] = static_cast<uint8_t>(color_);  // The new colour, if there is one.
    if (kSteps) turned_ = size_t{group.turned} << kGroupBits;
    const bool runs = kRuns && group.run != 0;
    consume(group.size);
    return !runs || run();
  }

  /// Decodes one command.
  HWY_INLINE bool command() {
    const size_t index = (bits_ & (kGroupIndexes - 1)) | (kSteps ? turned_ : 0);
    if ((index & 1) == 0) {
      consume(1);
    } else if ((index & 2) == 0) {
      color_ = static_cast<unsigned>(bits_ >> 2) & ((1u << code_.bits) - 1);
      turned_ = 0;
      consume(2u + code_.bits);
    } else if (kSteps) {
      if ((index & 4) != 0) turned_ ^= kGroupIndexes;
      color_ += turned_ != 0 ? 1u : 0u - 1u;
      consume(3);
    } else {
      const auto by = static_cast<unsigned>(index >> 2 & 7);
      consume(5);
      if (kRuns && by == 4) return run();
      color_ += by - (!kRuns && by >= 4 ? 3u : 4u);
    }
    out_[done_++] = static_cast<uint8_t>(color_);
    return true;
  }

  HWY_INLINE bool run() {
    const size_t length = bits_ & 0xFF;
    consume(8);
    if (length < 2 || (strict_ && length > pixels_ - done_)) return false;
    const size_t count = std::min(length, pixels_ - done_);
    std::memset(out_ + done_, static_cast<int>(color_ & 0xFF), count);
    done_ += count;
    return true;
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

  HWY_INLINE void consume(unsigned size) {
    bits_ >>= size;
    have_ -= size;
    used_ += size;
  }
  const StripGroups& table_;
  const StripCode code_;
  const uint8_t* from_;
  size_t left_;  ///< bytes from from_ on
  const size_t pixels_;
  uint8_t* const out_;
  const bool strict_;
  unsigned color_;
  size_t turned_ = 0;  ///< the step of basic: 0 for -1, kGroupIndexes for +1
  uint64_t bits_ = 0;  ///< not consumed yet; bits from have_ on may be set, too
  unsigned have_ = 0;
  size_t used_ = 0;  ///< bits consumed
  size_t done_ = 0;  ///< pixels stored
};

DecodeResult decode_bytes(std::span<const uint8_t> in, size_t pixels, uint8_t* out) {
  size_t at = 0;
  for (size_t done = 0; done != pixels;) {
    if (in.size() - at < 2) return kIncomplete;
    const uint8_t head = in[at++];
    const size_t length = std::min<size_t>((head >> 1) + 1, pixels - done);
    if ((head & 1) != 0) {
      std::memset(out + done, in[at++], length);
    } else {
      if (in.size() - at < length) return kIncomplete;
      std::memcpy(out + done, in.data() + at, length);
      at += length;
    }
    done += length;
  }
  return {DecodeEnd::complete, at};
}

/// Decodes the data after a code; pixels stay in the order of the data. If `strict`, a run must not
/// go past the last pixel. Requires at least one pixel.
DecodeResult decode_in_order(StripCode code, std::span<const uint8_t> in, size_t pixels,
                             uint8_t* out, bool strict = false) {
  if (in.empty()) return kIncomplete;
  switch (code.coding) {
    case StripCoding::basic:
      return BitsDecoder<StripCoding::basic>(code, in, pixels, out, strict).decode();
    case StripCoding::run:
      return BitsDecoder<StripCoding::run>(code, in, pixels, out, strict).decode();
    case StripCoding::he:
      return BitsDecoder<StripCoding::he>(code, in, pixels, out, strict).decode();
    case StripCoding::bytes:
      return decode_bytes(in, pixels, out);
    case StripCoding::fill:
      std::memset(out, in[0], pixels);
      return {DecodeEnd::complete, 1};
    case StripCoding::raw:
    case StripCoding::unknown:
      break;
  }
  return kIncomplete;
}

void put_rows(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  for (size_t y = 0; y < height; ++y)
    std::memcpy(out + y * stride, in + y * kStripWidth, kStripWidth);
}

/// Stores 8 columns, which begin `height` bytes apart, as 8 rows.
HWY_INLINE void put_block(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  const hn::FixedTag<uint8_t, 8> half;
  const hn::FixedTag<uint8_t, 16> d;
  const hn::FixedTag<uint16_t, 8> d16;
  const hn::FixedTag<uint32_t, 4> d32;
  const auto pair = [&](size_t x) {
    const auto left = hn::ZeroExtendVector(d, hn::LoadU(half, in + x * height));
    const auto right = hn::ZeroExtendVector(d, hn::LoadU(half, in + (x + 1) * height));
    return hn::BitCast(d16, hn::InterleaveLower(d, left, right));
  };
  const auto put = [&](size_t y, auto rows) {
    const auto bytes = hn::BitCast(d, rows);
    hn::StoreU(hn::LowerHalf(half, bytes), half, out + y * stride);
    hn::StoreU(hn::UpperHalf(half, bytes), half, out + (y + 1) * stride);
  };
  const auto columns01 = pair(0);
  const auto columns23 = pair(2);
  const auto columns45 = pair(4);
  const auto columns67 = pair(6);
  const auto left = hn::BitCast(d32, hn::InterleaveLower(d16, columns01, columns23));
  const auto right = hn::BitCast(d32, hn::InterleaveLower(d16, columns45, columns67));
  put(0, hn::InterleaveLower(d32, left, right));
  put(2, hn::InterleaveUpper(d32, left, right));
  const auto lower_left = hn::BitCast(d32, hn::InterleaveUpper(d16, columns01, columns23));
  const auto lower_right = hn::BitCast(d32, hn::InterleaveUpper(d16, columns45, columns67));
  put(4, hn::InterleaveLower(d32, lower_left, lower_right));
  put(6, hn::InterleaveUpper(d32, lower_left, lower_right));
}

void put_columns(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  constexpr size_t kBlock = 8;
  if (height < kBlock) {
    for (size_t i = 0; i < kStripWidth * height; ++i) out[i % height * stride + i / height] = in[i];
    return;
  }
  for (size_t y = 0; y < height; y += kBlock) {
    const size_t top = std::min(y, height - kBlock);  // The last block is pulled back.
    put_block(in + top, height, out + top * stride, stride);
  }
}

#endif

// A result is complete only if the reference's is. For any other result, the reference reports the
// damage.

DecodeResult strip(std::span<const uint8_t> in, size_t height, uint8_t* out, size_t stride) {
#if WARDROBE_HAVE_VECTORS
  if (in.empty() || height == 0 || height > kMostRows) return kIncomplete;
  const StripCode code = strip_code(in[0]);
  const std::span<const uint8_t> data = in.subspan(1);
  const size_t pixels = kStripWidth * height;
  if (code.coding == StripCoding::raw) {
    if (data.size() < pixels) return kIncomplete;
    put_rows(data.data(), height, out, stride);
    return {DecodeEnd::complete, 1 + pixels};
  }
  uint8_t scratch[kStripWidth * kMostRows];
  const DecodeResult result = decode_in_order(code, data, pixels, scratch);
  if (result.end != DecodeEnd::complete) return result;
  if (code.by_columns) {
    put_columns(scratch, height, out, stride);
  } else {
    put_rows(scratch, height, out, stride);
  }
  return {DecodeEnd::complete, 1 + result.consumed};
#else
  return decode_strip_reference(in, height, out, stride);
#endif
}

DecodeResult room_bitmap(std::span<const uint8_t> in, size_t width, size_t height, uint8_t* out) {
#if WARDROBE_HAVE_VECTORS
  if (in.empty() || width * height == 0) return kIncomplete;
  const auto result = decode_in_order(bitmap_code(in[0]), in.subspan(1), width * height, out);
  return {result.end, 1 + result.consumed};
#else
  return decode_room_bitmap_reference(in, width, height, out);
#endif
}

DecodeResult majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
#if WARDROBE_HAVE_VECTORS
  if (in.empty() || width * height == 0) return kIncomplete;
  const auto result =
      decode_in_order(majmin_code(in[0]), in.subspan(1), width * height, out.data(), true);
  return {result.end, 1 + result.consumed};
#else
  return decode_majmin_rows_reference(in, width, height, out);
#endif
}

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(strip);
HWY_EXPORT(room_bitmap);
HWY_EXPORT(majmin_rows);

DecodeResult decode_strip(std::span<const uint8_t> in, size_t height, uint8_t* out, size_t stride) {
  assert(stride >= kStripWidth);
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(strip)(in, height, out, stride);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_strip_reference(in, height, out, stride);
}

DecodeResult decode_room_bitmap(std::span<const uint8_t> in, size_t width, size_t height,
                                uint8_t* out) {
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(room_bitmap)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_room_bitmap_reference(in, width, height, out);
}

DecodeResult decode_majmin_rows(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  const DecodeResult result = HWY_DYNAMIC_DISPATCH(majmin_rows)(in, width, height, out);
  if (HWY_LIKELY(result.end == DecodeEnd::complete)) return result;
  return decode_majmin_rows_reference(in, width, height, out);
}

}  // namespace wardrobe
#endif
