#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <zstd.h>

#include "formats/archive/file.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(BuildFile, IsAStandardZstdFileOfTheImage) {
  const SmallArchive small = small_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  std::vector<uint8_t> expected = write_image_head(small.tables).head;
  expected.insert(expected.end(), small.pixels.begin(), small.pixels.end());
  std::vector<uint8_t> decompressed(expected.size() + 1);
  const size_t size =
      ZSTD_decompress(decompressed.data(), decompressed.size(), file.data(), file.size());
  ASSERT_EQ(ZSTD_isError(size), 0u) << ZSTD_getErrorName(size);
  decompressed.resize(size);
  EXPECT_EQ(decompressed, expected);
}

TEST(BuildFile, HoldsTheHashOfEveryOtherByte) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  EXPECT_TRUE(check_file_hash(*open_memory(file)));
  for (size_t at = 0; at < file.size(); ++at) {
    file[at] ^= 0x10;
    EXPECT_FALSE(check_file_hash(*open_memory(file))) << "byte " << at;
    file[at] ^= 0x10;
  }
}

TEST(ReadFrameTable, RefusesFramesThatClaimMoreThanTheyCanHold) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  constexpr size_t kFooter = 9;
  constexpr size_t kEntry = 12;
  // Sets the top byte of the last zstd frame's decompressed size, which now claims at least 16 MiB.
  file[file.size() - kFooter - kEntry + 7] = 1;
  const Result<SeekTable> table = read_seek_table(*open_memory(file));
  ASSERT_FALSE(table);
  EXPECT_NE(table.error().message.find("cannot decompress"), std::string::npos);
}

constexpr const char* kCut = "the seek table at the end of the file is damaged";

/// Returns the error of read_seek_table for the small archive after one byte was changed: the one
/// `from_end` before the end of the file, or at `-from_end` if that is not negative.
std::string message_after_change(ptrdiff_t from_end) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  (from_end > 0 ? file.end()[-from_end] : file[static_cast<size_t>(-from_end)]) ^= 1;
  const Result<SeekTable> table = read_seek_table(*open_memory(file));
  return table ? "" : table.error().message;
}

TEST(ReadFrameTable, RefusesEveryFieldThatIsNotAsItMustBe) {
  EXPECT_EQ(message_after_change(-20), "the leading frame uses reserved bytes");
  EXPECT_EQ(message_after_change(-16),
            "this archive has format version 3; this program reads version 2");
  EXPECT_EQ(message_after_change(1), kCut) << "the footer's magic number";
  EXPECT_EQ(message_after_change(5), kCut) << "the descriptor";
  EXPECT_EQ(message_after_change(9), kCut) << "the number of entries";
  EXPECT_EQ(message_after_change(9 + 12), kCut) << "the size of the last frame";
  // The file has three zstd frames: header and directory, tables, pixels.
  EXPECT_EQ(message_after_change(9 + 3 * 12 + 4), kCut) << "the leading frame's checksum";
  EXPECT_EQ(message_after_change(9 + 3 * 12 + 8), kCut) << "the leading frame's decompressed size";
}

/// Reads the seek table of a file with one zstd frame: `size` arbitrary bytes that claim to
/// decompress to `decompressed` bytes.
Result<SeekTable> table_of(size_t size, uint32_t decompressed) {
  const std::vector<ZstdFrame> frames = {{std::vector<uint8_t>(size), decompressed}};
  const std::vector<uint8_t> file = build_file(frames);
  return read_seek_table(*open_memory(file));
}

TEST(ReadFrameTable, LimitsWhatAFrameMayDecompressTo) {
  EXPECT_TRUE(table_of(1000, 8 << 20));
  EXPECT_FALSE(table_of(1000, (8 << 20) + 1));
  EXPECT_TRUE(table_of(20, 20 * 32768));
  EXPECT_FALSE(table_of(20, 20 * 32768 + 1));
}

TEST(DecompressFrame, ChecksTheChecksumInTheSeekTable) {
  const SmallArchive small = small_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  Result<SeekTable> table = read_seek_table(*open_memory(file));
  ASSERT_TRUE(table);
  std::vector<uint8_t> out(table->frame_size(1));
  EXPECT_TRUE(ZstdDecompressor().decompress(*open_memory(file), *table, 1, out));
  table->checksum[1] ^= 1;
  const Status done = ZstdDecompressor().decompress(*open_memory(file), *table, 1, out);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "a zstd frame differs from its size or checksum in the seek table");
}

TEST(DecompressFrame, RefusesAFrameWithoutAChecksum) {
  const std::vector<uint8_t> content(100, 7);
  ZstdFrame frame{std::vector<uint8_t>(200), 100};
  frame.bytes.resize(ZSTD_compress(frame.bytes.data(), 200, content.data(), content.size(), 3));
  const std::vector<uint8_t> file = build_file({frame});
  Result<SeekTable> table = read_seek_table(*open_memory(file));
  ASSERT_TRUE(table);
  table->checksum[0] = static_cast<uint32_t>(xxh64(content));
  std::vector<uint8_t> out(content.size());
  const Status done = ZstdDecompressor().decompress(*open_memory(file), *table, 0, out);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "not a single zstd frame with a checksum");
}

TEST(DecompressFrame, AllowsWindowsUpToTheSizeOfTheLargestFrame) {
  const std::vector<uint8_t> content(100, 7);
  ZstdFrame frame{std::vector<uint8_t>(200), 100};
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);  // So it states a window.
  frame.bytes.resize(
      ZSTD_compress2(context, frame.bytes.data(), 200, content.data(), content.size()));
  ZSTD_freeCCtx(context);
  const auto reads = [&](uint8_t window) {
    frame.bytes[5] = window;  // an exponent, from 1 KiB on, and eighths
    const std::vector<uint8_t> file = build_file({frame});
    const Result<SeekTable> table = read_seek_table(*open_memory(file));
    std::vector<uint8_t> out(content.size());
    return table && ZstdDecompressor().decompress(*open_memory(file), *table, 0, out) &&
           out == content;
  };
  EXPECT_TRUE(reads(13 << 3)) << "8 MiB";
  EXPECT_FALSE(reads(13 << 3 | 1)) << "9 MiB";
}

TEST(ReadFrameTable, RefusesAnEmptyFrame) {
  ZstdFrame frame;
  ASSERT_TRUE(ZstdCompressor().compress({}, 3, frame));
  const Result<SeekTable> table = read_seek_table(*open_memory(build_file({frame})));
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message,
            "a frame of 13 bytes cannot decompress to 0 bytes, as the seek table says");
}

TEST(ReadFrameTable, TellsWhatIsNotAnArchiveFromWhatIsDamaged) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  EXPECT_TRUE(looks_like_archive(*open_memory(file)));
  EXPECT_FALSE(looks_like_archive(*open_memory({})));
  EXPECT_FALSE(looks_like_archive(*open_memory(Bytes(file).subspan(40))));
  EXPECT_EQ(read_seek_table(*open_memory({})).error().code, ErrorCode::unknown_format);
  file.pop_back();
  EXPECT_TRUE(looks_like_archive(*open_memory(file)));
  EXPECT_EQ(read_seek_table(*open_memory(file)).error().code, ErrorCode::truncated);
}

}  // namespace
}  // namespace wardrobe
