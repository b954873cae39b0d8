#include "tools/sample/sample.h"

#include <utility>

#include "formats/scumm/version.h"
#include "tools/sample/costumes.h"
#include "tools/sample/form.h"
#include "tools/sample/palette.h"
#include "tools/sample/scenery.h"
#include "tools/sample/synthetic_rooms.h"

namespace wardrobe {
namespace {

constexpr size_t kDrawnCostumes = 5;

/// The hero comes under two ids; nobody ever calls the cat by one.
RoomDraft quay(int version) {
  RoomDraft room;
  room.number = 1;
  room.name = "quay";
  room.palettes.add(sample::room_palette(sample::RoomLight::day));
  room.palettes.add(sample::room_palette(sample::RoomLight::night));
  sample::paint_quay(version, room);
  room.costumes.push_back(sample::form(sample::make_hero(), {1, 9}, version, 0, room));
  room.costumes.push_back(sample::form(sample::make_caterpillar(), {2}, version, 1, room));
  room.costumes.push_back(sample::form(sample::make_cat(), {}, version, 2, room));
  return room;
}

/// In v4 it has no palette of its own: its actors wear that of the quay, which has their colours
/// too.
RoomDraft theatre(int version) {
  RoomDraft room;
  room.number = 2;
  room.name = "theatre";
  if (version != kScumm4) room.palettes.add(sample::room_palette(sample::RoomLight::stage));
  sample::paint_theatre(version, room);
  room.costumes.push_back(sample::form(sample::make_jester(), {3}, version, 3, room));
  room.costumes.push_back(sample::form(sample::make_ghost(), {4}, version, 4, room));
  return room;
}

}  // namespace

std::vector<RoomDraft> sample_rooms(int version, unsigned scale) {
  std::vector<RoomDraft> rooms = {quay(version), theatre(version)};
  const size_t more = scale > 1 ? kDrawnCostumes * (scale - 1) : 0;
  for (RoomDraft& room : sample::synthetic_rooms(version, more)) rooms.push_back(std::move(room));
  return rooms;
}

}  // namespace wardrobe
