#include <gtest/gtest.h>

#include "formats/play_rules.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

TEST(CostLayout, OffsetsOfVersion5CountFrom6BeforeThePayload) {
  EXPECT_EQ(facts(Version::v5).cost.position(5), kOutside);
  EXPECT_EQ(facts(Version::v5).cost.position(6), 0u);
  EXPECT_EQ(facts(Version::v5).cost.position(0xFFFF), 0xFFF9u);
  EXPECT_EQ(facts(Version::v6).cost.position(0), 0u);
}

TEST(CostLayout, CountsOffsetsFromTheHeaderBeforeTheNamelessBlock) {
  EXPECT_EQ(facts(Version::v3).cost.position(6), 0u);
  EXPECT_EQ(facts(Version::v3_16).cost.position(4), 0u);
  EXPECT_EQ(facts(Version::v2).cost.position(3), kOutside);
  EXPECT_EQ(facts(Version::v1).cost.position(0), 0u);
}

TEST(CostLayout, KnowsTheFormatsOfItsVersion) {
  EXPECT_EQ(facts(Version::v1).cost.colors(0xD7), 4u);
  EXPECT_EQ(facts(Version::v1).cost.colors(0x58), 0u);
  EXPECT_EQ(facts(Version::v2).cost.colors(0x57), 0u);
  EXPECT_EQ(facts(Version::v2).cost.colors(0x59), 16u) << "whatever the format says";
  EXPECT_EQ(facts(Version::v3).cost.colors(0x59), 32u);
  EXPECT_EQ(facts(Version::v5).cost.colors(0x57), 0u);
  EXPECT_EQ(facts(Version::v5).cost.colors(0x5A), 0u);
}

}  // namespace
}  // namespace wardrobe
