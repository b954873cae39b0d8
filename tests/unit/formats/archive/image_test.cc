#include <gtest/gtest.h>

#include "formats/archive/file.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

constexpr size_t kFirstEntry = kImageHeaderSize;

Result<std::vector<ColumnEntry>> directory_of(const ImageHead& image) {
  return read_directory(Bytes(image.head).first(image.directory_end), image.size);
}

TEST(Image, HasAlignedColumnsInOrderAndPixelsLast) {
  const ImageHead image = write_image_head(small_archive().tables);
  const auto columns = directory_of(image);
  ASSERT_TRUE(columns) << columns.error().message;
  uint64_t previous = 0;
  for (const ColumnEntry& column : *columns) {
    EXPECT_EQ(column.offset % 64, 0u) << column.name;
    EXPECT_GE(column.offset, previous) << column.name;
    previous = column.offset;
  }
  EXPECT_EQ(columns->back().name, "pixels");
  EXPECT_EQ(columns->back().offset, image.head.size());
  EXPECT_EQ(columns->back().offset + columns->back().count, image.size);
  EXPECT_EQ(image.directory_end, 64 + 64 * columns->size());
}

/// Reads the directory of the small archive's image after the byte at `at` was set to `value`.
Result<std::vector<ColumnEntry>> read_with(size_t at, uint8_t value) {
  ImageHead image = write_image_head(small_archive().tables);
  image.head[at] = value;
  return directory_of(image);
}

TEST(ReadDirectory, RefusesWhatContradictsTheFormat) {
  EXPECT_FALSE(read_with(0, 'X')) << "magic";
  EXPECT_EQ(read_with(8, 3).error().message,
            "this archive has format version 3; this program reads version 2");
  EXPECT_EQ(read_with(8, 1).error().message,
            "this archive was made by a version before the first release; pack again");
  EXPECT_EQ(read_with(8, 1).error().code, ErrorCode::unknown_format);
  EXPECT_FALSE(read_with(14, 1)) << "more columns than there is room for";
  EXPECT_FALSE(read_with(16, 0)) << "size";
  EXPECT_FALSE(read_with(63, 1)) << "reserved bytes of the header";
  EXPECT_FALSE(read_with(kFirstEntry, 0)) << "no name";
  EXPECT_FALSE(read_with(kFirstEntry + 39, 'x')) << "a name with a hole";
  EXPECT_FALSE(read_with(kFirstEntry + 44, 1)) << "reserved bytes of an entry";
  EXPECT_FALSE(read_with(kFirstEntry + 52, 1)) << "more elements than the image has";
  EXPECT_FALSE(read_with(kFirstEntry + 57, 0)) << "inside the directory";
}

TEST(ImageSize, OfTablesIsLimitedByTheSizeOfTheFileAndAltogether) {
  constexpr uint64_t kMiB = 1 << 20;
  const auto check = [](uint64_t head, uint64_t file) {
    return check_image_size(head, head, file);
  };
  EXPECT_TRUE(check(64 * kMiB, 0));
  EXPECT_FALSE(check(64 * kMiB + 1, 0));
  EXPECT_TRUE(check(64 * kMiB + 32, 1));
  EXPECT_TRUE(check(384 * kMiB, 10 * kMiB));
  EXPECT_EQ(check(384 * kMiB + 1, 1024 * kMiB).error().code, ErrorCode::limit);
}

TEST(ImageSize, OfPixelsIsLimitedByTheSizeOfTheFileAndAltogether) {
  constexpr uint64_t kMiB = 1 << 20;
  EXPECT_TRUE(check_image_size(kMiB, 129 * kMiB, 0));
  EXPECT_FALSE(check_image_size(kMiB, 129 * kMiB + 1, 0));
  EXPECT_TRUE(check_image_size(kMiB, 129 * kMiB + 64, 1));
  constexpr uint64_t kMost = 16 * 1024 * kMiB;
  EXPECT_TRUE(check_image_size(kMiB, kMiB + kMost, 256 * kMiB));
  EXPECT_FALSE(check_image_size(kMiB, kMiB + kMost + 1, 1024 * kMiB));
}

TEST(ReadDirectory, RefusesAColumnThatEndsOneElementPastTheImage) {
  ImageHead image = write_image_head(small_archive().tables);
  ByteWriter writer(image.head);
  const size_t count_at = image.directory_end - 16;
  writer.patch_u32(count_at, ByteReader(image.head, count_at).u32() + 1);
  EXPECT_FALSE(directory_of(image));
}

TEST(ReadDirectory, RefusesAColumnThatIsNotAligned) {
  ImageHead image = write_image_head(small_archive().tables);
  image.head[kFirstEntry + 56] += 1;
  EXPECT_FALSE(directory_of(image)) << "behind the directory, and before the second column";
}

TEST(ReadDirectory, RefusesANameThatStandsTwice) {
  ImageHead image = write_image_head(small_archive().tables);
  std::copy_n(image.head.begin() + kFirstEntry, kColumnNameSize,
              image.head.begin() + kFirstEntry + kDirectoryEntrySize);
  EXPECT_FALSE(directory_of(image));
}

TEST(ReadDirectory, ReadsLaterMinorVersionsAndSkipsTypesItDoesNotKnow) {
  const auto before = read_with(10, 0);
  const auto later = read_with(10, 7);
  ASSERT_TRUE(before && later);
  EXPECT_EQ(later->size(), before->size());
  EXPECT_FALSE(read_with(kFirstEntry + 40, 99)) << "a column that this version knows";
  ImageHead image = write_image_head(small_archive().tables);
  image.head[kFirstEntry] = 'G';
  image.head[kFirstEntry + 40] = 99;
  const auto unknown = directory_of(image);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->size(), before->size() - 1);
  image.head[image.directory_end - kDirectoryEntrySize] = 'x';
  image.head[image.directory_end - kDirectoryEntrySize + kColumnNameSize] = 99;
  EXPECT_FALSE(directory_of(image)) << "the last column";
}

TEST(ReadDirectory, SurvivesEveryTruncation) {
  const ImageHead image = write_image_head(small_archive().tables);
  EXPECT_FALSE(read_directory(image.head, image.size)) << "more than the directory";
  for (size_t size = 0; size < image.directory_end; ++size) {
    const std::vector<uint8_t> cut(image.head.begin(),
                                   image.head.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(read_directory(cut, image.size));
  }
}

}  // namespace
}  // namespace wardrobe
