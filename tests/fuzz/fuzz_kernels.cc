// Feeds raw bytes to every decoder, on every target that this machine supports. The result must
// always be that of the reference.

#include <cstdint>
#include <span>
#include <vector>

#include <hwy/highway.h>

#include "kernels/bomp.h"
#include "kernels/bomp_reference.h"
#include "kernels/majmin.h"
#include "kernels/majmin_reference.h"
#include "kernels/rle.h"
#include "kernels/rle_reference.h"
#include "kernels/strips.h"
#include "kernels/strips_reference.h"
#include "kernels/target.h"
#include "kernels/trle.h"
#include "kernels/trle_reference.h"
#include "tests/fuzz/edits.h"

namespace wardrobe {
namespace {

struct Picture {
  size_t width;
  size_t height;
  std::span<const uint8_t> in;

  size_t pixels() const { return width * height; }
};

/// Runs both forms into buffers of exactly the required size; compares results and pixels.
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
  compare(
      p, [&](auto out) { return decode_rle_columns(p.in, split, p.pixels(), out); },
      [&](auto out) { return decode_rle_columns_reference(p.in, split, p.pixels(), out); });
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

/// Runs both forms, as decode(out), into buffers of exactly `size` bytes.
template <class Decode, class Reference>
void compare_strips(size_t size, Decode decode, Reference reference) {
  std::vector<uint8_t> expected(size);
  const StripResult right = reference(expected.data());
  std::vector<uint8_t> out(size);
  const StripResult result = decode(out.data());
  require(result.fault == right.fault);
  if (right.fault != StripFault::none) return;
  require(result.read == right.read);
  require(out == expected);
}

/// The picture's height is that of strips, its width that of a whole room.
void compare_room(const Picture& p) {
  const size_t stride = kStripWidth + p.width % 2;
  compare_strips(
      p.height * stride, [&](uint8_t* out) { return decode_strip(p.in, p.height, out, stride); },
      [&](uint8_t* out) { return decode_strip_reference(p.in, p.height, out, stride); });
  compare_strips(
      p.pixels(), [&](uint8_t* out) { return decode_room_bitmap(p.in, p.width, p.height, out); },
      [&](uint8_t* out) { return decode_room_bitmap_reference(p.in, p.width, p.height, out); });
  // Masks have one form only.
  std::vector<uint8_t> mask(p.pixels());
  if (p.width != 0) (void)decode_mask_strip(p.in, p.height, mask.data(), p.width);
}

void compare_all(const Picture& picture) {
  compare_rle(picture, RleSplit::colors16);
  compare_rle(picture, RleSplit::colors32);
  compare_rle(picture, RleSplit::colors64);
  compare_rows<decode_bomp_rows, decode_bomp_rows_reference>(picture);
  compare_rows<decode_majmin_rows, decode_majmin_rows_reference>(picture);
  compare_rows<decode_trle_rows, decode_trle_rows_reference>(picture);
  compare_room(picture);
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const std::vector<int64_t> kTargets = hwy::SupportedAndGeneratedTargets();
  if (size < 2) return 0;
  // Nine bits of width, five of height, then the input of the decoders, in a block of its own so
  // that AddressSanitizer sees reads outside it.
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
