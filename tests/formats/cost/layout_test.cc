#include "formats/cost/layout.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(CostLayout, OffsetsOfVersion5CountFrom6BeforeThePayload) {
  EXPECT_EQ(cost_layout(kScumm5).position(5), kOutside);
  EXPECT_EQ(cost_layout(kScumm5).position(6), 0u);
  EXPECT_EQ(cost_layout(kScumm5).position(0xFFFF), 0xFFF9u);
  EXPECT_EQ(cost_layout(kScumm6).position(0), 0u);
}

TEST(CostLayout, CountsOffsetsFromTheHeaderBeforeTheNamelessBlock) {
  EXPECT_EQ(cost_layout(kScumm3).position(6), 0u);
  EXPECT_EQ(cost_layout(kScumm3Old).position(4), 0u);
  EXPECT_EQ(cost_layout(kScumm2).position(3), kOutside);
  EXPECT_EQ(cost_layout(kScumm1).position(0), 0u);
}

TEST(CostLayout, KnowsTheFormatsOfItsVersion) {
  EXPECT_EQ(cost_layout(kScumm1).colors(0xD7), 4u);
  EXPECT_EQ(cost_layout(kScumm1).colors(0x58), 0u);
  EXPECT_EQ(cost_layout(kScumm2).colors(0x57), 0u);
  EXPECT_EQ(cost_layout(kScumm2).colors(0x59), 16u) << "whatever the format says";
  EXPECT_EQ(cost_layout(kScumm3).colors(0x59), 32u);
  EXPECT_EQ(cost_layout(kScumm5).colors(0x57), 0u);
  EXPECT_EQ(cost_layout(kScumm5).colors(0x5A), 0u);
}

}  // namespace
}  // namespace wardrobe
