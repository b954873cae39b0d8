#include "bench/synthetic/rooms.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <unordered_set>

#include "bench/synthetic/pictures.h"
#include "bench/synthetic/program.h"
#include "formats/scumm/version.h"
#include "kernels/encode.h"
#include "tools/sample/sample.h"

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
size_t wanted_pictures(size_t costume) { return 20 + scramble(kSeed + costume) % 41; }

/// Pictures of one palette size, and the next one to hand out.
struct Supply {
  unsigned colors;
  SyntheticPictures pictures;
  size_t next = 0;

  /// Makes enough for `count` costumes, refused pictures included.
  Supply(unsigned of, size_t count) : colors(of) {
    size_t needed = 0;
    for (size_t i = 0; i < count; ++i) needed += colors_of(i) == of ? wanted_pictures(i) : 0;
    pictures = make_synthetic_pictures(of, needed + needed / 8 + 64, kSeed + of);
  }

  Drawing peek() const {
    const uint16_t width = pictures.width[next];
    const uint16_t height = pictures.height[next];
    const uint8_t* const from = pictures.pixels.data();
    return {-width / 2,
            -height,
            width,
            height,
            {from + pictures.offset[next], from + pictures.offset[next + 1]}};
  }
};

/// Returns the size in bytes of a picture in a costume, with the longer header.
size_t stored_size(const Drawing& drawing, unsigned colors) {
  std::vector<uint8_t> rle(encode_rle_bound(drawing.pixels.size()));
  const RleSplit split = colors == 32 ? RleSplit::colors32 : RleSplit::colors16;
  return 14 + encode_rle(drawing.pixels, drawing.width, drawing.height, split, rle);
}

/// Makes costumes in order.
class Maker {
 public:
  Maker(Version version, size_t count)
      : version_(version), few_colors_(16, count), many_colors_(32, count) {}

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
    write_program(take(colors == 32 ? many_colors_ : few_colors_), own_west != 0, seed, sketch);
    return draft_of(sketch, std::move(ids), version_, number_++, room);
  }

 private:
  std::vector<Drawing> take(Supply& supply) {
    std::vector<Drawing> drawings;
    const size_t wanted = wanted_pictures(number_);
    for (size_t bytes = 0; drawings.size() < wanted; ++supply.next) {
      Drawing drawing = supply.peek();
      // Small pictures of 16 colours may recur among those of 32.
      const auto [known, is_new] =
          known_.insert(std::to_string(drawing.width) + ' ' +
                        std::string(drawing.pixels.begin(), drawing.pixels.end()));
      if (!is_new) continue;
      bytes += stored_size(drawing, supply.colors);
      if (bytes > kPictureBytes && !drawings.empty()) {
        known_.erase(known);
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
  size_t number_ = 0;
  Supply few_colors_;
  Supply many_colors_;
  std::unordered_set<std::string> known_;
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

/// Makes rooms with `count` costumes in total.
std::vector<RoomDraft> synthetic_rooms(Version version, size_t count) {
  std::vector<RoomDraft> rooms;
  if (count == 0) return rooms;
  const size_t room_count = std::min(kMostRooms, (count + kCostumesPerRoom - 1) / kCostumesPerRoom);
  const std::vector<RoomDraft> sample = sample_rooms(Version::v6);  // has all palettes
  for (size_t i = 0; i < room_count; ++i) rooms.push_back(empty_room(i, sample));
  Maker maker(version, count);
  for (size_t i = 0; i < count; ++i) {
    std::vector<uint16_t> ids;
    if (kFirstId + i <= 0xFFFF) ids.push_back(static_cast<uint16_t>(kFirstId + i));
    RoomDraft& room = rooms[i * room_count / count];
    room.costumes.push_back(maker.next(std::move(ids), room));
  }
  return rooms;
}

}  // namespace

std::vector<RoomDraft> large_sample_rooms(Version version, unsigned scale) {
  constexpr size_t kDrawnCostumes = 5;
  std::vector<RoomDraft> rooms = sample_rooms(version);
  std::ranges::move(synthetic_rooms(version, kDrawnCostumes * (scale - 1)),
                    std::back_inserter(rooms));
  return rooms;
}

}  // namespace wardrobe
