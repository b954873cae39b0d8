#include "pipeline/parse.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <numeric>
#include <optional>
#include <utility>

#include "formats/limits.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

// Codings of a COST other than the usual RLE; archives call these codec 1, too.
constexpr uint8_t kWidePixels = 0;  // version 1
constexpr uint8_t kRleByRows = 2;   // version 5 on the Amiga

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

/// Returns costumes.color: AKPL and, with codec 1, the colours that only auxiliary pictures have,
/// as far as there is room. `payload` is that of the AKOS.
Column<uint8_t> colors_with_auxiliary(const StoredCostume& costume, Bytes payload) {
  Column<uint8_t> all = costume.color;
  if (costume.codec != kAkosRle) return all;
  ColorSet known;
  for (size_t value = 1; value < all.size(); ++value) known.set(all[value]);
  for (const uint32_t i : costume.entries_of(1)) {
    const StoredPicture& picture = costume.pictures[i];
    if (picture.fault != PictureFault::none) continue;
    ColorSet colors;
    const DecodeEnd end =
        find_auxiliary_colors(picture.data_in(payload), picture.width, picture.height, colors);
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

/// Gives a costume of Maniac Mansion of version 1 the colours of its actor (SCUMM.md §2). The size
/// of the index tells the game.
void color_actor(const Scanned& scanned, uint16_t id, Column<uint8_t>& colors) {
  constexpr uint64_t kIndexOfManiac = 1972;
  constexpr std::array<uint8_t, 25> kOwn{0, 14, 4, 1, 6,  15, 3, 14, 14, 15, 15, 6, 15,
                                         5, 2,  2, 5, 15, 0,  2, 5,  4,  4,  14, 14};
  constexpr uint16_t kWithShirt = 4;  // whose second colour is that of a shirt, not skin
  constexpr uint8_t kShirt = 5;
  if (scanned.version() != Version::v1 || scanned.index_size != kIndexOfManiac) return;
  if (id == 0 || id >= kOwn.size()) return;
  colors[2] = kOwn[id];
  if (id == kWithShirt) colors[1] = kShirt;
}

Result<ParsedCostume> parse_costume(const Scanned& scanned, size_t block) {
  const Bytes payload = scanned.payload(block);
  const Version version = scanned.version();
  const bool is_akos = scanned.costumes[block].kind == Kind::akos;
  ASSIGN_OR_RETURN(StoredCostume stored,
                   is_akos ? read_akos(payload, version) : read_cost(payload, version));
  ParsedCostume out{std::move(stored), static_cast<uint32_t>(block), 0, {}, {}};
  out.colors = is_akos ? colors_with_auxiliary(out, payload) : out.color;
  color_actor(scanned, scanned.costumes[block].id(), out.colors);
  if (is_akos) out.true_colors = akos_true_colors(out, out.colors, version);
  return out;
}

}  // namespace

RleSplit rle_split(size_t colors) {
  if (colors == 32) return RleSplit::colors32;
  return colors == 64 ? RleSplit::colors64 : RleSplit::colors16;
}

std::optional<uint8_t> unused_value(const ColorSet& values, uint8_t wanted) {
  if (!values[wanted]) return wanted;
  for (size_t value = kMaxColors; value-- > 0;) {
    if (!values[value]) return static_cast<uint8_t>(value);
  }
  return std::nullopt;
}

PictureFault fault_of(DecodeEnd end) {
  if (end == DecodeEnd::complete) return PictureFault::none;
  if (end == DecodeEnd::truncated) return PictureFault::truncated;
  return end == DecodeEnd::overrun ? PictureFault::overrun : PictureFault::damaged;
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

PictureCodec ParsedCostume::codec_of(size_t picture, Version version) const {
  if (codec != kAkosRle) return {codec, kMaxColors};
  if (is_auxiliary(picture)) return {codec, colors.size()};
  const bool many = color.size() == 32 || color.size() == 64;
  return {kind == Kind::cost ? cost_codec(version) : codec,
          many ? color.size() : std::min<size_t>(color.size(), 16)};
}

std::vector<ParsedCostume> parse(const Scanned& scanned, Failures& failures, Progress& progress) {
  std::vector<std::optional<Result<ParsedCostume>>> read(scanned.costumes.size());
  parallel_for(read.size(), progress,
               [&](size_t i, size_t) { read[i] = parse_costume(scanned, i); });
  std::vector<ParsedCostume> out;
  for (size_t i = 0; i < read.size() && read[i]; ++i) {
    FailurePlace place = scanned.place_of(i);
    place.offset = scanned.costumes[i].block.payload_at();
    if (!*read[i]) {
      add_failure(failures, place, read[i]->error());
      continue;
    }
    place.costume = static_cast<uint32_t>(out.size());
    add_failures(failures, place, (*read[i])->problems);
    const uint32_t first = picture_count(out);
    out.push_back(**std::move(read[i]));
    out.back().first_picture = first;
    read[i].reset();
  }
  return out;
}

}  // namespace wardrobe
