// Feeds raw bytes to every kernel, on every target that this machine supports. The result must
// always equal the reference's.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <hwy/highway.h>

#include "kernels/blit.h"
#include "kernels/decode.h"
#include "kernels/reference.h"
#include "kernels/target.h"
#include "tests/heavy/fuzz/edits.h"

namespace wardrobe {
namespace {

struct Picture {
  size_t width;
  size_t height;
  std::span<const uint8_t> in;

  size_t pixels() const { return width * height; }
};

/// Runs `decode` and `reference` into buffers of exactly the required size; compares results and
/// pixels.
template <class Decode, class Reference>
void compare(const Picture& picture, Decode decode, Reference reference) {
  std::vector<uint8_t> expected(picture.pixels());
  const DecodeResult right = reference(std::span(expected));
  std::vector<uint8_t> out(picture.pixels() + kPixelPadding);
  const DecodeResult result = decode(std::span(out));
  require(result.end == right.end);
  if (right.end != DecodeEnd::complete) return;
  require(result.consumed == right.consumed);
  out.resize(picture.pixels());
  require(out == expected);
}

void compare_rle(const Picture& p, RleSplit split) {
  std::vector<uint8_t> scratch(p.pixels() + kPixelPadding);
  compare(
      p, [&](auto out) { return decode_rle_rows(p.in, split, p.width, p.height, out, scratch); },
      [&](auto out) { return decode_rle_rows_reference(p.in, split, p.width, p.height, out); });
}

template <auto kDecode, auto kReference>
void compare_rows(const Picture& p) {
  compare(
      p, [&](auto out) { return kDecode(p.in, p.width, p.height, out); },
      [&](auto out) { return kReference(p.in, p.width, p.height, out); });
}

/// Calls decode(out) and reference(out) with buffers of exactly `size` bytes; compares results and
/// pixels.
template <class Decode, class Reference>
void compare_strips(size_t size, Decode decode, Reference reference) {
  std::vector<uint8_t> expected(size);
  const DecodeResult right = reference(expected.data());
  std::vector<uint8_t> out(size);
  const DecodeResult result = decode(out.data());
  require(result.end == right.end);
  if (right.end != DecodeEnd::complete) return;
  require(result.consumed == right.consumed);
  require(out == expected);
}

/// Decodes the input as a strip of height p.height and as a whole room of p.width × p.height.
void compare_room(const Picture& p) {
  const size_t stride = kStripWidth + p.width % 2;
  compare_strips(
      p.height * stride, [&](uint8_t* out) { return decode_strip(p.in, p.height, out, stride); },
      [&](uint8_t* out) { return decode_strip_reference(p.in, p.height, out, stride); });
  compare_strips(
      p.pixels(), [&](uint8_t* out) { return decode_room_bitmap(p.in, p.width, p.height, out); },
      [&](uint8_t* out) { return decode_room_bitmap_reference(p.in, p.width, p.height, out); });
  // The decoder of masks has no vector form, so there is nothing to compare it with.
  std::vector<uint8_t> mask(p.pixels());
  if (p.width != 0) (void)decode_mask_strip(p.in, p.height, mask.data(), p.width);
}

/// Transposes the input, taken as a picture column by column.
void compare_transposed(const Picture& p) {
  std::vector<uint8_t> in(p.pixels() + kPixelPadding);
  std::copy_n(p.in.begin(), std::min(p.in.size(), p.pixels()), in.begin());
  std::vector<uint8_t> expected(p.pixels());
  transpose_reference(in, p.width, p.height, expected);
  std::vector<uint8_t> out(p.pixels() + kPixelPadding);
  transpose(in, p.width, p.height, out);
  out.resize(p.pixels());
  require(out == expected);
}

/// Runs `draw` and `reference`, as draw(canvas), on canvases of exactly the required size; compares
/// them.
template <class Pixel, class Blit, class Reference>
void compare_canvases(size_t width, size_t height, Blit draw, Reference reference) {
  std::vector<Pixel> expected(width * height, Pixel{7});
  reference(Canvas<Pixel>{expected, width, height, width});
  std::vector<Pixel> out(width * height, Pixel{7});
  draw(Canvas<Pixel>{out, width, height, width});
  require(out == expected);
}

/// The first six bytes tell where and on what canvas the rest is drawn.
void compare_blit(const Picture& p) {
  constexpr size_t kHead = 6;
  if (p.in.size() < kHead || p.width == 0) return;
  const std::span<const uint8_t> pixels = p.in.subspan(kHead);
  const size_t height = std::min(p.height, pixels.size() / p.width);
  const BlitPicture picture{pixels.first(height * p.width), p.width, height, p.width, p.in[0]};
  const BlitAt at{4 * static_cast<int8_t>(p.in[1]), static_cast<int8_t>(p.in[2]), p.in[3] % 2 != 0};
  std::array<uint32_t, 256> palette{};
  for (uint32_t i = 0; i < palette.size(); ++i) palette[i] = 0x01020304 * i;
  const size_t canvas_height = p.in[5] % 64;
  compare_canvases<uint8_t>(
      p.in[4], canvas_height, [&](const auto& canvas) { blit(picture, at, canvas); },
      [&](const auto& canvas) { blit_reference(picture, at, canvas); });
  compare_canvases<uint32_t>(
      p.in[4], canvas_height, [&](const auto& canvas) { blit(picture, at, palette, canvas); },
      [&](const auto& canvas) { blit_reference(picture, at, palette, canvas); });
}

void compare_all(const Picture& picture) {
  compare_rle(picture, RleSplit::colors16);
  compare_rle(picture, RleSplit::colors32);
  compare_rle(picture, RleSplit::colors64);
  compare_rows<decode_wide_rows, decode_wide_rows_reference>(
      {picture.width / kStripWidth * kStripWidth, picture.height, picture.in});
  compare_rows<decode_bomp_rows, decode_bomp_rows_reference>(picture);
  compare_rows<decode_majmin_rows, decode_majmin_rows_reference>(picture);
  compare_rows<decode_trle_rows, decode_trle_rows_reference>(picture);
  compare(
      picture,
      [&](auto out) {
        return decode_auxiliary_rows(picture.in, picture.width, picture.height, 255, out);
      },
      [&](auto out) {
        return decode_auxiliary_rows_reference(picture.in, picture.width, picture.height, 255, out);
      });
  compare_room(picture);
  compare_transposed(picture);
  compare_blit(picture);
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const std::vector<int64_t> kTargets = hwy::SupportedAndGeneratedTargets();
  if (size < 2) return 0;
  // The input is nine bits of width, five bits of height, then the decoders' input. The latter is
  // copied into a block of its own, so that AddressSanitizer detects reads outside it.
  const size_t width = data[0] | (data[1] & 1) << 8;
  const size_t height = data[1] >> 1 & 31;
  const std::vector<uint8_t> in(data + 2, data + size);
  for (const int64_t target : kTargets) {
    hwy::SetSupportedTargetsForTest(target);
    require(kernel_target() == hwy::TargetName(target));
    compare_all({width, height, in});
  }
  return 0;
}
