#include "tools/sample/old_pictures.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "formats/limits.h"
#include "formats/room.h"
#include "formats/versions.h"
#include "tools/sample/old_cells.h"
#include "tools/sample/old_strips.h"
#include "tools/sample/strips_encode.h"

namespace wardrobe::sample {
namespace {

/// Encodes strips. Those of a room are as short as they can be; those of objects have all codes in
/// turn, so that each is used.
class StripEncoder {
 public:
  explicit StripEncoder(Version version) : version_(version) {
    if (version == Version::v3) codes_.assign(kCodesOfV3.begin(), kCodesOfV3.end());
  }

  std::vector<uint8_t> encode(const Sheet& sheet, size_t strip, bool of_room) {
    if (facts(version_).style == BlockStyle::nameless) return ega_strip(sheet, strip);
    std::vector<uint8_t> best;
    for (size_t i = 0; i < (of_room ? codes_.size() : 1); ++i) {
      std::vector<uint8_t> tried = in_code(codes_[turn_++ % codes_.size()], sheet, strip);
      if (best.empty() || (!tried.empty() && tried.size() < best.size())) best = std::move(tried);
    }
    return best;
  }

 private:
  std::vector<uint8_t> in_code(uint8_t code, const Sheet& sheet, size_t strip) const {
    if (version_ == Version::v3) return strip_of_v3(code, sheet, strip);
    std::vector<uint8_t> encoded;
    encode_strip(code, &sheet.pixels[strip * kStripColumns], sheet.width, sheet.height, encoded);
    return encoded;
  }

  Version version_;
  std::vector<uint8_t> codes_ = {1, 18, 28};  // of version 4
  size_t turn_ = 0;
};

using EgaPair = std::array<uint8_t, 2>;

/// The two EGA colours that are, in turn, nearest to a colour. They should not be too different.
EgaPair nearest(Bytes rgb) {
  constexpr int kVivid = 3;
  constexpr int kLess = 16;
  static const RoomPalettes kEga = ega_palette();
  const int grey = (rgb[0] + rgb[1] + rgb[2]) / 3;
  EgaPair best{};
  int least = std::numeric_limits<int>::max();
  for (uint8_t a = 0; a < 16; ++a) {
    for (uint8_t b = a; b < 16; ++b) {
      int far = 0;
      for (size_t i = 0; i < 3; ++i) {
        const int wanted = std::clamp(grey + kVivid * (rgb[i] - grey), 0, 255);
        const int first = kEga.rgb[size_t{3} * a + i];
        const int second = kEga.rgb[size_t{3} * b + i];
        const int error = 2 * wanted - first - second;
        far += error * error / 4 + (first - second) * (first - second) / kLess;
      }
      if (far < least) best = {a, b};
      least = std::min(least, far);
    }
  }
  return best;
}

RoomPictureDraft picture_in_strips(const OldPicture& picture, bool of_room, StripEncoder& encoder) {
  RoomPictureDraft draft;
  for (size_t strip = 0; strip < picture.sheet.width / kStripColumns; ++strip) {
    draft.strips.push_back(encoder.encode(picture.sheet, strip, of_room));
  }
  for (const Sheet& plane : picture.planes) {
    RoomPictureDraft::Strips& strips = draft.planes.emplace_back();
    for (size_t strip = 0; strip < plane.width / kStripColumns; ++strip) {
      strips.push_back(encoded_mask(plane, strip));
    }
  }
  return draft;
}

RoomPictureDraft whole_picture(const OldPicture& picture) {
  RoomPictureDraft draft;
  draft.bitmap = picture_of_v2(picture.sheet);
  std::vector<uint8_t> mask;
  for (size_t strip = 0; strip < picture.sheet.width / kStripColumns; ++strip) {
    const std::vector<uint8_t> bytes = mask_of(picture.planes[0], strip);
    mask.insert(mask.end(), bytes.begin(), bytes.end());
  }
  encode_mask_strip(mask.data(), 1, mask.size(), draft.bitmap);
  return draft;
}

}  // namespace

void draw_in_ega(Bytes rgb, Sheet& sheet) {
  std::vector<EgaPair> pairs;
  for (size_t at = 0; at + 3 <= rgb.size(); at += 3) pairs.push_back(nearest(rgb.subspan(at, 3)));
  for (size_t i = 0; i < sheet.pixels.size(); ++i) {
    sheet.pixels[i] = pairs[sheet.pixels[i]][i / sheet.width % 2];
  }
}

std::vector<RoomPictureDraft> encode_old_pictures(std::vector<OldPicture> pictures,
                                                  Version version) {
  for (OldPicture& picture : pictures) {
    const Sheet& sheet = picture.sheet;
    const Sheet blank{sheet.width, sheet.height, std::vector<uint8_t>(sheet.pixels.size()), {}};
    const bool needs_one = facts(version).style == BlockStyle::nameless;
    if (needs_one && picture.planes.empty()) picture.planes.push_back(blank);
    if (version != Version::v4 && picture.planes.size() > 1) picture.planes.resize(1);
  }
  if (version == Version::v1) return encode_cells(pictures);
  std::vector<RoomPictureDraft> drafts;
  StripEncoder encoder(version);
  for (const OldPicture& picture : pictures) {
    drafts.push_back(version == Version::v2 ? whole_picture(picture)
                                            : picture_in_strips(picture, drafts.empty(), encoder));
  }
  return drafts;
}

}  // namespace wardrobe::sample
