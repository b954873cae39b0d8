// Applies a manifest and a PNG, which are the input. They must be refused, or give the game that
// they ask for.

#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/game_names.h"
#include "tests/heavy/fuzz/two_files.h"
#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/apply/picture_folder.h"
#include "tools/apply/apply.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const TestGame kGames[] = {test_game(Version::v4), test_game(Version::v6),
                                    test_game(Version::he70), test_game(Version::v3)};
  if (size < 4) return 0;
  const TwoFiles files = split_files({data, size});
  const GameInput input = kGames[files.choice % std::size(kGames)].input();
  const MemoryFolder folder = {{kManifestName, {files.first.begin(), files.first.end()}},
                               {OpenPicture().file, {files.second.begin(), files.second.end()}}};
  ApplyOptions options;
  options.colors.quantize = (files.choice & 0x10) != 0;
  options.colors.scale = files.choice >> 6;
  EditPlan plan;
  if (!plan_edit(input, {load_from(folder)}, options, plan)) return 0;
  require(static_cast<bool>(check_edit(input, plan, new_input(input, plan.files))));
  return 0;
}
