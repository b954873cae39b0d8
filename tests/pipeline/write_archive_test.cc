#include "pipeline/write_archive.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// Writes an archive on one thread or more; returns where its zstd frames start in the image.
std::vector<uint64_t> cuts_of(const SmallArchive& small) {
  std::vector<Bytes> pixels;
  const Offsets64& offset = small.tables.pictures.pixel_offset;
  for (size_t row = 0; row < offset.rows(); ++row) {
    pixels.push_back(Bytes(small.pixels).subspan(offset[row], offset[row + 1] - offset[row]));
  }
  Progress progress;
  const auto file = write_archive(small.tables, small.backgrounds, pixels, 1, progress);
  EXPECT_TRUE(file);
  const Result<Archive> archive = Archive::open(open_memory(*file));
  EXPECT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(archive->verify());
  return archive->seek_table().image_offset;
}

TEST(WriteArchive, PutsAsManyPicturesIntoAFrameAsFitInto512KiB) {
  SmallArchive small;
  const uint16_t heights[] = {300, 200, 12, 1, 600, 100};  // times 1 KiB
  std::vector<uint32_t> rows(std::size(heights));
  std::iota(rows.begin(), rows.end(), 0u);
  for (const uint16_t height : heights) small.add_picture(1024, height, 0);
  small.tables.game.version = {Version::v6};
  append_text(small.tables.sources.name_offset, small.tables.sources.name, "GAME.000");
  for_each_column_of(small.tables.sources, [](std::string_view name, auto& column, const auto*) {
    if (!name.starts_with("sources.name")) column.push_back(0);
  });
  small.add_costume(1, kNone, rows);
  small.tables.costumes.source[0] = 0;
  const ImageHead image = write_image_head(small.tables);
  std::vector<uint64_t> expected{0, image.directory_end, image.pixels_at};
  for (const uint64_t kib : {512, 513, 1113, 1213})
    expected.push_back(image.pixels_at + (kib << 10));
  EXPECT_EQ(cuts_of(small), expected);
}

TEST(WriteArchive, GivesEveryBackgroundFramesOfItsOwn) {
  SmallArchive small = small_room_archive();
  Rooms& rooms = small.tables.rooms;
  rooms.width[1] = 4096;
  rooms.height[1] = 1500;
  const uint64_t size = uint64_t{4096} * 1500;
  small.backgrounds.resize(60 + size, 7);
  rooms.background_offset[2] = small.backgrounds.size();
  rooms.background_xxh64[1] = xxh64(Bytes(small.backgrounds).subspan(60));
  rooms.see_through.resize(2 + 512);
  rooms.see_through_offset[2] = 2 + 512;
  const ImageHead image = write_image_head(small.tables);
  const uint64_t at = image.head.size();
  ASSERT_GT(image.pixels_at, at + 60 + size) << "zeros before the pixels";
  EXPECT_EQ(cuts_of(small),
            (std::vector<uint64_t>{0, image.directory_end, at, at + 60, at + 60 + (4 << 20),
                                   image.pixels_at, image.size}))
      << "the zeros belong to the last frame of backgrounds";
}

TEST(WriteArchive, CutsTablesEvery128KiB) {
  SmallArchive small = small_archive();
  Tables& tables = small.tables;
  tables.failures.error.resize(300 << 10);
  tables.failures.error_offset.back() = 300 << 10;
  const ImageHead image = write_image_head(tables);
  const std::vector<uint64_t> cuts = cuts_of(small);
  ASSERT_EQ(cuts.size(), 6u);
  EXPECT_EQ(cuts[2] - cuts[1], 128u << 10);
  EXPECT_EQ(cuts[3] - cuts[2], 128u << 10);
  EXPECT_EQ(cuts[4], image.head.size());
}

}  // namespace
}  // namespace wardrobe
