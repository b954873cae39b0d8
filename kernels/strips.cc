#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"

namespace wardrobe {
namespace {

constexpr size_t kLongestRun = 255;  ///< of the coding `run`
constexpr size_t kRunBits = 13;

// The reference.

/// Reads bits one by one, the lowest of each byte first. Past the end of the input, all bits are 0.
class BitReader {
 public:
  explicit BitReader(Bytes in) : in_(in) {}

  unsigned read(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i, ++at_) {
      if (at_ / 8 < in_.size()) value |= (in_[at_ / 8] >> at_ % 8 & 1u) << i;
    }
    return value;
  }

  bool past_end() const { return bytes() > in_.size(); }
  /// Number of bytes consumed, rounded up.
  size_t bytes() const { return (at_ + 7) / 8; }

 private:
  Bytes in_;
  size_t at_ = 0;  ///< in bits
};

/// Output positions of a picture's pixels, in the order of its data.
class PixelOrder {
 public:
  PixelOrder(size_t width, size_t height, bool by_columns, uint8_t* out, size_t stride)
      : count_(width * height),
        line_(by_columns ? height : width),
        step_(by_columns ? stride : 1),
        line_step_(by_columns ? 1 : stride),
        out_(out) {}

  size_t count() const { return count_; }
  uint8_t& operator[](size_t i) const { return out_[i % line_ * step_ + i / line_ * line_step_]; }

 private:
  size_t count_;
  size_t line_;
  size_t step_;
  size_t line_step_;
  uint8_t* out_;
};

/// Reads the colours of a coding whose data are bits.
class Colors {
 public:
  Colors(StripCode code, Bytes in) : code_(code), color_(in[0]), bits_(in.subspan(1)) {}

  uint8_t color() const { return static_cast<uint8_t>(color_); }
  DecodeEnd end() const { return bits_.past_end() ? DecodeEnd::truncated : end_; }
  bool in_run() const { return run_ != 0; }
  size_t read() const { return 1 + bits_.bytes(); }

  /// Reads the next pixel.
  void next() {
    if (run_ != 0) {
      --run_;
    } else if (bits_.read(1) == 1) {
      if (bits_.read(1) == 0) {
        color_ = bits_.read(code_.bits);
        step_ = -1;
      } else {
        change();
      }
    }
  }

 private:
  static constexpr unsigned kRun = 4;

  void change() {
    if (code_.coding == StripCoding::basic) {
      if (bits_.read(1) == 1) step_ = -step_;
      color_ += static_cast<unsigned>(step_);
      return;
    }
    const unsigned by = bits_.read(3);
    if (code_.coding == StripCoding::he) {
      color_ += by < 4 ? by - 4 : by - 3;
    } else if (by != kRun) {
      color_ += by - 4;
    } else {
      run_ = bits_.read(8);
      if (run_ < 2) end_ = DecodeEnd::damaged;
      --run_;  // This pixel is the first.
    }
  }

  StripCode code_;
  unsigned color_;
  int step_ = -1;
  unsigned run_ = 0;  ///< pixels that follow without bits
  DecodeEnd end_ = DecodeEnd::complete;
  BitReader bits_;
};

/// Decodes a coding whose data are bits. If `strict`, a run must not go past the last pixel.
DecodeResult decode_bits(StripCode code, Bytes in, const PixelOrder& pixels, bool strict = false) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  Colors colors(code, in);
  pixels[0] = colors.color();
  for (size_t i = 1; i < pixels.count(); ++i) {
    colors.next();
    if (colors.end() != DecodeEnd::complete) return {colors.end(), 0};
    pixels[i] = colors.color();
  }
  if (strict && colors.in_run()) return {DecodeEnd::overrun, 0};
  return {DecodeEnd::complete, colors.read()};
}

DecodeResult decode_bytes(Bytes in, const PixelOrder& pixels) {
  size_t at = 0;
  for (size_t i = 0; i < pixels.count();) {
    if (at == in.size()) return {DecodeEnd::truncated, 0};
    const uint8_t head = in[at++];
    const bool repeats = (head & 1) != 0;
    const size_t end = i + (head >> 1) + 1;
    for (const size_t begin = i; i < end && i < pixels.count(); ++i) {
      if (i == begin || !repeats) ++at;
      if (at > in.size()) return {DecodeEnd::truncated, 0};
      pixels[i] = in[at - 1];
    }
  }
  return {DecodeEnd::complete, at};
}

