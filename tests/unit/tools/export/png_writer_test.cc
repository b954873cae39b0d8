#include "tools/export/png_writer.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tools/apply/png_file.h"

namespace wardrobe {
namespace {

ImagePalette some_palette() {
  ImagePalette palette;
  for (size_t i = 0; i < palette.rgb.size(); ++i) palette.rgb[i] = static_cast<uint8_t>(7 * i);
  palette.transparent = 3;
  return palette;
}

IndexImage noise(uint32_t width, uint32_t height, unsigned colors) {
  std::mt19937 random(width + colors);
  IndexImage image{width, height, std::vector<uint8_t>(size_t{width} * height)};
  for (uint8_t& pixel : image.pixels) pixel = static_cast<uint8_t>(random() % colors);
  return image;
}

TEST(PngWriter, WritesWhatAReaderReads) {
  PngWriter writer;
  for (const unsigned colors : {1u, 2u, 3u, 4u, 5u, 16u, 17u, 256u}) {  // 1, 2, 4 and 8 bits
    for (const uint32_t width : {1u, 7u, 8u, 9u, 300u}) {
      const IndexImage image = noise(width, 5, colors);
      const Result<Bytes> file = writer.write(image, some_palette(), colors);
      ASSERT_TRUE(file);
      const Result<PngHeader> header = read_png_header(*file);
      ASSERT_TRUE(header);
      EXPECT_EQ(header->width, width);
      EXPECT_EQ(header->height, 5u);
      EXPECT_TRUE(header->is_indexed());
      const Result<PngPicture> read = read_png(*file, *header);
      ASSERT_TRUE(read) << colors << " " << width;
      EXPECT_EQ(read->pixels, image.pixels);
    }
  }
}

TEST(PngWriter, AFileDoesNotDependOnTheOnesBefore) {
  PngWriter writer;
  std::vector<std::vector<uint8_t>> files;
  for (int round = 0; round < 2; ++round) {
    for (const uint32_t width : {600u, 3u, 40u}) {
      const Bytes file = *writer.write(noise(width, width, 50), some_palette(), 50);
      files.emplace_back(file.begin(), file.end());
    }
  }
  EXPECT_TRUE(std::equal(files.begin(), files.begin() + 3, files.begin() + 3));
  EXPECT_EQ(files[1], *write_png(noise(3, 3, 50), some_palette(), 50));
}

TEST(PngWriter, ThePaletteHasTheColorsThatPixelsNeed) {
  EXPECT_EQ(colors_of(std::vector<uint8_t>{4, 200, 7}), 201u);
  EXPECT_EQ(*write_png({2, 1, {4, 200}}, some_palette(), 5),
            *write_png({2, 1, {4, 200}}, some_palette(), 201));
}

}  // namespace
}  // namespace wardrobe
