#include "kernels/strips_reference.h"

#include "kernels/bit_reader.h"
#include "kernels/strip_codes.h"

namespace wardrobe {
namespace {

/// Where the pixels of a picture go, in the order in which its data has them.
class Pixels {
 public:
  Pixels(size_t width, size_t height, bool by_columns, uint8_t* out, size_t stride)
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

/// The colours of the codings whose data are bits.
class Colors {
 public:
  Colors(StripCode code, std::span<const uint8_t> in)
      : code_(code), color_(in[0]), bits_(in.subspan(1)) {}

  uint8_t color() const { return static_cast<uint8_t>(color_); }
  StripFault fault() const { return bits_.past_end() ? StripFault::truncated : fault_; }
  size_t read() const { return 1 + bits_.bytes(); }

  /// Reads what the next pixel is.
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
      if (run_ < 2) fault_ = StripFault::endless_run;
      --run_;  // This pixel is the first.
    }
  }

  StripCode code_;
  unsigned color_;
  int step_ = -1;
  unsigned run_ = 0;  ///< pixels that follow without bits
  StripFault fault_ = StripFault::none;
  BitReader bits_;
};

StripResult decode_bits(StripCode code, std::span<const uint8_t> in, const Pixels& pixels) {
  if (in.empty()) return {0, StripFault::truncated};
  Colors colors(code, in);
  pixels[0] = colors.color();
  for (size_t i = 1; i < pixels.count(); ++i) {
    colors.next();
    if (colors.fault() != StripFault::none) return {0, colors.fault()};
    pixels[i] = colors.color();
  }
  return {colors.read(), StripFault::none};
}

StripResult decode_raw(std::span<const uint8_t> in, const Pixels& pixels) {
  if (in.size() < pixels.count()) return {0, StripFault::truncated};
  for (size_t i = 0; i < pixels.count(); ++i) pixels[i] = in[i];
  return {pixels.count(), StripFault::none};
}

StripResult decode_bytes(std::span<const uint8_t> in, const Pixels& pixels) {
  size_t at = 0;
  for (size_t i = 0; i < pixels.count();) {
    if (at == in.size()) return {0, StripFault::truncated};
    const uint8_t head = in[at++];
    const bool repeats = (head & 1) != 0;
    const size_t end = i + (head >> 1) + 1;
    for (const size_t begin = i; i < end && i < pixels.count(); ++i) {
      if (i == begin || !repeats) ++at;
      if (at > in.size()) return {0, StripFault::truncated};
      pixels[i] = in[at - 1];
    }
  }
  return {at, StripFault::none};
}

StripResult decode_fill(std::span<const uint8_t> in, const Pixels& pixels) {
  if (in.empty()) return {0, StripFault::truncated};
  for (size_t i = 0; i < pixels.count(); ++i) pixels[i] = in[0];
  return {1, StripFault::none};
}

StripResult decode_coding(StripCode code, std::span<const uint8_t> in, const Pixels& pixels) {
  if (pixels.count() == 0 && code.coding != StripCoding::unknown) return {0, StripFault::none};
  switch (code.coding) {
    case StripCoding::unknown:
      return {0, StripFault::unknown_code};
    case StripCoding::raw:
      return decode_raw(in, pixels);
    case StripCoding::bytes:
      return decode_bytes(in, pixels);
    case StripCoding::fill:
      return decode_fill(in, pixels);
    case StripCoding::basic:
    case StripCoding::run:
    case StripCoding::he:
      break;
  }
  return decode_bits(code, in, pixels);
}

StripResult after_code(StripResult result) {
  return {result.fault == StripFault::none ? result.read + 1 : 0, result.fault};
}

}  // namespace

StripResult decode_strip_reference(std::span<const uint8_t> in, size_t height, uint8_t* out,
                                   size_t stride) {
  if (in.empty()) return {0, StripFault::truncated};
  const StripCode code = strip_code(in[0]);
  const Pixels pixels(kStripWidth, height, code.by_columns, out, stride);
  return after_code(decode_coding(code, in.subspan(1), pixels));
}

StripResult decode_room_bitmap_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                         uint8_t* out) {
  if (in.empty()) return {0, StripFault::truncated};
  const Pixels pixels(width, height, false, out, width);
  return after_code(decode_coding(bitmap_code(in[0]), in.subspan(1), pixels));
}

}  // namespace wardrobe