DecodeResult decode_coding(StripCode code, Bytes in, const PixelOrder& pixels) {
  if (pixels.count() == 0 && code.coding != StripCoding::unknown) return {DecodeEnd::complete, 0};
  switch (code.coding) {
    case StripCoding::unknown:
      return {DecodeEnd::unknown_code, 0};
    case StripCoding::raw:
    case StripCoding::fill: {
      const size_t step = code.coding == StripCoding::raw ? 1 : 0;
      const size_t size = step == 1 ? pixels.count() : 1;
      if (in.size() < size) return {DecodeEnd::truncated, 0};
      for (size_t i = 0; i < pixels.count(); ++i) pixels[i] = in[i * step];
      return {DecodeEnd::complete, size};
    }
    case StripCoding::bytes:
      return decode_bytes(in, pixels);
    case StripCoding::basic:
    case StripCoding::run:
    case StripCoding::he:
      break;
  }
  return decode_bits(code, in, pixels);
}

DecodeResult after_code(DecodeResult result) { return {result.end, result.consumed + 1}; }

// The fast form.

constexpr DecodeResult kIncomplete{DecodeEnd::truncated, 0};

constexpr size_t kMostRows = 1024;

/// Bits per look-up, and the most pixels that it finds.
constexpr unsigned kGroupBits = 9;
constexpr size_t kGroupIndexes = size_t{1} << kGroupBits;
constexpr size_t kGroupPixels = 8;

/// The commands at the start of kGroupBits bits. First come commands that keep the colour or change
/// it relative to the one before. A new colour or a run ends the group, if its first bits are among
/// these bits.
struct alignas(8) Group {
  uint8_t size;       ///< bits of the commands, without those of a new colour or a run's length
  uint8_t pixels;     ///< those of a run do not count
  uint8_t change;     ///< colour of the group's last pixel, less the colour before the group
  uint8_t new_color;  ///< 255 if a new colour ends the group, else 0
  uint8_t turned;     ///< basic: whether the step is +1 after the group
  uint8_t run;        ///< whether a run ends the group
};

/// The groups of a coding. In the coding basic, the second half of the indexes is for a step of +1.
template <StripCoding kCoding>
struct Groups {
  static constexpr size_t kCount = (kCoding == StripCoding::basic ? 2 : 1) * kGroupIndexes;
  std::array<Group, kCount> groups{};
  std::array<uint64_t, kCount> changes{};  ///< of each pixel, the first one lowest
  /// Sizes in bits, by the number of bits of a new colour: with those, but not a run's length.
  std::array<std::array<uint8_t, kCount>, 9> sizes{};

  constexpr Groups() {
    for (size_t i = 0; i < kCount; ++i) {
      read(i);
      for (size_t bits = 0; bits < sizes.size(); ++bits) {
        sizes[bits][i] = static_cast<uint8_t>(groups[i].size + (groups[i].new_color & bits));
      }
    }
  }

 private:
  constexpr void read(size_t index) {
    constexpr bool kSteps = kCoding == StripCoding::basic;
    constexpr unsigned kSizeOfChange = kSteps ? 3 : 5;
    constexpr unsigned kRun = 4;
    const auto bits = static_cast<unsigned>(index % kGroupIndexes);
    int step = index < kGroupIndexes ? -1 : 1;
    Group& group = groups[index];
    const auto put = [&](unsigned by, unsigned size) {
      group.change = static_cast<uint8_t>(group.change + by);
      changes[index] |= uint64_t{group.change} << (8 * group.pixels++);
      group.size = static_cast<uint8_t>(group.size + size);
    };
    while (group.pixels < kGroupPixels && group.size < kGroupBits) {
      const unsigned next = bits >> group.size;
      const unsigned left = kGroupBits - group.size;
      const unsigned by = next >> 2 & 7;
      const unsigned needed = (next & 2) == 0 ? 2 : kSizeOfChange;
      if ((next & 1) != 0 && left < needed) break;
      if ((next & 1) == 0) {
        put(0, 1);
      } else if ((next & 2) == 0) {
        put(0, 2);
        group.new_color = 255;
        step = -1;
        break;
      } else if (kSteps) {
        if ((by & 1) != 0) step = -step;
        put(static_cast<unsigned>(step), kSizeOfChange);
      } else if (kCoding == StripCoding::he) {
        put(by < 4 ? by - 4 : by - 3, kSizeOfChange);
      } else if (by != kRun) {
        put(by - 4, kSizeOfChange);
      } else {
        group.run = 1;
        group.size = static_cast<uint8_t>(group.size + kSizeOfChange);
        break;
      }
    }
    group.turned = step == 1 ? 1 : 0;
  }
};

template <StripCoding kCoding>
constexpr Groups<kCoding> kGroups;

