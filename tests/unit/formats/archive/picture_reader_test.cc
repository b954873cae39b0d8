#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// An archive with more pixels than a reader keeps. Most of its pictures lie in two frames.
SmallArchive archive_of_many_frames() {
  SmallArchive large = small_archive();
  for (uint32_t i = 0; i < 120; ++i) {
    large.add_picture(300, static_cast<uint16_t>(300 + i % 7), static_cast<uint8_t>(i));
    large.add_costume(static_cast<uint16_t>(10 + i), 0, {2 + i});
  }
  return large;
}

TEST(PictureReader, ReadsEveryPictureInAnyOrder) {
  const std::vector<uint8_t> file = write_archive(archive_of_many_frames());
  const Result<Archive> archive = open_bytes(file);
  ASSERT_TRUE(archive);
  PictureReader reader(*archive);
  const auto pictures = static_cast<uint32_t>(archive->tables().pictures.width.size());
  for (const uint32_t step : {1u, pictures - 1, 37u, 0u}) {
    for (uint32_t i = 0; i < pictures; ++i) {
      const uint32_t picture = (5 + i * step) % pictures;
      const Result<Bytes> read = reader.read(picture);
      ASSERT_TRUE(read);
      ASSERT_TRUE(std::ranges::equal(*read, *archive->read_picture(picture))) << picture;
    }
  }
}

TEST(PictureReader, TellsOfDamageAndReadsTheOthers) {
  std::vector<uint8_t> file = write_archive(archive_of_many_frames());
  const uint64_t last = [&] {
    const SeekTable frames = *read_seek_table(*open_memory(file));
    return frames.file_offset[frames.count() - 1];
  }();
  file[last + 20] ^= 1;
  const Result<Archive> archive = open_bytes(file);
  ASSERT_TRUE(archive);
  PictureReader reader(*archive);
  const auto pictures = static_cast<uint32_t>(archive->tables().pictures.width.size());
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(reader.read(pictures - 1));
    EXPECT_TRUE(reader.read(5));
  }
  EXPECT_TRUE(check_pictures(reader, {0, 1, 2, 5, 2}));
  EXPECT_FALSE(check_pictures(reader, {0, pictures - 1, 1}));
}

}  // namespace
}  // namespace wardrobe
