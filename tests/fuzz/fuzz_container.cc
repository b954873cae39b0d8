// A file as it comes, or changes to a right container of each kind or to a program with an index:
// alone in a folder, and called like a program beside resources. An error, or an archive that
// verifies. The first byte chooses.

#include "formats/archive/archive.h"
#include "formats/scumm/version.h"
#include "pipeline/io/folder.h"
#include "pipeline/pipeline.h"
#include "tests/fuzz/edits.h"
#include "tests/pipeline/container_files.h"
#include "tests/pipeline/test_game.h"

namespace wardrobe {
namespace {

const TestGame& game() {
  static const TestGame made = test_game(kScumm5);
  return made;
}

/// Right ones, and a program with an index inside.
const std::vector<std::vector<uint8_t>>& right_files() {
  static const auto files = [] {
    const ContainerFiles inside = {{"a/GAME.000", game().files.index},
                                   {"a/GAME.001", game().files.disks[0]}};
    std::vector<uint8_t> program(100);
    ByteWriter(program).bytes(game().files.index);
    return std::vector{make_pak(inside),    make_pak(inside, true), make_zip(inside),
                       make_zip(inside, 0), make_mac(inside),       program};
  }();
  return files;
}

void open_and_pack(Bytes file) {
  for (const bool is_program : {false, true}) {
    std::vector<NamedBytes> files = {{is_program ? "a.exe" : "box", file}};
    if (is_program) files.push_back({"GAME.001", game().files.disks[0]});
    const Result<GameInput> input = open_game(*open_files(std::move(files)));
    if (!input) continue;
    const Result<Packed> packed = pack_game(*input, {.level = 1, .threads = 1});
    if (!packed) continue;
    const Result<Archive> archive = Archive::open(open_memory(packed->file));
    require(archive && archive->verify());
  }
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  if (size < 1) return 0;
  const Bytes rest(data + 1, size - 1);
  const auto& right = right_files();
  if (data[0] % (right.size() + 1) == right.size()) {
    open_and_pack(rest);
    return 0;
  }
  open_and_pack(edited(right[data[0] % (right.size() + 1)], rest));
  return 0;
}