/// Eight pixels, for which + is modulo 256.
using EightPixels [[gnu::vector_size(kGroupPixels)]] = uint8_t;

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
  [[gnu::always_inline]] BitsDecoder(unsigned color_bits, Bytes in, size_t pixels, uint8_t* out,
                                     bool strict)
      : color_bits_(color_bits),
        color_mask_((1u << color_bits) - 1),
        sizes_(kGroups<kCoding>.sizes[color_bits].data()),
        from_(in.data() + 1),
        left_(in.size() - 1),
        pixels_(pixels),
        out_(out),
        strict_(strict),
        color_(in[0]) {}

  /// Decodes the pixels. If the result is `complete`, so is the reference's. For any other result,
  /// ask the reference.
  [[gnu::always_inline]] DecodeResult decode() {
    const size_t size = left_;
    out_[done_++] = static_cast<uint8_t>(color_);
    bool fine = true;
    while (fine && left_ >= kWord && pixels_ - done_ >= kGroupsOfAWord * kGroupPixels) {
      refill();
      // A run at the end of a group may leave no room for the next one.
      fine = group() && group_if_room() && group_if_room();
    }
    while (fine && left_ >= kWord && done_ != pixels_) fine = step();
    if (fine && done_ != pixels_) {
      // Less than a word is left: pad it with zeros.
      uint8_t tail[2 * kWord] = {};
      if (left_ != 0) std::memcpy(tail, from_, left_);
      from_ = tail;
      while (fine && done_ != pixels_) fine = step();
      from_ = nullptr;
    }
    const size_t bytes = (used_ + 7) / 8;
    if (!fine || bytes > size) return kIncomplete;
    return {DecodeEnd::complete, 1 + bytes};
  }

 private:
  static constexpr size_t kWord = sizeof(uint64_t);
  /// A group takes at most kGroupBits bits plus 8 bits of a colour or run, and 56 bits are at hand.
  static constexpr size_t kGroupsOfAWord = 56 / (kGroupBits + 8);
  static constexpr bool kRuns = kCoding == StripCoding::run;
  static constexpr bool kSteps = kCoding == StripCoding::basic;

  [[gnu::always_inline]] bool group_if_room() { return pixels_ - done_ < kGroupPixels || group(); }

  /// Decodes one pixel or more. Reads a word at from_.
  [[gnu::always_inline]] bool step() {
    refill();
    return pixels_ - done_ >= kGroupPixels ? group() : command();
  }

  /// Decodes up to 8 pixels; there must be room for 8. Returns false if the input is damaged.
  [[gnu::always_inline]] bool group() {
    const size_t index = (bits_ & (kGroupIndexes - 1)) | (kSteps ? turned_ : 0);
    const Group& group = kGroups<kCoding>.groups[index];
    const auto colors =
        std::bit_cast<EightPixels>(kGroups<kCoding>.changes[index]) + static_cast<uint8_t>(color_);
    std::memcpy(out_ + done_, &colors, kGroupPixels);
    const auto fresh = static_cast<unsigned>(bits_ >> group.size) & color_mask_ & group.new_color;
    color_ = ((color_ + group.change) & ~unsigned{group.new_color}) | fresh;
    consume(sizes_[index]);
    done_ += group.pixels;
    out_[done_ - 1] = static_cast<uint8_t>(color_);  // The new colour, if there is one.
    if (kSteps) turned_ = size_t{group.turned} << kGroupBits;
    return !kRuns || group.run == 0 || run();
  }

  /// Decodes one command.
  [[gnu::always_inline]] bool command() {
    const size_t index = (bits_ & (kGroupIndexes - 1)) | (kSteps ? turned_ : 0);
    if ((index & 1) == 0) {
      consume(1);
    } else if ((index & 2) == 0) {
      color_ = static_cast<unsigned>(bits_ >> 2) & color_mask_;
      turned_ = 0;
      consume(2u + color_bits_);
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

  [[gnu::always_inline]] bool run() {
    const size_t length = bits_ & 0xFF;
    consume(8);
    if (length < 2 || (strict_ && length > pixels_ - done_)) return false;
    const size_t count = std::min(length, pixels_ - done_);
    std::memset(out_ + done_, static_cast<int>(color_ & 0xFF), count);
    done_ += count;
    return true;
  }

  /// Fills the buffer to at least 56 bits.
  [[gnu::always_inline]] void refill() {
    uint64_t word;
    std::memcpy(&word, from_, kWord);
    bits_ |= word << have_;
    const size_t bytes = std::min<size_t>((63 - have_) / 8, left_);
    from_ += bytes;
    left_ -= bytes;
    have_ |= 56;
  }

  [[gnu::always_inline]] void consume(unsigned size) {
    bits_ >>= size;
    have_ -= size;
    used_ += size;
  }
  const unsigned color_bits_;
  const unsigned color_mask_;
  const uint8_t* const sizes_;
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

DecodeResult decode_bytes(Bytes in, size_t pixels, uint8_t* out) {
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
/// go past the last pixel. A result is complete only if the reference's is. For any other result,
/// the reference reports the damage.
DecodeResult decode_in_order(StripCode code, Bytes in, size_t pixels, uint8_t* out,
                             bool strict = false) {
  if (in.empty() || pixels == 0) return kIncomplete;
  switch (code.coding) {
    case StripCoding::basic:
      return BitsDecoder<StripCoding::basic>(code.bits, in, pixels, out, strict).decode();
    case StripCoding::run:
      return BitsDecoder<StripCoding::run>(code.bits, in, pixels, out, strict).decode();
    case StripCoding::he:
      return BitsDecoder<StripCoding::he>(code.bits, in, pixels, out, strict).decode();
    case StripCoding::bytes:
      return decode_bytes(in, pixels, out);
    case StripCoding::fill:
      std::memset(out, in[0], pixels);
      return {DecodeEnd::complete, 1};
    case StripCoding::raw:
      if (in.size() < pixels) return kIncomplete;
      std::memcpy(out, in.data(), pixels);
      return {DecodeEnd::complete, pixels};
    case StripCoding::unknown:
      break;
  }
  return kIncomplete;
}

void put_rows(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  for (size_t y = 0; y < height; ++y) {
    std::memcpy(out + y * stride, in + y * kStripWidth, kStripWidth);
  }
}

/// Stores 8 columns, which begin `height` bytes apart, as 8 rows.
void put_block(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  using TwoLines [[gnu::vector_size(2 * kStripWidth)]] = uint8_t;
  const auto lower = [](TwoLines a, TwoLines b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  };
  const auto upper = [](TwoLines a, TwoLines b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
  };
  std::array<TwoLines, kStripWidth / 2> block;
  auto* const bytes = reinterpret_cast<uint8_t*>(block.data());
  for (size_t i = 0; i < kStripWidth; ++i) {
    std::memcpy(bytes + i * kStripWidth, in + i * height, kStripWidth);
  }
  for (size_t round = 0; round < 3; ++round) {  // Each interleaves the halves of the block.
    block = {lower(block[0], block[2]), upper(block[0], block[2]), lower(block[1], block[3]),
             upper(block[1], block[3])};
  }
  for (size_t i = 0; i < kStripWidth; ++i) {
    std::memcpy(out + i * stride, bytes + i * kStripWidth, kStripWidth);
  }
}

void put_columns(const uint8_t* in, size_t height, uint8_t* out, size_t stride) {
  if (height < kStripWidth) {
    for (size_t i = 0; i < kStripWidth * height; ++i) out[i % height * stride + i / height] = in[i];
    return;
  }
  for (size_t y = 0; y < height; y += kStripWidth) {
    const size_t top = std::min(y, height - kStripWidth);  // The last block is pulled back.
    put_block(in + top, height, out + top * stride, stride);
  }
}

}  // namespace

DecodeResult decode_strip(Bytes in, size_t height, uint8_t* out, size_t stride) {
  assert(stride >= kStripWidth);
  if (!in.empty() && height <= kMostRows) {
    const StripCode code = strip_code(in[0]);
    uint8_t scratch[kStripWidth * kMostRows];
    const DecodeResult result = decode_in_order(code, in.subspan(1), kStripWidth * height, scratch);
    if (result.end == DecodeEnd::complete) {
      (code.by_columns ? put_columns : put_rows)(scratch, height, out, stride);
      return after_code(result);
    }
  }
  return decode_strip_reference(in, height, out, stride);
}

DecodeResult decode_room_bitmap(Bytes in, size_t width, size_t height, uint8_t* out) {
  if (!in.empty()) {
    const DecodeResult result =
        decode_in_order(bitmap_code(in[0]), in.subspan(1), width * height, out);
    if (result.end == DecodeEnd::complete) return after_code(result);
  }
  return decode_room_bitmap_reference(in, width, height, out);
}

DecodeResult decode_majmin_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out) {
  assert(is_padded(out, width * height));
  if (!in.empty()) {
    const DecodeResult result =
        decode_in_order(majmin_code(in[0]), in.subspan(1), width * height, out.data(), true);
    if (result.end == DecodeEnd::complete) return after_code(result);
  }
  return decode_majmin_rows_reference(in, width, height, out);
}

DecodeResult decode_majmin_rows_reference(Bytes in, size_t width, size_t height,
                                          std::span<uint8_t> out) {
  const PixelOrder pixels(width, height, false, out.data(), width);
  if (pixels.count() == 0) return {DecodeEnd::complete, 0};
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const StripCode code = majmin_code(in[0]);
  if (code.coding == StripCoding::unknown) return {DecodeEnd::damaged, 0};
  return after_code(decode_bits(code, in.subspan(1), pixels, true));
}

DecodeResult decode_strip_reference(Bytes in, size_t height, uint8_t* out, size_t stride) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const StripCode code = strip_code(in[0]);
  const PixelOrder pixels(kStripWidth, height, code.by_columns, out, stride);
  return after_code(decode_coding(code, in.subspan(1), pixels));
}

