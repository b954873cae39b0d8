// Packs the two files of a game, which are the input. The result must be an error, or an archive
// that verifies and can be used.

#include "formats/archive/archive.h"
#include "pipeline/io/files.h"
#include "pipeline/pipeline.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/game_names.h"
#include "tests/heavy/fuzz/two_files.h"
#include "tests/heavy/fuzz/use_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  if (size < 4) return 0;
  const TwoFiles files = split_files({data, size});
  const FileNames& names = kFileNames[files.choice % kFileNames.size()];
  const auto folder = open_files({{names.index, files.first}, {names.resources, files.second}});
  const Result<GameInput> input = open_game(*folder);
  if (!input) return 0;
  const Result<Packed> packed = pack_game(*input, {.level = 1, .threads = 1, .backgrounds = true});
  if (!packed) return 0;
  const Result<Archive> archive = Archive::open(open_memory(packed->file));
  require(archive && archive->verify());
  require(use_archive(packed->file));
  return 0;
}
