#include "pipeline/auxiliary_pictures.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <numeric>
#include <optional>

#include "formats/limits.h"
#include "kernels/decode.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
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

Column<uint8_t> colors_with_auxiliary(const AkosTables& tables, Bytes payload) {
  const AkosAuxiliary& pictures = tables.auxiliary;
  Column<uint8_t> all = tables.color;
  if (tables.codec != kAkosRle) return all;
  ColorSet known;
  for (size_t value = 1; value < all.size(); ++value) known.set(all[value]);
  for (size_t i = 0; i < pictures.size(); ++i) {
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
