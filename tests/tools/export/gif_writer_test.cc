#include "tools/export/gif_writer.h"

#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

IndexImage image_of(uint8_t first) {
  IndexImage image{70, 50, {}};
  for (size_t i = 0; i < size_t{70} * 50; ++i) {
    image.pixels.push_back(static_cast<uint8_t>(first + i * i % 7));
  }
  return image;
}

GifWriter writer() { return {70, 50, ImagePalette{}, 0}; }

TEST(GifWriter, AKnownImageIsWrittenAsIfCompressedAgain) {
  GifWriter every = writer();
  for (const uint8_t first : {1, 9, 1, 1, 9}) every.add(image_of(first), first);
  GifWriter once = writer();
  const GifImage one = once.add(image_of(1), 1);
  const GifImage nine = once.add(image_of(9), 9);
  once.add(one, 1);
  once.add(one, 1);
  once.add(nine, 9);
  EXPECT_EQ(*once.finish(), *every.finish());
}

TEST(GifWriter, KnownImagesMayBeOfAnotherWriter) {
  GifWriter first = writer();
  const GifImage image = first.add(image_of(1), 7);
  GifWriter second = writer();
  second.add(image, 7);
  EXPECT_EQ(*second.finish(), *first.finish());
}

}  // namespace
}  // namespace wardrobe
