#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

// Returns a golden archive. There is one of each format version, kept forever: FORMAT.md
// "Versions". Each was written by write_archive when its version was published: 1.0 from
// small_archive(), 1.1 from small_akos_archive(), 1.2 from small_room_archive(), 1.3 from
// small_old_archive() and 1.4 from small_hashed_archive().
std::vector<uint8_t> golden(const char* name) {
  std::ifstream file(std::string(WARDROBE_GOLDEN_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_read(const char* name, const SmallArchive& small) {
  const std::vector<uint8_t> file = golden(name);
  const Result<Archive> archive = Archive::open(open_memory(file));
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(same_tables(archive->tables(), small.tables));
  EXPECT_TRUE(archive->verify());
}

TEST(Golden, Version1_0IsReadAsItWasWritten) { expect_read("v1.0.wardrobe", small_archive()); }

TEST(Golden, Version1_1IsReadAsItWasWritten) { expect_read("v1.1.wardrobe", small_akos_archive()); }

TEST(Golden, Version1_2IsReadAsItWasWritten) {
  const SmallArchive small = small_room_archive();
  expect_read("v1.2.wardrobe", small);
  const std::vector<uint8_t> file = golden("v1.2.wardrobe");
  const Result<Archive> archive = Archive::open(open_memory(file));
  ASSERT_TRUE(archive);
  const Result<Bytes> background = archive->read_background(0);
  ASSERT_TRUE(background);
  EXPECT_TRUE(std::ranges::equal(*background, small.backgrounds));
}

TEST(Golden, Version1_3IsReadAsItWasWritten) { expect_read("v1.3.wardrobe", small_old_archive()); }

TEST(Golden, Version1_4IsReadAsItWasWritten) {
  expect_read("v1.4.wardrobe", small_hashed_archive());
}

TEST(Golden, Version1_4IsStillTheImageThatIsWritten) {
  const std::vector<uint8_t> bytes = golden("v1.4.wardrobe");
  const std::unique_ptr<ByteSource> file = open_memory(bytes);
  const Result<SeekTable> frames = read_seek_table(*file);
  ASSERT_TRUE(frames);
  std::vector<uint8_t> image;
  std::vector<uint8_t> frame;
  for (size_t i = 0; i < frames->count(); ++i) {
    frame.resize(frames->frame_size(i));
    ASSERT_TRUE(ZstdDecompressor().decompress(*file, *frames, i, frame));
    image.insert(image.end(), frame.begin(), frame.end());
  }
  EXPECT_EQ(image, write_image(small_hashed_archive()));
}

}  // namespace
}  // namespace wardrobe
