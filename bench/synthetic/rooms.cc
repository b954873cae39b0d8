#include "bench/synthetic/rooms.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "bench/synthetic/pictures.h"
#include "bench/synthetic/program.h"
#include "formats/version.h"
#include "kernels/decode.h"
#include "kernels/encode.h"
#include "tools/sample/sample.h"
#include "tools/sample/strips_encode.h"

namespace wardrobe {
namespace {

using sample::CostumeSketch;
using sample::Drawing;
using sample::scramble;
using sample::write_program;

constexpr uint64_t kSeed = 0x57A2D20BE;
constexpr size_t kFirstId = 101;
constexpr size_t kFirstRoom = 11;
constexpr size_t kMostRooms = 240;
constexpr size_t kCostumesPerRoom = 12;
constexpr unsigned kFirstScenery = 16;

/// Bytes for a costume's pictures. The rest of 64 KiB is for its tables and commands.
constexpr size_t kPictureBytes = 50'000;

/// Every fourth costume has 32 colours.
unsigned colors_of(size_t costume) { return costume % 4 == 3 ? 32 : 16; }

/// Returns the size in bytes of a picture in a costume, with the longer header.
size_t stored_size(const Drawing& drawing, unsigned colors) {
  std::vector<uint8_t> rle(encode_rle_bound(drawing.pixels.size()));
  const RleSplit split = colors == 32 ? RleSplit::colors32 : RleSplit::colors16;
  return 14 + encode_rle(drawing.pixels, drawing.width, drawing.height, split, rle);
}

/// Makes costumes in order.
class Maker {
 public:
  /// `is_large`: for the large game.
  Maker(Version version, bool is_large) : version_(version), is_large_(is_large) {}

  CostumeDraft next(std::vector<uint16_t> ids, const RoomDraft& room) {
    const unsigned colors = colors_of(number_);
    const uint64_t seed = scramble(kSeed * 3 + number_);
    const uint8_t own_west = seed % 5 == 0 ? 0x80 : 0;
    const unsigned format = colors == 32 ? 0x59 : 0x58;
    const unsigned redirects = seed / 5 % 2 == 0 ? 8 : 0;
    CostumeSketch sketch;
    sketch.format_v5 = static_cast<uint8_t>(format | own_west);
    sketch.format_v6 = static_cast<uint8_t>((format + redirects) | own_west);
    sketch.colors = colors_from_scenery(colors);
    write_program(take(colors), own_west != 0, is_large_ ? 20 : 6, seed, sketch);
    // Of the large game's costumes, every sixth has codec 5, the others codec 1.
    const size_t form = is_large_ ? 3 + (number_ % 6 == 5 ? 1 : 0) : number_;
    ++number_;
    return draft_of(sketch, std::move(ids), version_, form, room);
  }

 private:
  std::vector<Drawing> take(unsigned colors) {
    const size_t wanted = 20 + scramble(kSeed + number_) % (is_large_ ? 73 : 41);
    PictureSource& pictures = colors == 32 ? many_colors_ : few_colors_;
    std::optional<SyntheticPicture>& left = colors == 32 ? many_left_ : few_left_;
    std::vector<Drawing> drawings;
    for (size_t bytes = 0; drawings.size() < wanted;) {
      SyntheticPicture picture = left ? *std::exchange(left, {}) : pictures();
      Drawing drawing{-picture.width / 2, -picture.height, picture.width, picture.height,
                      picture.pixels};
      if (!is_large_) bytes += stored_size(drawing, colors);
      if (bytes > kPictureBytes && !drawings.empty()) {
        left = std::move(picture);
        break;
      }
      drawings.push_back(std::move(drawing));
    }
    return drawings;
  }

  /// Returns entire ramps of the room's scenery. The first colour is never drawn, because its
  /// pixels are transparent.
  std::vector<uint8_t> colors_from_scenery(unsigned count) const {
    std::vector<uint8_t> colors(count);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned ramp = static_cast<unsigned>(number_ + i / 16 * 2) % 5;
      colors[i] = static_cast<uint8_t>(kFirstScenery + 16 * ramp + i % 16);
    }
    return colors;
  }

