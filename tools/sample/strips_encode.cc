#include "tools/sample/strips_encode.h"

#include <algorithm>
#include <span>

#include "kernels/encode.h"

namespace wardrobe {
namespace {

/// The pixels of a rectangle, in the order in which a code stores them.
std::vector<uint8_t> in_order(const uint8_t* pixels, size_t stride, size_t width, size_t height,
                              bool by_columns) {
  std::vector<uint8_t> order;
  order.reserve(width * height);
  const size_t lines = by_columns ? width : height;
  const size_t length = by_columns ? height : width;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t i = 0; i < length; ++i) {
      order.push_back(by_columns ? pixels[i * stride + line] : pixels[line * stride + i]);
    }
  }
  return order;
}

size_t run_length(std::span<const uint8_t> bytes, size_t most) {
  size_t length = 1;
  while (length < std::min(bytes.size(), most) && bytes[length] == bytes[0]) ++length;
  return length;
}

/// Appends runs and literals of at most `longest` bytes each. head(repeats, length) precedes each.
template <class Head>
void put_bytes(std::span<const uint8_t> bytes, size_t longest, Head head,
               std::vector<uint8_t>& out) {
  while (!bytes.empty()) {
    size_t length = run_length(bytes, longest);
    const bool repeats = length > 1;
    // A literal ends before the next run of three.
    while (!repeats && length < std::min(bytes.size(), longest) &&
           run_length(bytes.subspan(length), 3) < 3) {
      ++length;
    }
    out.push_back(static_cast<uint8_t>(head(repeats, length)));
    out.insert(out.end(), bytes.begin(),
               bytes.begin() + static_cast<ptrdiff_t>(repeats ? 1 : length));
    bytes = bytes.subspan(length);
  }
}

void put_bits(StripCode code, std::span<const uint8_t> pixels, std::vector<uint8_t>& out) {
  const size_t begin = out.size();
  out.resize(begin + encode_strip_bits_bound(pixels.size()));
  out.resize(begin + encode_strip_bits(code, pixels, std::span(out).subspan(begin)));
}

void put_coding(StripCode code, const std::vector<uint8_t>& pixels, std::vector<uint8_t>& out) {
  if (pixels.empty()) return;
  switch (code.coding) {
    case StripCoding::raw:
      out.insert(out.end(), pixels.begin(), pixels.end());
      return;
    case StripCoding::bytes:
      put_bytes(
          pixels, 128,
          [](bool repeats, size_t length) { return (length - 1) << 1 | (repeats ? 1 : 0); }, out);
      return;
    case StripCoding::fill:
      out.push_back(pixels[0]);
      return;
    case StripCoding::basic:
    case StripCoding::run:
    case StripCoding::he:
      put_bits(code, pixels, out);
      return;
    case StripCoding::unknown:
      return;
  }
}

}  // namespace

void encode_strip(uint8_t code, const uint8_t* pixels, size_t stride, size_t height,
                  std::vector<uint8_t>& out) {
  const StripCode meaning = strip_code(code);
  out.push_back(code);
  put_coding(meaning, in_order(pixels, stride, kStripWidth, height, meaning.by_columns), out);
}

void encode_room_bitmap(uint8_t code, const uint8_t* pixels, size_t width, size_t height,
                        std::vector<uint8_t>& out) {
  out.push_back(code);
  put_coding(bitmap_code(code), in_order(pixels, width, width, height, false), out);
}

void encode_mask_strip(const uint8_t* mask, size_t stride, size_t height,
                       std::vector<uint8_t>& out) {
  put_bytes(
      in_order(mask, stride, 1, height, false), 127,
      [](bool repeats, size_t length) { return length | (repeats ? 128 : 0); }, out);
}

}  // namespace wardrobe
