// Packs a damaged game: the result must be an error or an archive that verifies.

#include <cstdint>
#include <iterator>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/scumm/version.h"
#include "pipeline/pipeline.h"
#include "tests/fuzz/edits.h"
#include "tests/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// The game of other tests, with a picture of 16 x 2 pixels, two planes and a box in a room.
TestGame game_with_scene(int version) {
  std::vector<RoomDraft> rooms = two_rooms(version);
  rooms[0].width = 16;
  rooms[0].height = 2;
  RoomScene& scene = rooms[0].scene.emplace();
  const std::vector<uint8_t> basic = {0x0E, 5, 0x12, 0x34, 0x56};  // 14: basic, by columns
  std::vector<uint8_t> raw(17, 3);
  raw[0] = 1;
  scene.picture.strips = {basic, raw};
  scene.picture.planes = {{{2, 0xF0, 0x0F}, {0x82, 0xFF}}, {{}, {2, 1, 2}}};
  scene.boxes = {{0}, {0}, {15}, {0}, {15}, {1}, {0}, {1}, {1}, {0}, {kScaleSlot}};
  scene.scales = {{50, 0, 0, 0}, {0, 0, 0, 0}, {255, 0, 0, 0}, {1, 0, 0, 0}};
  return test_game(rooms, version);
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const TestGame kRight[] = {game_with_scene(kScumm4), game_with_scene(kScumm5),
                                    game_with_scene(kScumm6), game_with_scene(kScumm7),
                                    game_with_scene(kScumm8), game_with_scene(kHe70),
                                    game_with_scene(kHe80)};
  static PackWorkspace workspace;
  if (size == 0) return 0;
  // The first byte chooses the game, and whether its index is damaged too.
  TestGame game = kRight[(data[0] & 0x7F) % std::size(kRight)];
  const Bytes edits(data + 1, size - 1);
  game.files.disks[0] = edited(game.files.disks[0], edits);
  if ((data[0] & 0x80) != 0) game.files.index = edited(game.files.index, edits);
  const Result<Packed> packed =
      pack_game(game.input(), {.level = 1, .threads = 1, .backgrounds = true}, workspace);
  if (!packed) return 0;
  const Result<Archive> archive = Archive::open(open_memory(packed->file));
  require(static_cast<bool>(archive));
  require(static_cast<bool>(archive->verify()));
  return 0;
}