DecodeResult decode_room_bitmap_reference(Bytes in, size_t width, size_t height, uint8_t* out) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const PixelOrder pixels(width, height, false, out, width);
  return after_code(decode_coding(bitmap_code(in[0]), in.subspan(1), pixels));
}

// Has no fast form: with 8 pixels per byte, it is many times as fast as decoding a strip of a
// picture.
DecodeResult decode_mask_strips(Bytes in, size_t strips, size_t height, bool last_may_lack,
                                uint8_t* out, size_t stride) {
  size_t at = 0;
  for (size_t i = 0; i < strips * height;) {
    if (at == in.size()) return {DecodeEnd::truncated, 0};
    const uint8_t head = in[at++];
    const bool repeats = head >= 128;
    const size_t count = head % 128 == 0 ? 256 : head % 128;
    if (repeats && last_may_lack && at == in.size()) {
      for (; i < strips * height; ++i) out[i % height * stride + i / height] = 0;
      break;
    }
    for (size_t n = 0; n < count && i < strips * height; ++n, ++i) {
      if (n == 0 || !repeats) ++at;
      if (at > in.size()) return {DecodeEnd::truncated, 0};
      out[i % height * stride + i / height] = in[at - 1];
    }
  }
  return {DecodeEnd::complete, at};
}

