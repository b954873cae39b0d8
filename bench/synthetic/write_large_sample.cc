// Writes the sample game of version 5 or 6 with SCALE times as many costumes; those added are
// synthetic. Or, with version 8, a game of synthetic costumes drawn for 640 × 480 pixels. Usage:
//   write_large_sample FOLDER 5|6 SCALE
//   write_large_sample FOLDER 8 COSTUMES

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/synthetic/rooms.h"
#include "formats/bytes.h"
#include "formats/scumm.h"

namespace {

bool write(const std::filesystem::path& path, wardrobe::Bytes bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file.good();
}

}  // namespace

int main(int count, char** arguments) {
  const int number = count == 4 ? std::atoi(arguments[2]) : 0;
  const int scale = count == 4 ? std::atoi(arguments[3]) : 0;
  const bool is_large = number == 8;
  if (((number < 5 || number > 6) && !is_large) || scale < 1 || scale > 1000) {
    std::fputs(
        "usage: write_large_sample FOLDER 5|6 SCALE\n"
        "       write_large_sample FOLDER 8 COSTUMES\n",
        stderr);
    return 2;
  }
  const auto version = static_cast<wardrobe::Version>(number);
  const auto size = static_cast<unsigned>(scale);
  const wardrobe::GameFiles files =
      is_large ? wardrobe::write_game(wardrobe::large_game_rooms(size), version, 0)
               : wardrobe::write_game(wardrobe::large_sample_rooms(version, size), version,
                                      wardrobe::kXorKey);
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  return write(folder / (is_large ? "SAMPLE.LA0" : "SAMPLE.000"), files.index) &&
                 write(folder / (is_large ? "SAMPLE.LA1" : "SAMPLE.001"), files.disks[0])
             ? 0
             : 2;
}
