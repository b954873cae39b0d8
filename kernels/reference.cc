#include "kernels/reference.h"

#include <algorithm>

#include "kernels/row_codes.h"
#include "kernels/strip_codes.h"

namespace wardrobe {
namespace {

template <class Codes>
DecodeResult decode_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                   std::span<uint8_t> out, uint8_t transparent = kTransparent255) {
  if (width == 0) return {DecodeEnd::complete, 0};
  size_t at = 0;
  for (size_t y = 0; y < height; ++y) {
    if (in.size() - at < 2) return {DecodeEnd::truncated, at};
    const size_t count = in[at] | in[at + 1] << 8;
    at += 2;
    if (count > in.size() - at) return {DecodeEnd::truncated, at};
    const DecodeEnd end = decode_row_reference<Codes>(in.subspan(at, count),
                                                      out.subspan(y * width, width), transparent);
    if (end != DecodeEnd::complete) return {end, at};
    at += count;
  }
  return {DecodeEnd::complete, at};
}

/// Reads bits one by one, the lowest of each byte first. Past the end of the input, all bits are 0.
class BitReader {
 public:
  explicit BitReader(std::span<const uint8_t> in) : in_(in) {}

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
  std::span<const uint8_t> in_;
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
  Colors(StripCode code, std::span<const uint8_t> in)
      : code_(code), color_(in[0]), bits_(in.subspan(1)) {}

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
DecodeResult decode_bits(StripCode code, std::span<const uint8_t> in, const PixelOrder& pixels,
                         bool strict = false) {
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

DecodeResult decode_bytes(std::span<const uint8_t> in, const PixelOrder& pixels) {
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

DecodeResult decode_coding(StripCode code, std::span<const uint8_t> in, const PixelOrder& pixels) {
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

template <class Pixel, class ToPixel>
void draw(const BlitPicture& picture, BlitAt at, const Canvas<Pixel>& canvas, ToPixel to_pixel) {
  for (size_t y = 0; y < picture.height; ++y) {
    for (size_t x = 0; x < picture.width; ++x) {
      const uint8_t index = picture.pixels[y * picture.stride + x];
      if (index == picture.transparent) continue;
      const int64_t to_x = at.x + static_cast<int64_t>(at.flip ? picture.width - 1 - x : x);
      const int64_t to_y = at.y + static_cast<int64_t>(y);
      if (to_x < 0 || to_x >= static_cast<int64_t>(canvas.width)) continue;
      if (to_y < 0 || to_y >= static_cast<int64_t>(canvas.height)) continue;
      Pixel& to =
          canvas.pixels[static_cast<size_t>(to_y) * canvas.stride + static_cast<size_t>(to_x)];
      to = to_pixel(index, to);
    }
  }
}

}  // namespace

DecodeResult decode_rle_rows_reference(std::span<const uint8_t> in, RleSplit split, size_t width,
                                       size_t height, std::span<uint8_t> out) {
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  const PixelOrder pixels(width, height, true, out.data(), width);
  size_t at = 0;
  for (size_t done = 0; done < pixels.count();) {
    if (at == in.size()) return {DecodeEnd::truncated, at};
    const unsigned byte = in[at++];
    size_t length = byte & length_mask;
    if (length == 0) {
      if (at == in.size()) return {DecodeEnd::truncated, at};
      length = in[at++];
      if (length == 0) length = 256;
    }
    if (length > pixels.count() - done) return {DecodeEnd::overrun, at};
    for (; length != 0; --length) pixels[done++] = static_cast<uint8_t>(byte >> length_bits);
  }
  return {DecodeEnd::complete, at};
}

template <class Codes>
DecodeEnd decode_row_reference(std::span<const uint8_t> in, std::span<uint8_t> out,
                               uint8_t transparent) {
  size_t at = 0;
  size_t x = 0;
  while (x < out.size()) {
    if (at == in.size()) {
      if (!Codes::kSkips) return DecodeEnd::truncated;
      std::ranges::fill(out.subspan(x), transparent);
      break;
    }
    const RowCode code = Codes::read(in[at++]);
    if (code.length > out.size() - x) return DecodeEnd::overrun;
    if (code.data() > in.size() - at) return DecodeEnd::truncated;
    for (size_t i = 0; i < code.length; ++i) {
      uint8_t color = transparent;
      if (code.kind != CodeKind::skip) {
        color = in[code.kind == CodeKind::run ? at : at + i];
        if (Codes::kSkips && color == transparent) return DecodeEnd::damaged;
      }
      out[x + i] = color;
    }
    at += code.data();
    x += code.length;
  }
  return DecodeEnd::complete;
}

// Instantiated for the vector forms, which call these, too.
template DecodeEnd decode_row_reference<BompCodes>(std::span<const uint8_t>, std::span<uint8_t>,
                                                   uint8_t);
template DecodeEnd decode_row_reference<TrleCodes>(std::span<const uint8_t>, std::span<uint8_t>,
                                                   uint8_t);

DecodeResult decode_bomp_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<BompCodes>(in, width, height, out);
}

DecodeResult decode_majmin_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          std::span<uint8_t> out) {
  const PixelOrder pixels(width, height, false, out.data(), width);
  if (pixels.count() == 0) return {DecodeEnd::complete, 0};
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const StripCode code = majmin_code(in[0]);
  if (code.coding == StripCoding::unknown) return {DecodeEnd::damaged, 0};
  return after_code(decode_bits(code, in.subspan(1), pixels, true));
}

DecodeResult decode_trle_rows_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                        std::span<uint8_t> out) {
  return decode_rows_reference<TrleCodes>(in, width, height, out);
}

DecodeResult decode_auxiliary_rows_reference(std::span<const uint8_t> in, size_t width,
                                             size_t height, uint8_t transparent,
                                             std::span<uint8_t> out) {
  return decode_rows_reference<AuxiliaryCodes>(in, width, height, out, transparent);
}

DecodeResult decode_strip_reference(std::span<const uint8_t> in, size_t height, uint8_t* out,
                                    size_t stride) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const StripCode code = strip_code(in[0]);
  const PixelOrder pixels(kStripWidth, height, code.by_columns, out, stride);
  return after_code(decode_coding(code, in.subspan(1), pixels));
}

