// Packs a damaged game. The result must be an error or an archive that verifies.

#include <cstdint>
#include <iterator>
#include <vector>

#include "formats/archive/archive.h"
#include "pipeline/pipeline.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/scene_game.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const TestGame kRight[] = {
      game_with_scene(Version::v4),    game_with_scene(Version::v5), game_with_scene(Version::v6),
      game_with_scene(Version::v7),    game_with_scene(Version::v8), game_with_scene(Version::he70),
      game_with_scene(Version::he80),  game_with_scene(Version::v1), game_with_scene(Version::v2),
      game_with_scene(Version::v3_16), game_with_scene(Version::v3)};
  if (size == 0) return 0;
  // The first byte chooses the game and whether its index is damaged, too.
  TestGame game = kRight[(data[0] & 0x7F) % std::size(kRight)];
  const Bytes edits(data + 1, size - 1);
  game.files.disks[0] = edited(game.files.disks[0], edits);
  if ((data[0] & 0x80) != 0) game.files.index = edited(game.files.index, edits);
  const Result<Packed> packed =
      pack_game(game.input(), {.level = 1, .threads = 1, .backgrounds = true});
  if (!packed) return 0;
  const Result<Archive> archive = Archive::open(open_memory(packed->file));
  require(static_cast<bool>(archive));
  require(static_cast<bool>(archive->verify()));
  return 0;
}
