// Packs a damaged game: the result must be an error or an archive that verifies.

#include <iterator>

#include "formats/archive/archive.h"
#include "formats/scumm/version.h"
#include "pipeline/pipeline.h"
#include "tests/fuzz/edits.h"
#include "tests/pipeline/test_game.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const TestGame kRight[] = {test_game(kScumm4), test_game(kScumm5), test_game(kScumm6),
                                    test_game(kScumm7), test_game(kScumm8), test_game(kHe70),
                                    test_game(kHe80)};
  static PackWorkspace workspace;
  if (size == 0) return 0;
  // The first byte chooses the game, and whether its index is damaged too.
  TestGame game = kRight[(data[0] & 0x7F) % std::size(kRight)];
  const Bytes edits(data + 1, size - 1);
  game.files.disks[0] = edited(game.files.disks[0], edits);
  if ((data[0] & 0x80) != 0) game.files.index = edited(game.files.index, edits);
  const Result<Packed> packed = pack_game(game.input(), {.level = 1, .threads = 1}, workspace);
  if (!packed) return 0;
  const Result<Archive> archive = Archive::open(open_memory(packed->file));
  require(static_cast<bool>(archive));
  require(static_cast<bool>(archive->verify()));
  return 0;
}
