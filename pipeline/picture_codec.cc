#include "pipeline/picture_codec.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <numeric>
#include <optional>

#include "formats/akos.h"
#include "formats/limits.h"
#include "kernels/decode.h"

namespace wardrobe {
namespace {

// Codings of a COST other than the usual RLE; archives call these codec 1, too.
constexpr uint8_t kWidePixels = 0;  // version 1
constexpr uint8_t kRleByRows = 2;   // version 5 on the Amiga

}  // namespace

RleSplit rle_split(size_t colors) {
  switch (colors) {
    case 32:
      return RleSplit::colors32;
    case 64:
      return RleSplit::colors64;
    default:
      return RleSplit::colors16;
  }
}

PictureFault fault_of(DecodeEnd end) {
  switch (end) {
    case DecodeEnd::complete:
      return PictureFault::none;
    case DecodeEnd::truncated:
      return PictureFault::truncated;
    case DecodeEnd::overrun:
      return PictureFault::overrun;
    default:
      return PictureFault::damaged;
  }
}

uint8_t cost_codec(Version version) {
  if (version == Version::v1) return kWidePixels;
  return version == Version::v5_rows ? kRleByRows : kAkosRle;
}

DecodeResult PictureCodec::decode(Bytes in, size_t width, size_t height, std::span<uint8_t> out,
                                  std::vector<uint8_t>& scratch) const {
  const size_t pixels = width * height;
  const uint64_t bytes = in.size();
  // Whether so many bytes can make all pixels, if one makes up to `most`; or rows begin with two.
  const auto makes = [&](uint64_t most) { return (bytes + 1) * most >= pixels; };
  const bool makes_rows = (bytes / 2 + 1) * width >= pixels;
  switch (codec) {
    case kAkosBomp:
      if (makes_rows) return decode_bomp_rows(in, width, height, out);
      break;
    case kAkosMajMin:  // 13 bits make 255 pixels.
      if (makes(256)) return decode_majmin_rows(in, width, height, out);
      break;
    case kAkosTrle:
      if (makes_rows) return decode_trle_rows(in, width, height, out);
      break;
    case kWidePixels:  // Two bytes make 1016 pixels.
      if (makes(508)) return decode_wide_rows(in, width, height, out);
      break;
    case kRleByRows:  // Two bytes make 256 pixels.
      if (makes(128)) return decode_rle_by_rows(in, rle_split(colors), width, height, out);
      break;
    default:
      if (!makes(128)) break;
      if (scratch.size() < pixels + kPixelPadding) scratch.resize(pixels + kPixelPadding);
      return decode_rle_rows(in, rle_split(colors), width, height, out, scratch);
  }
  return {DecodeEnd::truncated, 0};
}
namespace {

using ColorSet = std::bitset<kMaxColors>;

/// Returns the pixel value of each colour; 0 if no value of codec 1 has the colour. There, value 0
/// is transparent.
std::array<uint8_t, kMaxColors> values_of_colors(uint8_t codec, Bytes colors) {
  std::array<uint8_t, kMaxColors> values{};
  if (codec != kAkosRle) {
    std::iota(values.begin(), values.end(), uint8_t{0});
    return values;
  }
  for (size_t value = colors.size(); value-- > 1;) {
    values[colors[value]] = static_cast<uint8_t>(value);
  }
  return values;
}

/// Returns `wanted` if it is not in `values`, or else the highest value that is not.
std::optional<uint8_t> unused_value(const ColorSet& values, uint8_t wanted) {
  if (!values[wanted]) return wanted;
  for (size_t value = kMaxColors; value-- > 0;) {
    if (!values[value]) return static_cast<uint8_t>(value);
  }
  return std::nullopt;
}

}  // namespace

Column<uint8_t> colors_with_auxiliary(const StoredCostume& costume, Bytes payload) {
  const StoredPictures& pictures = costume.pictures;
  Column<uint8_t> all = costume.color;
  if (costume.codec != kAkosRle) return all;
  ColorSet known;
  for (size_t value = 1; value < all.size(); ++value) known.set(all[value]);
  for (const uint32_t i : costume.entries_of(1)) {
    if (pictures.fault[i] != PictureFault::none) continue;
    const Bytes data = payload.subspan(pictures.data[i], pictures.data_end[i] - pictures.data[i]);
    ColorSet colors;
    const DecodeEnd end =
        find_auxiliary_colors(data, pictures.width[i], pictures.height[i], colors);
    if (end != DecodeEnd::complete) continue;
    for (size_t color = 0; color < kMaxColors; ++color) {
      if (!colors[color] || known[color] || all.size() == kMaxColors) continue;
      if (all.empty()) all.push_back(0);
      all.push_back(static_cast<uint8_t>(color));
      known.set(color);
    }
  }
  return all;
}

PictureFault decode_auxiliary(Bytes in, size_t width, size_t height, uint8_t codec, Bytes colors,
                              uint8_t& transparent, std::span<uint8_t> out) {
  ColorSet found;
  const DecodeEnd end = find_auxiliary_colors(in, width, height, found);
  if (end != DecodeEnd::complete) return fault_of(end);
  const std::optional<uint8_t> marker = unused_value(found, transparent);
  if (!marker) return PictureFault::colors;
  std::array<uint8_t, kMaxColors> values = values_of_colors(codec, colors);
  ColorSet used;
  for (size_t color = 0; color < kMaxColors; ++color) {
    if (!found[color]) continue;
    if (codec == kAkosRle && values[color] == 0) return PictureFault::colors;
    used.set(values[color]);
  }
  transparent = unused_value(used, transparent).value_or(0);
  values[*marker] = transparent;
  decode_auxiliary_rows(in, width, height, *marker, out);
  for (uint8_t& pixel : out.first(width * height)) pixel = values[pixel];
  return PictureFault::none;
}

}  // namespace wardrobe
