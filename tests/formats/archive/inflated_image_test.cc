#include "formats/archive/inflated_image.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "formats/byte_source.h"
#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// An image of 300 bytes in three zstd frames, cut at 100 and 180. It claims that its pixels start
/// at 140, inside the second one.
struct Fixture {
  std::vector<uint8_t> content = std::vector<uint8_t>(300);
  std::vector<uint8_t> file;
  std::unique_ptr<ByteSource> source;
  std::unique_ptr<InflatedImage> image;

  explicit Fixture(size_t damaged_frame = ~size_t{0}) {
    std::iota(content.begin(), content.end(), uint8_t{1});
    const size_t cuts[] = {0, 100, 180, 300};
    std::vector<ZstdFrame> frames(3);
    ZstdCompressor compressor;
    for (size_t i = 0; i < frames.size(); ++i) {
      const Bytes piece = Bytes(content).subspan(cuts[i], cuts[i + 1] - cuts[i]);
      EXPECT_TRUE(compressor.compress(piece, 3, frames[i]));
    }
    file = build_file(frames);
    source = open_memory(file);
    const Result<SeekTable> table = read_seek_table(*source);
    EXPECT_TRUE(table);
    if (damaged_frame < frames.size()) file[table->file_offset[damaged_frame + 1] - 1] ^= 1;
    image = std::make_unique<InflatedImage>(*source, *table, 140, 140);
  }

  bool gives(uint64_t offset, uint64_t size) const {
    const Result<Bytes> bytes = image->bytes(offset, size);
    return bytes && std::ranges::equal(*bytes, Bytes(content).subspan(offset, size));
  }
};

TEST(InflatedImage, InflatesWhatIsAskedForOnce) {
  const Fixture fixture;
  EXPECT_EQ(fixture.image->inflated_bytes(), 0u);
  EXPECT_TRUE(fixture.gives(10, 20));
  EXPECT_EQ(fixture.image->inflated_bytes(), 100u);
  const uint8_t* const place = fixture.image->bytes(10, 20)->data();
  EXPECT_TRUE(fixture.gives(0, 100));
  EXPECT_EQ(fixture.image->inflated_bytes(), 100u);
  EXPECT_TRUE(fixture.gives(99, 2));
  EXPECT_EQ(fixture.image->inflated_bytes(), 180u);
  EXPECT_EQ(fixture.image->bytes(10, 20)->data(), place) << "what was given stays where it is";
}

TEST(InflatedImage, KeepsTablesAndPixelsOfOneFrameApart) {
  const Fixture fixture;
  EXPECT_TRUE(fixture.gives(0, 140));
  EXPECT_TRUE(fixture.gives(140, 160));
}

TEST(InflatedImage, HasNothingAtItsEnd) {
  const Fixture fixture;
  const Result<Bytes> end = fixture.image->bytes(300, 0);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->empty());
}

TEST(InflatedImage, ADamagedFrameIsAnErrorEachTimeAndTheOthersAreNot) {
  const Fixture fixture(2);
  for (int time = 0; time < 2; ++time) {
    const Result<Bytes> damaged = fixture.image->bytes(200, 1);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, ErrorCode::damaged);
    EXPECT_TRUE(fixture.gives(0, 140));
    EXPECT_TRUE(fixture.gives(140, 40));
  }
}

TEST(InflatedImage, SaysWhatThereIsNoMemoryFor) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP()
      << "8 TiB are asked for, and AddressSanitizer ends a program that does, nothrow or not";
#endif
#endif
  constexpr size_t kFrames = 1 << 20;
  SeekTable claims;
  for (size_t i = 0; i < kFrames; ++i) {
    claims.file_offset.push_back(claims.file_offset.back());
    claims.image_offset.push_back(claims.image_offset.back() + kMaxFrameSize);
    claims.checksum.push_back(0);
  }
  const std::unique_ptr<ByteSource> source = open_memory({});
  const InflatedImage image(*source, claims, 0, 0);
  const Result<Bytes> bytes = image.bytes(0, 1);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::memory);
  EXPECT_EQ(bytes.error().message, "not enough memory for 8388608 MiB of the archive");
}

}  // namespace
}  // namespace wardrobe
