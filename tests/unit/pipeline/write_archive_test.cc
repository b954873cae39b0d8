#include "pipeline/write_archive.h"

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// Writes an archive, in which each picture and each background is a piece; returns where its zstd
/// frames start in the image.
std::vector<uint64_t> cuts_of(const SmallArchive& small) {
  ArchiveWriter writer(1);
  const auto give = [](const Offsets64& offset, Bytes column, PixelSink& sink) {
    sink.start(offset.rows());
    for (size_t row = offset.rows(); row-- > 0;) {  // in any order
      const Bytes piece = column.subspan(offset[row], offset[row + 1] - offset[row]);
      if (!piece.empty()) sink.take(row, piece, 0);
    }
  };
  give(small.tables.pictures.pixel_offset, small.pixels, writer.pixels());
  give(small.tables.rooms.background_offset, small.backgrounds, writer.backgrounds());
  Progress progress;
  const auto file = writer.finish(small.tables, progress);
  EXPECT_TRUE(file);
  const Result<Archive> archive = Archive::open(open_memory(*file));
  EXPECT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(archive->verify());
  return archive->seek_table().image_offset;
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
                                   at + 60 + size, image.pixels_at, image.pixels_at + 320,
                                   image.pixels_at + 341, image.size}))
      << "the zeros are a frame of their own";
}

TEST(WriteArchive, CutsTablesEvery128KiB) {
  SmallArchive small = small_archive();
  Tables& tables = small.tables;
  tables.failures.error.resize(300 << 10);
  tables.failures.error_offset.back() = 300 << 10;
  const ImageHead image = write_image_head(tables);
  const std::vector<uint64_t> cuts = cuts_of(small);
  ASSERT_EQ(cuts.size(), 7u);
  EXPECT_EQ(cuts[2] - cuts[1], 128u << 10);
  EXPECT_EQ(cuts[3] - cuts[2], 128u << 10);
  EXPECT_EQ(cuts[4], image.head.size());
}

}  // namespace
}  // namespace wardrobe