  Version version_;
  bool is_large_;
  size_t number_ = 0;
  std::unordered_set<uint64_t> known_;
  int zoom_ = is_large_ ? 3 : 1;
  PictureSource few_colors_ = synthetic_pictures(16, kSeed + 16, known_, zoom_);
  PictureSource many_colors_ = synthetic_pictures(32, kSeed + 32, known_, zoom_);
  std::optional<SyntheticPicture> few_left_;  ///< the one that the last costume had no room for
  std::optional<SyntheticPicture> many_left_;
};

/// Makes a room without costumes. Rooms alternate between the palettes of the quay by day and of
/// the theatre; every third room also has the quay's palette by night.
RoomDraft empty_room(size_t i, const std::vector<RoomDraft>& sample) {
  constexpr size_t kSize = size_t{3} * 256;
  const Bytes quay = sample[0].palettes.rgb;
  const Bytes theatre = sample[1].palettes.rgb;
  RoomDraft room;
  room.number = static_cast<uint8_t>(kFirstRoom + i);
  room.name = "store " + std::to_string(i + 1);
  room.palettes.add(i % 2 == 0 ? quay.first(kSize) : theatre);
  if (i % 3 == 0) room.palettes.add(quay.last(kSize));
  return room;
}

/// Draws a background of flat and of dithered patches.
void draw_background(RoomDraft& room) {
  constexpr uint8_t kCode = 18;  // 8 bits a colour, by columns
  const size_t width = room.width;
  std::vector<uint8_t> pixels(width * room.height);
  for (size_t y = 0; y < room.height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      const uint64_t patch = scramble(kSeed + room.number + x / 24 + 100 * (y / 16));
      const size_t grain = patch % 3 == 0 ? scramble(x + width * y) % 3 : 0;
      pixels[y * width + x] =
          static_cast<uint8_t>(kFirstScenery + (y / 6 + patch % 8 + grain) % 80);
    }
  }
  room.scene->picture = {};
  for (size_t x = 0; x < width; x += kStripWidth) {
    encode_strip(kCode, &pixels[x], width, room.height, room.scene->picture.strips.emplace_back());
  }
}

/// Spreads `count` costumes over rooms, which have none yet.
void add_costumes(size_t count, Version version, bool is_large, std::vector<RoomDraft>& rooms) {
  Maker maker(version, is_large);
  for (size_t i = 0; i < count; ++i) {
    std::vector<uint16_t> ids;
    if (kFirstId + i <= 0xFFFF) ids.push_back(static_cast<uint16_t>(kFirstId + i));
    RoomDraft& room = rooms[i * rooms.size() / count];
    room.costumes.push_back(maker.next(std::move(ids), room));
  }
}

}  // namespace

std::vector<RoomDraft> large_sample_rooms(Version version, unsigned scale) {
  constexpr size_t kDrawnCostumes = 5;
  const size_t count = kDrawnCostumes * (scale - 1);
  const size_t room_count = std::min(kMostRooms, (count + kCostumesPerRoom - 1) / kCostumesPerRoom);
  const std::vector<RoomDraft> sample = sample_rooms(Version::v6);  // has all palettes
  std::vector<RoomDraft> added;
  for (size_t i = 0; i < room_count; ++i) added.push_back(empty_room(i, sample));
  add_costumes(count, version, false, added);
  std::vector<RoomDraft> rooms = sample_rooms(version);
  std::ranges::move(added, std::back_inserter(rooms));
  return rooms;
}

std::vector<RoomDraft> large_game_rooms(unsigned costumes) {
  const std::vector<RoomDraft> sample = sample_rooms(Version::v8);
  std::vector<RoomDraft> rooms;
  for (size_t i = 0; i < std::min<size_t>(kMostRooms, costumes / 5 + 1); ++i) {
    RoomDraft& room = rooms.emplace_back(empty_room(i, sample));
    room.scene = sample[0].scene;
    room.width = static_cast<uint16_t>(640 << i % 5 / 3);
    room.height = 480;
    draw_background(room);
  }
  add_costumes(costumes, Version::v8, true, rooms);
  return rooms;
}

}  // namespace wardrobe
