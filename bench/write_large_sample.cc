// Writes copies of the sample as one large game, their pictures ZOOM times as wide and high. Usage:
//   write_large_sample FOLDER 5|6|8 COPIES ZOOM

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/versions.h"
#include "tools/sample/sample.h"

namespace {

void write(const std::filesystem::path& path, wardrobe::Bytes bytes) {
  std::ofstream file(path, std::ios::binary);
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const auto version = static_cast<wardrobe::Version>(std::atoi(arguments[2]));
  const auto copies = static_cast<unsigned>(std::atoi(arguments[3]));
  const auto zoom = static_cast<unsigned>(std::atoi(arguments[4]));
  const bool is_v8 = version == wardrobe::Version::v8;
  const wardrobe::GameFiles files = wardrobe::write_game(
      wardrobe::sample_rooms(version, copies, zoom), version, is_v8 ? 0 : wardrobe::kXorKey);
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  write(folder / (is_v8 ? "SAMPLE.LA0" : "SAMPLE.000"), files.index);
  write(folder / (is_v8 ? "SAMPLE.LA1" : "SAMPLE.001"), files.disks[0]);
}