DecodeResult decode_room_bitmap_reference(std::span<const uint8_t> in, size_t width, size_t height,
                                          uint8_t* out) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  const PixelOrder pixels(width, height, false, out, width);
  return after_code(decode_coding(bitmap_code(in[0]), in.subspan(1), pixels));
}

// Has no vector form: with 8 pixels per byte, it is many times as fast as decoding a strip of a
// picture.
DecodeResult decode_mask_strip(std::span<const uint8_t> in, size_t height, uint8_t* out,
                               size_t stride) {
  size_t at = 0;
  for (size_t row = 0; row < height;) {
    if (at == in.size()) return {DecodeEnd::truncated, 0};
    const uint8_t head = in[at++];
    const bool repeats = head >= 128;
    const size_t count = head % 128 == 0 ? 256 : head % 128;
    for (size_t i = 0; i < count && row < height; ++i, ++row) {
      if (i == 0 || !repeats) ++at;
      if (at > in.size()) return {DecodeEnd::truncated, 0};
      out[row * stride] = in[at - 1];
    }
  }
  return {DecodeEnd::complete, at};
}

bool strip_is_see_through(uint8_t code) { return strip_code(code).see_through; }

void transpose_reference(std::span<const uint8_t> in, size_t width, size_t height,
                         std::span<uint8_t> out) {
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) out[y * width + x] = in[x * height + y];
  }
}

void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas) {
  draw(picture, at, canvas, [](uint8_t index, uint8_t) { return index; });
}

void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas) {
  draw(picture, at, canvas,
       [palette](uint8_t index, uint32_t under) { return blended(palette[index], under); });
}

}  // namespace wardrobe
