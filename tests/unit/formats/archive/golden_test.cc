#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

// Returns a golden archive. There is one of each format version, kept forever: FORMAT.md
// "Versions". Each was written from golden_archive() when its version was published.
std::vector<uint8_t> golden(const char* name) {
  std::ifstream file(std::string(WARDROBE_GOLDEN_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Golden, Version2_0IsReadAsItWasWritten) {
  const SmallArchive small = golden_archive();
  const Result<Archive> archive = open_bytes(golden("v2.0.wardrobe"));
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(same_tables(archive->tables(), small.tables));
  const Result<Bytes> background = archive->read_background(0);
  ASSERT_TRUE(background);
  EXPECT_TRUE(std::ranges::equal(*background, small.backgrounds));
  EXPECT_TRUE(archive->verify());
}

TEST(Golden, Version2_0IsStillTheImageThatIsWritten) {
  // To write it before its version is published: WARDROBE_WRITE_GOLDEN=1.
  if (std::getenv("WARDROBE_WRITE_GOLDEN") != nullptr) {
    const std::vector<uint8_t> file = write_archive(golden_archive());
    std::ofstream(WARDROBE_GOLDEN_DIR "/v2.0.wardrobe", std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()),
               static_cast<std::streamsize>(file.size()));
  }
  const std::vector<uint8_t> bytes = golden("v2.0.wardrobe");
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
  EXPECT_EQ(image, write_image(golden_archive()));
}

}  // namespace
}  // namespace wardrobe
