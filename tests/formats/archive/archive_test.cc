#include "formats/archive/archive.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(Archive, GivesBackTablesAndPixels) {
  const SmallArchive small = small_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  Result<Archive> archive = Archive::open(file);
  ASSERT_TRUE(archive) << archive.error().message;
  const Result<Tables> tables = archive->read_tables();
  ASSERT_TRUE(tables) << tables.error().message;
  EXPECT_TRUE(same_tables(*tables, small.tables));
  std::vector<uint8_t> picture;
  ASSERT_TRUE(archive->read_picture(tables->pictures, 1, picture));
  EXPECT_TRUE(std::ranges::equal(picture, Bytes(small.pixels).subspan(16 * 20)));
  EXPECT_TRUE(archive->verify());
}

TEST(Archive, HoldsAGameWithoutPictures) {
  SmallArchive empty;
  const std::vector<uint8_t> file = write_archive(empty.tables, empty.pixels);
  Result<Archive> archive = Archive::open(file);
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->verify());
  EXPECT_TRUE(archive->read_tables()->costumes.id.empty());
}

/// 40 pictures of 64 KiB that do not compress: ten frames of pixels.
SmallArchive large_archive() {
  SmallArchive large = small_archive();
  std::mt19937 random(7);
  for (uint32_t i = 0; i < 40; ++i) {
    large.add_picture(256, 256, 0);
    std::generate_n(large.pixels.end() - 65536, 65536,
                    [&] { return static_cast<uint8_t>(random() % 16); });
    large.tables.pictures.xxh64.back() = xxh64(Bytes(large.pixels).last(65536));
    large.add_costume(static_cast<uint16_t>(10 + i), 0, {2 + i});
  }
  return large;
}

TEST(Archive, ReadsOneCostumeByInflatingLittle) {
  const SmallArchive large = large_archive();
  const std::vector<uint8_t> file = write_archive(large.tables, large.pixels);
  Result<Archive> archive = Archive::open(file);
  ASSERT_TRUE(archive);
  EXPECT_LE(archive->inflated_bytes(), 8192u) << "opening inflates header and directory only";
  const Result<Tables> tables = archive->read_tables();
  ASSERT_TRUE(tables);
  const uint64_t before = archive->inflated_bytes();
  EXPECT_LT(before, 32u * 1024) << "tables only";
  std::vector<uint8_t> picture;
  ASSERT_TRUE(archive->read_picture(tables->pictures, 20, picture));
  EXPECT_EQ(picture.size(), 65536u);
  EXPECT_LE(archive->inflated_bytes() - before, kFrameSize + 65536) << "one frame of ten";
  ASSERT_TRUE(archive->read_picture(tables->pictures, 20, picture));
  EXPECT_LE(archive->inflated_bytes() - before, kFrameSize + 65536) << "and not again";
}

TEST(Archive, NoticesEveryByteChangedAndNeverGivesOtherTables) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  for (size_t at = 0; at < file.size(); ++at) {
    for (const uint8_t flip : {0x01, 0x80, 0xFF}) {
      file[at] ^= flip;
      Result<Archive> archive = Archive::open(file);
      if (archive) {
        EXPECT_FALSE(archive->verify()) << "byte " << at;
        const Result<Tables> tables = archive->read_tables();
        if (tables) {
          EXPECT_TRUE(same_tables(*tables, small.tables)) << "byte " << at;
        }
      }
      file[at] ^= flip;
    }
  }
}

TEST(Archive, RefusesEveryTruncation) {
  const SmallArchive small = small_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  for (size_t size = 0; size < file.size(); ++size) {
    const std::vector<uint8_t> cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(Archive::open(cut)) << size << " bytes";
  }
}

TEST(Archive, NoticesAPictureThatIsNotTheOneInTheTable) {
  SmallArchive small = small_archive();
  small.tables.pictures.xxh64[1] ^= 1;
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  Result<Archive> archive = Archive::open(file);
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->read_tables());
  EXPECT_EQ(archive->verify().error().message, "picture 1 does not have the hash in the table");
}

}  // namespace
}  // namespace wardrobe
