#include <gtest/gtest.h>

#include "pipeline/decode.h"

namespace wardrobe {
namespace {

constexpr auto kEqual = [](uint32_t) { return true; };

TEST(PictureSet, KeepsEachDistinctPictureOnceInOrderOfFirstUse) {
  Pictures pictures;
  PictureSet set(pictures);
  EXPECT_EQ(set.add(2, 3, 0, 111, kEqual), 0u);
  EXPECT_EQ(set.add(2, 3, 0, 222, kEqual), 1u);
  EXPECT_EQ(set.add(2, 3, 0, 111, kEqual), 0u);
  EXPECT_EQ(pictures.pixel_offset, (std::vector<uint64_t>{0, 6, 12}));
}

TEST(PictureSet, ComparesPicturesThatHaveTheSameHash) {
  Pictures pictures;
  PictureSet set(pictures);
  const auto only = [](uint32_t row) { return [row](uint32_t known) { return known == row; }; };
  EXPECT_EQ(set.add(2, 3, 0, 111, kEqual), 0u);
  EXPECT_EQ(set.add(2, 3, 0, 111, only(9)), 1u) << "other pixels";
  EXPECT_EQ(set.add(3, 2, 0, 111, kEqual), 2u) << "another shape of the same pixels";
  EXPECT_EQ(set.add(2, 3, 255, 111, kEqual), 3u) << "another transparent index";
  EXPECT_EQ(set.add(2, 3, 0, 111, only(1)), 1u);
  EXPECT_EQ(pictures.width, (std::vector<uint16_t>{2, 2, 3, 2}));
  EXPECT_EQ(pictures.height, (std::vector<uint16_t>{3, 3, 2, 3}));
  EXPECT_EQ(pictures.transparent, (std::vector<uint8_t>{0, 0, 0, 255}));
  EXPECT_EQ(pictures.xxh64, std::vector<uint64_t>(4, 111));
}

}  // namespace
}  // namespace wardrobe
