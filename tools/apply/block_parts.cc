#include "tools/apply/block_parts.h"

#include <algorithm>

#include "formats/costume.h"
#include "kernels/encode.h"

namespace wardrobe {

Pieces::Pieces(Bytes old, std::vector<Replacement> replacements) {
  std::ranges::sort(replacements, {}, [](const Replacement& r) { return r.old.begin; });
  size_t at = 0;
  const auto append = [&](Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); };
  for (const Replacement& replacement : replacements) {
    append(old.subspan(at, replacement.old.begin - at));
    append(replacement.bytes);
    changes_.push_back({replacement.old, bytes_.size()});
    at = replacement.old.end;
  }
  append(old.subspan(at));
}

std::optional<size_t> Pieces::moved(size_t position) const {
  const auto begins = [](const Change& change) { return change.old.begin; };
  const auto after = std::ranges::lower_bound(changes_, position, {}, begins);
  if (after == changes_.begin()) return position;
  const Change& before = *std::prev(after);
  if (position < before.old.end) return std::nullopt;
  return before.end + (position - before.old.end);
}

Bytes without_filling(Bytes bytes, size_t end) {
  const Bytes tail = bytes.subspan(end);
  return std::ranges::all_of(tail, [](uint8_t byte) { return byte == 0; }) ? bytes.first(end)
                                                                           : bytes;
}

std::vector<uint8_t> header_bytes(const PictureShape& shape) {
  std::vector<uint8_t> header;
  ByteWriter writer(header);
  writer.u16(shape.width);
  writer.u16(shape.height);
  for (const int16_t move : {shape.x, shape.y, shape.xinc, shape.yinc}) writer.i16(move);
  return header;
}

std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape) {
  const size_t width = shape.width;
  const size_t height = shape.height;
  std::vector<uint8_t> out;
  switch (codec.codec) {
    case kAkosBomp:
      out.resize(encode_bomp_bound(width, height));
      out.resize(encode_bomp(pixels, width, height, out));
      break;
    case kAkosMajMin:
      out.resize(encode_majmin_bound(pixels.size()));
      out.resize(encode_majmin(pixels, width, height, out));
      break;
    case kAkosTrle:
      out.resize(encode_trle_bound(width, height));
      out.resize(encode_trle(pixels, width, height, out));
      break;
    default:
      out.resize(encode_rle_bound(pixels.size()));
      out.resize(encode_rle(pixels, width, height, rle_split(codec.colors), out));
  }
  return out;
}

size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height) {
  if (!is_picture_size(width, height)) return 0;
  std::vector<uint8_t> pixels(width * height + kPixelPadding);
  std::vector<uint8_t> scratch;
  const DecodeResult decoded = codec.decode(data, width, height, pixels, scratch);
  return decoded.end == DecodeEnd::complete ? decoded.consumed : 0;
}

}  // namespace wardrobe
