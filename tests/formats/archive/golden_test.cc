#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

// One archive of each format version, kept for ever: FORMAT.md "Versions". That of version 1.0 is
// write_archive(small_archive()) as it was when the version was published.
std::vector<uint8_t> golden(const char* name) {
  std::ifstream file(std::string(WARDROBE_GOLDEN_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Golden, Version1_0IsReadAsItWasWritten) {
  const std::vector<uint8_t> file = golden("v1.0.wardrobe");
  Result<Archive> archive = Archive::open(file);
  ASSERT_TRUE(archive) << archive.error().message;
  const Result<Tables> tables = archive->read_tables();
  ASSERT_TRUE(tables);
  EXPECT_TRUE(same_tables(*tables, small_archive().tables));
  EXPECT_TRUE(archive->verify());
}

}  // namespace
}  // namespace wardrobe
