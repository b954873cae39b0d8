#include "formats/archive/archive.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(Archive, GivesBackTablesPixelsAndBackgrounds) {
  const SmallArchive small = small_room_archive();
  const Result<Archive> archive = open_bytes(write_archive(small));
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(same_tables(archive->tables(), small.tables));
  const Result<Bytes> background = archive->read_background(0);
  ASSERT_TRUE(background);
  EXPECT_TRUE(std::ranges::equal(*background, small.backgrounds));
  EXPECT_EQ(archive->read_background(1)->size(), 0u);
  const Offsets64& offset = small.tables.pictures.pixel_offset;
  for (uint32_t row = 0; row < offset.rows(); ++row) {
    const Result<Bytes> picture = archive->read_picture(row);
    ASSERT_TRUE(picture);
    EXPECT_TRUE(std::ranges::equal(*picture, elements_at(offset, small.pixels, row))) << row;
  }
  EXPECT_TRUE(archive->verify());
}

TEST(Archive, ReadsBackgroundsOfSeveralFrames) {
  SmallArchive small = small_room_archive();
  Rooms& rooms = small.tables.rooms;
  rooms.width[1] = 4000;
  rooms.height[1] = 3000;
  small.backgrounds.resize(60 + 12'000'000, 7);
  rooms.background_offset[2] = small.backgrounds.size();
  rooms.background_xxh64[1] = xxh64(Bytes(small.backgrounds).subspan(60));
  rooms.see_through.resize(2 + 500);
  rooms.see_through_offset[2] = 502;
  const Result<Archive> archive = open_bytes(write_archive(small));
  ASSERT_TRUE(archive) << archive.error().message;
  const Result<Bytes> background = archive->read_background(1);
  ASSERT_TRUE(background);
  EXPECT_TRUE(std::ranges::equal(*background, Bytes(small.backgrounds).subspan(60)));
  EXPECT_TRUE(archive->verify());
}

TEST(Archive, HoldsAGameWithoutPictures) {
  SmallArchive empty;
  empty.tables.game.version = {Version::v6};
  const std::vector<uint8_t> file = write_archive(empty.tables, empty.pixels);
  const Result<Archive> archive = open_bytes(file);
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->verify());
  EXPECT_TRUE(archive->tables().costumes.id.empty());
}

/// Returns a small archive with 40 incompressible pictures of 64 KiB each; they take ten zstd
/// frames.
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

/// Bytes that count how many of them are read.
class CountedBytes : public ByteSource {
 public:
  CountedBytes(Bytes bytes, uint64_t& read) : bytes_(open_memory(bytes)), read_(read) {}
  uint64_t size() const override { return bytes_->size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    read_ += out.size();
    return bytes_->read(offset, out);
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  uint64_t& read_;
};

TEST(Archive, ReadsEachPictureOnceAndOnlyWhenItIsAskedFor) {
  const SmallArchive large = large_archive();
  const std::vector<uint8_t> file = write_archive(large.tables, large.pixels);
  uint64_t read = 0;
  const Result<Archive> archive = Archive::open(std::make_unique<CountedBytes>(file, read));
  ASSERT_TRUE(archive);
  EXPECT_LT(read, 16384u) << "opening reads no pixels";
  const uint64_t opened = read;
  const Result<Bytes> picture = archive->read_picture(20);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->size(), 65536u);
  EXPECT_GT(read, opened);
  EXPECT_LT(read - opened, file.size() / 4) << "one frame";
  const uint64_t once = read;
  EXPECT_EQ(archive->read_picture(20)->data(), picture->data());
  EXPECT_EQ(read, once);
}

TEST(Archive, VerifiesByReadingTheFileAndThePixelsOnce) {
  const SmallArchive large = large_archive();
  const std::vector<uint8_t> file = write_archive(large.tables, large.pixels);
  uint64_t read = 0;
  const Result<Archive> archive = Archive::open(std::make_unique<CountedBytes>(file, read));
  ASSERT_TRUE(archive);
  read = 0;
  EXPECT_TRUE(archive->verify());
  EXPECT_LE(read, 2 * file.size());
}

