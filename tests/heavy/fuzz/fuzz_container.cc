// Packs a game from a container, or from a program with an index inside. The input is such a file
// as it is, or damages a valid one of any kind. The file is alone in a folder, and also named like
// a program beside resources. The result must be an error or an archive that verifies.

#include "formats/archive/archive.h"
#include "formats/versions.h"
#include "pipeline/io/files.h"
#include "pipeline/pipeline.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/game_names.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

struct Right {
  FileNames names;
  std::vector<uint8_t> resources;
  std::vector<uint8_t> box;  ///< a container with the game inside, or a program with its index
};

/// Appends containers of every kind with a game of one version inside, and a program with its
/// index.
void add_boxes(const FileNames& names, std::vector<Right>& out) {
  GameFiles files = test_game(names.version).files;
  if (facts(names.version).style == BlockStyle::nameless) {
    for (auto* file : {&files.index, &files.disks[0]}) {
      for (uint8_t& byte : *file) byte ^= 0xFF;
    }
  }
  const ContainerFiles inside = {{names.index, files.index}, {names.resources, files.disks[0]}};
  std::vector<uint8_t> program(100);
  ByteWriter(program).bytes(files.index);
  for (std::vector<uint8_t>& box :
       std::vector{make_pak(inside), make_pak(inside, true), make_zip(inside), make_zip(inside, 0),
                   make_mac(inside), program}) {
    out.push_back({names, files.disks[0], std::move(box)});
  }
}

const std::vector<Right>& right_files() {
  static const auto files = [] {
    std::vector<Right> right;
    for (const FileNames& names : kFileNames) {
      if (names.version <= Version::v5 || facts(names.version).room_files) add_boxes(names, right);
    }
    return right;
  }();
  return files;
}

void open_and_pack(Bytes file, const Right& right) {
  for (const bool is_program : {false, true}) {
    std::vector<NamedBytes> files = {{is_program ? "a.exe" : "box", file}};
    if (is_program) files.push_back({right.names.resources, right.resources});
    const Result<GameInput> input = open_game(*open_files(files));
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
  // The low bits of the first byte choose the valid file; the top bit replaces it by the input.
  const auto& all = right_files();
  const Right& right = all[(data[0] & 0x7F) % all.size()];
  open_and_pack(
      (data[0] & 0x80) != 0 ? std::vector(rest.begin(), rest.end()) : edited(right.box, rest),
      right);
  return 0;
}
