// Writes the seeds of the fuzz targets whose input is a whole file: FOLDER/TARGET/NAME.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "formats/archive/file.h"
#include "formats/versions.h"
#include "tests/heavy/fuzz/game_names.h"
#include "tests/heavy/fuzz/scene_game.h"
#include "tests/heavy/fuzz/two_files.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/apply/picture_folder.h"
#include "tools/apply/read_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, Bytes bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

/// Returns a seed of a game's index and first resource file. Files of versions with nameless blocks
/// are XORed, because only that identifies them.
std::vector<uint8_t> seed_of(uint8_t choice, GameFiles files) {
  if (facts(kFileNames[choice].version).style == BlockStyle::nameless) {
    for (uint8_t& byte : files.index) byte ^= 0xFF;
    for (uint8_t& byte : files.disks[0]) byte ^= 0xFF;
  }
  return join_files({choice, files.index, files.disks[0]});
}

/// Writes a game of every version that the tests can make, and one with a room and a costume of the
/// sample game.
void write_games(const fs::path& folder) {
  for (uint8_t i = 0; i < kFileNames.size(); ++i) {
    const Version version = kFileNames[i].version;
    write(folder / ("small" + std::to_string(i)), seed_of(i, game_with_scene(version).files));
    std::vector<RoomDraft> rooms = sample_rooms(version);
    rooms.resize(1);
    rooms[0].costumes.resize(1);
    if (facts(version).room_files) rooms[0].number = 3;
    write(folder / ("sample" + std::to_string(i)), seed_of(i, write_game(rooms, version, 0)));
  }
  write(folder / "bitmap", seed_of(kFileNames.size() - 1, game_with_scene(Version::he80).files));
}

void write_images(const fs::path& folder) {
  int number = 0;
  for (const SmallArchive& small :
       {small_archive(), small_akos_archive(), small_room_archive(), golden_archive()}) {
    write(folder / ("image" + std::to_string(number++)), write_image(small));
  }
}

void write_scripts(const fs::path& folder) {
  constexpr std::string_view kScript =
      "# all that a script can say\n"
      "0 init S\n0 walk W limbs 0,3-5\n2 face 135\n4 animate 249\n5 chore 17 N\n"
      "6 talk-start\n8 talk-stop E\n9 stand\n12 end\n";
  write(folder / "script", bytes_of(std::string(kScript)));
}

/// Writes, for some versions, a manifest of a game's first picture and that picture, repainted.
void write_pictures(const fs::path& folder) {
  uint8_t choice = 0;
  for (const Version version : {Version::v4, Version::v6, Version::he70, Version::v3}) {
    const TestGame game = test_game(version);
    const GameInput input = game.input();
    ReadGame read;
    if (!read_game(input, read)) continue;
    std::vector<OpenPicture> pictures = open_pictures(read);
    pictures.resize(1);
    pictures[0].file = OpenPicture().file;
    pictures[0].repaint(5, 6, 2);
    MemoryFolder files = folder_of(read, pictures);
    write(folder / ("pictures" + std::to_string(choice)),
          join_files({choice, files[kManifestName], files[pictures[0].file]}));
    ++choice;
  }
}

}  // namespace
}  // namespace wardrobe

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: write_seeds FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  wardrobe::write_games(folder / "fuzz_files");
  wardrobe::write_images(folder / "fuzz_image");
  wardrobe::write_scripts(folder / "fuzz_script");
  wardrobe::write_pictures(folder / "fuzz_pictures");
  return 0;
}