bool strip_is_see_through(uint8_t code) { return strip_code(code).see_through; }

size_t encode_strip_bits(StripCode code, Bytes pixels, std::span<uint8_t> out) {
  assert(!pixels.empty() && out.size() >= encode_strip_bits_bound(pixels.size()));
  uint8_t* to = out.data();
  *to++ = pixels[0];
  unsigned bits = 0;  // not written yet, the lowest first
  unsigned have = 0;
  const auto put = [&](unsigned value, unsigned count) {
    bits |= value << have;
    for (have += count; have >= 8; have -= 8) {
      *to++ = static_cast<uint8_t>(bits);
      bits >>= 8;
    }
  };
  int step = -1;  // of the coding `basic`
  for (size_t i = 1; i < pixels.size();) {
    size_t same = i;
    while (same < pixels.size() && pixels[same] == pixels[i - 1]) ++same;
    while (code.coding == StripCoding::run && same - i > kRunBits) {
      const size_t run = std::min(same - i, kLongestRun);
      put(static_cast<unsigned>(run) << 5 | 0b10011, kRunBits);
      i += run;
    }
    for (; i < same; ++i) put(0, 1);
    if (i == pixels.size()) break;
    const int change = (pixels[i] - pixels[i - 1] + 384) % 256 - 128;  // modulo 256
    const bool he = code.coding == StripCoding::he;
    if (code.coding == StripCoding::basic && (change == step || change == -step)) {
      put(change == step ? 0b011 : 0b111, 3);
      step = change;
    } else if (code.coding != StripCoding::basic && change >= -4 && change <= (he ? 4 : 3)) {
      const int index = he && change > 0 ? change + 3 : change + 4;
      put(static_cast<unsigned>(index) << 2 | 0b11, 5);
    } else {
      put(unsigned{pixels[i]} << 2 | 0b01, 2u + code.bits);
      step = -1;
    }
    ++i;
  }
  if (have != 0) *to++ = static_cast<uint8_t>(bits);
  return static_cast<size_t>(to - out.data());
}

size_t encode_majmin(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out) {
  assert(pixels.size() == width * height && out.size() >= encode_majmin_bound(pixels.size()));
  if (width * height == 0) return 0;
  const unsigned highest = *std::ranges::max_element(pixels);
  out[0] = static_cast<uint8_t>(std::bit_width(highest | 1u));
  return 1 + encode_strip_bits(majmin_code(out[0]), pixels, out.subspan(1));
}

}  // namespace wardrobe
