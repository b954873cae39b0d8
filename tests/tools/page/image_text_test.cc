#include "tools/page/image_text.h"

#include <string>
#include <string_view>
#include <zlib.h>

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(Base64, IsStandard) {
  const auto of = [](std::string_view text) {
    std::string out = "=";
    append_base64({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, out);
    return out.substr(1);
  };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(of("\xFB\xFF\xBF"), "+/+/");
}

/// Decodes a text in base64.
std::vector<uint8_t> decoded(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<uint8_t> bytes;
  uint32_t bits = 0;
  for (size_t i = 0; i < text.size() && text[i] != '='; ++i) {
    bits = bits << 6 | static_cast<uint32_t>(kDigits.find(text[i]));
    if (i % 4 != 0) bytes.push_back(static_cast<uint8_t>(bits >> (6 - 2 * (i % 4))));
  }
  return bytes;
}

std::vector<uint8_t> inflated(std::vector<uint8_t> bytes, size_t size) {
  std::vector<uint8_t> out(size);
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, -15), Z_OK);
  stream.next_in = bytes.data();
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_out, 0u);
  inflateEnd(&stream);
  return out;
}

TEST(ImageText, IsTheWholeImageDeflated) {
  const SmallArchive small = small_room_archive();
  const std::vector<uint8_t> image = write_image(small);
  const std::vector<uint8_t> file = write_archive(small);
  const Result<Archive> archive = Archive::open(open_memory(file));
  ASSERT_TRUE(archive);
  std::string text;
  ASSERT_TRUE(append_image(*archive, text));
  EXPECT_EQ(inflated(decoded(text), image.size()), image);
}

TEST(ImageText, OfManyPiecesIsOneStream) {
  SmallArchive small = small_archive();
  uint32_t value = 1;
  for (uint32_t i = 0; i < 8; ++i) {
    small.add_picture(300, 300, 0);
    for (size_t at = small.pixels.size() - 90000; at < small.pixels.size(); ++at) {
      value = value * 1664525 + 1013904223;
      small.pixels[at] = static_cast<uint8_t>(value >> 28);
    }
    small.tables.pictures.xxh64.back() = xxh64(Bytes(small.pixels).last(90000));
    small.add_costume(static_cast<uint16_t>(10 + i), 0, {2 + i});
  }
  const std::vector<uint8_t> image = write_image(small);
  const std::vector<uint8_t> file = write_archive(small);
  const Result<Archive> archive = Archive::open(open_memory(file));
  ASSERT_TRUE(archive);
  std::string text = "before";
  ASSERT_TRUE(append_image(*archive, text));
  EXPECT_EQ(inflated(decoded(text.substr(6)), image.size()), image);
}

TEST(ImageText, OfADamagedArchiveIsAnError) {
  const SmallArchive small = small_archive();
  std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  const Result<Archive> archive = Archive::open(open_memory(file));
  ASSERT_TRUE(archive);
  file[archive->seek_table().file_offset.back() - 1] ^= 1;
  std::string text;
  EXPECT_FALSE(append_image(*archive, text));
}

}  // namespace
}  // namespace wardrobe