TEST(Archive, ADamagedFrameIsAnErrorEachTimeAndTheOthersAreNot) {
  const SmallArchive large = large_archive();
  std::vector<uint8_t> file = write_archive(large.tables, large.pixels);
  const SeekTable frames = *read_seek_table(*open_memory(file));
  file[frames.file_offset.back() - 1] ^= 1;
  const Result<Archive> archive = open_bytes(file);
  ASSERT_TRUE(archive);
  for (int time = 0; time < 2; ++time) {
    const Result<Bytes> damaged = archive->read_picture(41);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, ErrorCode::damaged);
    EXPECT_TRUE(archive->read_picture(0));
  }
}

TEST(Archive, NoticesEveryByteChangedAndNeverGivesOtherTables) {
  const SmallArchive small = small_room_archive();
  std::vector<uint8_t> file = write_archive(small);
  for (size_t at = 0; at < file.size(); ++at) {
    for (const uint8_t flip : {0x01, 0x80, 0xFF}) {
      file[at] ^= flip;
      const Result<Archive> archive = open_bytes(file);
      if (archive) {
        EXPECT_FALSE(archive->verify()) << "byte " << at;
        EXPECT_TRUE(same_tables(archive->tables(), small.tables)) << "byte " << at;
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
    EXPECT_FALSE(open_bytes(cut)) << size << " bytes";
  }
}

static_assert(std::is_move_constructible_v<Archive> && !std::is_copy_constructible_v<Archive>,
              "an archive owns the bytes of its file");

TEST(Archive, ReadsOnAfterItWasMoved) {
  const SmallArchive small = small_archive();
  Result<Archive> opened = open_bytes(write_archive(small.tables, small.pixels));
  ASSERT_TRUE(opened);
  Archive archive = *std::move(opened);
  EXPECT_TRUE(archive.verify());
  EXPECT_TRUE(same_tables(archive.tables(), small.tables));
}

/// Returns a file of zstd frames: `directory` in one of its own, then one for each of `rest`.
std::vector<uint8_t> file_of(Bytes directory, const std::vector<std::vector<uint8_t>>& rest) {
  std::vector<ZstdFrame> frames(1 + rest.size());
  ZstdCompressor compressor;
  EXPECT_TRUE(compressor.compress(directory, 3, frames[0]));
  for (size_t i = 0; i < rest.size(); ++i) {
    EXPECT_TRUE(compressor.compress(rest[i], 3, frames[i + 1]));
  }
  return build_file(frames);
}

/// Sets the count and the offset of column `name` in the image's directory.
void patch_entry(ImageHead& image, std::string_view name, uint64_t count, uint64_t offset) {
  for (size_t at = kImageHeaderSize; at < image.directory_end; at += kDirectoryEntrySize) {
    const std::string_view entry(reinterpret_cast<const char*>(image.head.data()) + at);
    if (entry.substr(0, kColumnNameSize) != name) continue;
    ByteWriter writer(image.head);
    for (const auto& [where, value] : {std::pair{at + 48, count}, std::pair{at + 56, offset}}) {
      writer.patch_u64(where, value);
    }
  }
}

/// Returns an archive whose column failures.error claims `zeros` bytes. They are in zstd frames of
/// a few hundred bytes, each of which decompresses to 8 MiB. Only backgrounds and pixels follow the
/// column.
std::vector<uint8_t> bomb(uint64_t zeros) {
  ImageHead image = write_image_head(small_archive().tables);
  const std::vector<uint8_t> tables(
      image.head.begin() + static_cast<ptrdiff_t>(image.directory_end), image.head.end());
  image.size = image.head.size() + zeros;
  patch_entry(image, "failures.error", zeros, image.head.size());
  for (const char* name : {"backgrounds", "pixels"}) patch_entry(image, name, 0, image.size);
  ByteWriter(image.head).patch_u64(16, image.size);
  std::vector<std::vector<uint8_t>> rest{tables};
  rest.resize(1 + zeros / kMaxFrameSize, std::vector<uint8_t>(kMaxFrameSize));
  return file_of(Bytes(image.head).first(image.directory_end), rest);
}

TEST(Archive, RefusesABombBeforeItDecompressesTables) {
  const std::vector<uint8_t> file = bomb(256 << 20);
  ASSERT_LT(file.size(), 16u << 10);
  const Result<Archive> archive = open_bytes(file);
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, ErrorCode::limit);
  EXPECT_EQ(archive.error().message,
            "the tables have 256 MiB; an archive of this size may have at most " +
                std::to_string(64 + file.size() / 32768) + " MiB of them");
}

/// Returns entry `entry` of the image's directory; -1 is the last one.
uint8_t* entry_at(ImageHead& image, ptrdiff_t entry) {
  const size_t start = entry < 0 ? image.directory_end : kImageHeaderSize;
  return image.head.data() + static_cast<ptrdiff_t>(start) +
         entry * static_cast<ptrdiff_t>(kDirectoryEntrySize);
}

TEST(Archive, RefusesADirectoryThatIsNotThatOfTheFormat) {
  const char* const last = "the last columns of the image are not backgrounds and pixels";
  struct Case {
    const char* what;
    std::function<void(ImageHead&)> change;
    const char* message;
  };
  const Case cases[] = {
      {"a column less", [](ImageHead& image) { entry_at(image, 1)[0] = 'G'; },
       "column game.index_entries is missing"},
      {"another type", [](ImageHead& image) { entry_at(image, 6)[kColumnNameSize] = 2; },
       "column game.evidence has a wrong type"},
      {"pixels of another type", [](ImageHead& image) { entry_at(image, -1)[kColumnNameSize] = 2; },
       last},
      {"backgrounds of another type",
       [](ImageHead& image) { entry_at(image, -2)[kColumnNameSize] = 5; }, last},
      {"backgrounds elsewhere",
       [](ImageHead& image) {
         std::fill_n(entry_at(image, -3), kColumnNameSize, uint8_t{0});
         std::copy_n("backgrounds", 12, entry_at(image, -3));
         entry_at(image, -2)[0] = 'x';
       },
       last}};
  for (const Case& one : cases) {
    ImageHead image = write_image_head(Tables{});
    one.change(image);
    const Result<Archive> archive =
        open_bytes(file_of(Bytes(image.head).first(image.directory_end),
                           {std::vector<uint8_t>(image.size - image.directory_end)}));
    ASSERT_FALSE(archive) << one.what;
    EXPECT_EQ(archive.error().message, one.message) << one.what;
  }
}

TEST(Archive, VerifiesFramesThatNoColumnIsIn) {
  const SmallArchive small = small_archive();
  ImageHead image = write_image_head(small.tables);
  const std::vector<uint8_t> tables(
      image.head.begin() + static_cast<ptrdiff_t>(image.directory_end), image.head.end());
  ByteWriter(image.head).patch_u32(16, static_cast<uint32_t>(image.size + 4096));
  const std::vector<uint8_t> file = file_of(Bytes(image.head).first(image.directory_end),
                                            {tables, small.pixels, std::vector<uint8_t>(4096)});
  Result<Archive> right = open_bytes(file);
  ASSERT_TRUE(right);
  EXPECT_TRUE(right->verify());
  std::vector<uint8_t> wrong = file;
  wrong[right->seek_table().file_offset[4] - 1] ^= 1;  // the checksum in the last frame
  const uint64_t hash = xxh64(Bytes(wrong).first(32), Bytes(wrong).subspan(40));
  ByteWriter(wrong).patch_u64(32, hash);
  const Result<Archive> archive = open_bytes(wrong);
  ASSERT_TRUE(archive);
  const Status verified = archive->verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message.find("a zstd frame does not decompress"), 0u)
      << verified.error().message;
}

TEST(Archive, NoticesPixelsThatAreNotThoseInTheTable) {
  SmallArchive small = small_room_archive();
  const auto verified = [&] { return open_bytes(write_archive(small))->verify().error().message; };
  small.tables.rooms.background_xxh64[0] ^= 1;
  EXPECT_EQ(verified(), "the background of room 12 does not have the hash in the table");
  small.tables.rooms.background_xxh64[0] ^= 1;
  small.tables.pictures.xxh64[1] ^= 1;
  EXPECT_EQ(verified(), "picture 1 does not have the hash in the table");
}

}  // namespace
}  // namespace wardrobe
