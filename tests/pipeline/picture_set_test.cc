#include "pipeline/picture_set.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(PictureSet, KeepsEachDistinctPictureOnceInOrderOfFirstUse) {
  const std::vector<uint8_t> a(6, 1);
  const std::vector<uint8_t> b(6, 2);
  const std::vector<uint8_t> a_again(6, 1);
  Pictures pictures;
  std::vector<Bytes> pixels;
  PictureSet set(pictures, pixels);
  EXPECT_EQ(set.add(2, 3, 0, 111, a), 0u);
  EXPECT_EQ(set.add(2, 3, 0, 222, b), 1u);
  EXPECT_EQ(set.add(2, 3, 0, 111, a_again), 0u);
  EXPECT_EQ(pictures.pixel_offset, (std::vector<uint64_t>{0, 6, 12}));
}

TEST(PictureSet, ComparesPicturesThatHaveTheSameHash) {
  const std::vector<uint8_t> a(6, 1);
  const std::vector<uint8_t> b(6, 2);
  Pictures pictures;
  std::vector<Bytes> pixels;
  PictureSet set(pictures, pixels);
  EXPECT_EQ(set.add(2, 3, 0, 111, a), 0u);
  EXPECT_EQ(set.add(2, 3, 0, 111, b), 1u) << "other pixels";
  EXPECT_EQ(set.add(3, 2, 0, 111, a), 2u) << "another shape of the same pixels";
  EXPECT_EQ(set.add(2, 3, 255, 111, a), 3u) << "another transparent index";
  EXPECT_EQ(set.add(2, 3, 0, 111, b), 1u);
  EXPECT_EQ(pictures.width, (std::vector<uint16_t>{2, 2, 3, 2}));
  EXPECT_EQ(pictures.height, (std::vector<uint16_t>{3, 3, 2, 3}));
  EXPECT_EQ(pictures.transparent, (std::vector<uint8_t>{0, 0, 0, 255}));
  EXPECT_EQ(pictures.xxh64, std::vector<uint64_t>(4, 111));
}

}  // namespace
}  // namespace wardrobe
