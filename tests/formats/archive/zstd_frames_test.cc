#include "formats/archive/zstd_frames.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(CutFrames, ClosesAPixelFrameAtTheFirstPictureBehind256KiB) {
  Image image;
  image.directory_end = 128;
  image.head.resize(1024);
  const Column<uint64_t> pixel_offset = {0,          200 * 1024, 300 * 1024,
                                         301 * 1024, 600 * 1024, 601 * 1024};
  image.size = image.head.size() + pixel_offset.back();
  EXPECT_EQ(
      cut_frames(image, pixel_offset),
      (std::vector<uint64_t>{0, 128, 1024, 1024 + 300 * 1024, 1024 + 600 * 1024, image.size}));
}

TEST(CutFrames, CutsTablesEvery256KiB) {
  Image image;
  image.directory_end = 64;
  image.head.resize(64 + 600 * 1024);
  image.size = image.head.size();
  EXPECT_EQ(cut_frames(image, {0}),
            (std::vector<uint64_t>{0, 64, 64 + 256 * 1024, 64 + 512 * 1024, 64 + 600 * 1024}));
}

TEST(BuildFile, IsAStandardZstdFileOfTheImage) {
  const SmallArchive small = small_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  std::vector<uint8_t> expected = build_image(small.tables).head;
  expected.insert(expected.end(), small.pixels.begin(), small.pixels.end());
  std::vector<uint8_t> inflated(expected.size() + 1);
  const size_t size = ZSTD_decompress(inflated.data(), inflated.size(), file.data(), file.size());
  ASSERT_EQ(ZSTD_isError(size), 0u) << ZSTD_getErrorName(size);
  inflated.resize(size);
  EXPECT_EQ(inflated, expected);
}

TEST(BuildFile, HoldsTheHashOfEveryOtherByte) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  EXPECT_TRUE(file_hash_matches(file));
  for (size_t at = 0; at < file.size(); ++at) {
    file[at] ^= 0x10;
    EXPECT_FALSE(file_hash_matches(file)) << "byte " << at;
    file[at] ^= 0x10;
  }
}

TEST(ReadFrameTable, RefusesFramesThatClaimMoreThanTheyCanHold) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  constexpr size_t kFooter = 9;
  constexpr size_t kEntry = 12;
  // The top byte of the last frame's inflated size: 16 MiB and more.
  file[file.size() - kFooter - kEntry + 7] = 1;
  const Result<FrameTable> table = read_frame_table(file);
  ASSERT_FALSE(table);
  EXPECT_NE(table.error().message.find("cannot inflate"), std::string::npos);
}

TEST(ReadFrameTable, TellsWhatIsNotAnArchiveFromWhatIsDamaged) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  EXPECT_TRUE(looks_like_archive(file));
  EXPECT_FALSE(looks_like_archive({}));
  EXPECT_FALSE(looks_like_archive(Bytes(file).subspan(40)));
  EXPECT_EQ(read_frame_table({}).error().code, ErrorCode::unknown_format);
  file.pop_back();
  EXPECT_TRUE(looks_like_archive(file));
  EXPECT_EQ(read_frame_table(file).error().code, ErrorCode::truncated);
}

}  // namespace
}  // namespace wardrobe
