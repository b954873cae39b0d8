#pragma once

#include <cstdint>
#include <vector>

#include "formats/version.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/sample/write_room.h"

namespace wardrobe {

/// Returns a game in which a room has a picture of 16 × 2 pixels, two planes and a box. From HE 80
/// on, the picture is a bitmap.
inline TestGame game_with_scene(Version version) {
  std::vector<RoomDraft> rooms = two_rooms(version);
  rooms[0].width = 16;
  rooms[0].height = 2;
  RoomScene& scene = rooms[0].scene.emplace();
  const std::vector<uint8_t> basic = {0x0E, 5, 0x12, 0x34, 0x56};  // 14: basic, by columns
  std::vector<uint8_t> raw(17, 3);
  raw[0] = 1;
  scene.picture.strips = {basic, raw};
  if (version == Version::he80) scene.picture.bitmap = {138, 5, 0x40, 0, 0, 0, 0, 0};
  scene.picture.planes = {{{2, 0xF0, 0x0F}, {0x82, 0xFF}}, {{}, {2, 1, 2}}};
  scene.boxes = {{0}, {0}, {15}, {0}, {15}, {1}, {0}, {1}, {1}, {0}, {kScaleSlot}};
  scene.scales = {{50, 0, 0, 0}, {0, 0, 0, 0}, {255, 0, 0, 0}, {1, 0, 0, 0}};
  return test_game(rooms, version);
}

}  // namespace wardrobe
