#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tools/render/room.h"

namespace wardrobe {
namespace {

/// Lines of a picture and where they are drawn.
using Lines = std::vector<std::pair<uint32_t, int64_t>>;

constexpr uint8_t kHalf = 128;

Lines in_order(const std::vector<int64_t>& to) {
  Lines lines;
  for (const int64_t place : to) lines.push_back({static_cast<uint32_t>(lines.size()), place});
  return lines;
}

Lines columns(const ActorScale& scale, int64_t actor, int32_t rel, uint32_t width, bool flip) {
  Lines lines;
  ScaledLines column = scale.columns(actor, rel, flip);
  for (uint32_t x = 0; x < width; ++x, column.next()) lines.push_back({x, column.to()});
  return lines;
}

Lines rows(const ActorScale& scale, int64_t actor, int32_t rel, uint32_t height) {
  Lines lines;
  ScaledLines row = scale.rows(actor, rel);
  for (uint32_t y = 0; y < height; ++y, row.next()) {
    if (row.is_kept()) lines.push_back({y, row.to()});
  }
  return lines;
}

TEST(ActorScale, FullSizeKeepsAll) {
  const ActorScale scale(ScaleRule::cost, kFullScale);
  EXPECT_EQ(columns(scale, 100, -2, 4, false), in_order({98, 99, 100, 101}));
  EXPECT_EQ(columns(scale, 100, -2, 4, true), in_order({102, 101, 100, 99}));
  EXPECT_EQ(columns(scale, 100, 3, 2, true), in_order({97, 96}));
  EXPECT_EQ(rows(scale, 50, -3, 2), in_order({47, 48}));
  EXPECT_EQ(rows(scale, 50, 200, 2), in_order({250, 251}));
}

TEST(ActorScale, DroppedColumnsStandWhereTheNextKeptOneIs) {
  const ActorScale scale(ScaleRule::cost, kHalf);
  EXPECT_EQ(columns(scale, 0, -4, 8, false), in_order({-3, -2, -2, -1, 0, 1, 1, 2}));
}

TEST(ActorScale, FlippedColumnsGoLeftAndCountDownFromTheOtherSide) {
  const ActorScale scale(ScaleRule::cost, kHalf);
  EXPECT_EQ(columns(scale, 0, -4, 8, true), in_order({2, 1, 1, 0, 0, -1, -2, -3}));
  EXPECT_EQ(columns(scale, 0, -3, 4, true), in_order({1, 1, 0, 0}));
}

TEST(ActorScale, DroppedRowsAreLeftOut) {
  const ActorScale scale(ScaleRule::cost, kHalf);
  EXPECT_EQ(rows(scale, 0, -4, 8), (Lines{{0, -3}, {2, -2}, {3, -1}, {4, 0}, {6, 1}}));
  EXPECT_EQ(scale.rows(10, -4).to(), 7);
}

TEST(ActorScale, PicturesBelowTheAnchorAreCountedAsIfAboveIt) {
  const ActorScale scale(ScaleRule::cost, kHalf);
  EXPECT_EQ(scale.rows(10, 4).to(), 13);
  EXPECT_EQ(rows(scale, 10, 4, 3), (Lines{{0, 13}, {2, 14}}));
}

TEST(ActorScale, TheTableOfCostHasAllScales) {
  for (const uint8_t size : {uint8_t{1}, uint8_t{64}, uint8_t{200}, uint8_t{254}}) {
    const ActorScale scale(ScaleRule::cost, size);
    EXPECT_EQ(rows(scale, 0, -128, 256).size(), size) << int{size};
  }
}

TEST(ActorScale, TheTableRepeats) {
  const ActorScale scale(ScaleRule::cost, kHalf);
  EXPECT_EQ(scale.rows(0, -1000 * 256).to(), -1000 * 128);
  EXPECT_EQ(scale.rows(0, INT32_MIN).to(), int64_t{INT32_MIN} / 2);
  EXPECT_EQ(rows(scale, 0, -128, 512).size(), 256u);
}

TEST(ActorScale, AkosHasATableOfItsOwn) {
  const ActorScale scale(ScaleRule::akos, kHalf);
  EXPECT_EQ(rows(scale, 0, -4, 7), (Lines{{0, -2}, {2, -1}, {4, 0}, {6, 1}}));
}

TEST(ActorScale, OtherCodecsOfAkosAreNeverScaled) {
  for (const Version version : {Version::v7, Version::he61}) {
    for (const uint8_t codec : {5, 16, 32}) {
      EXPECT_EQ(scale_rule(Kind::akos, codec, version), ScaleRule::unscaled);
    }
  }
  EXPECT_EQ(rows(ActorScale(ScaleRule::unscaled, 1), 0, -1, 3), in_order({-1, 0, 1}));
}

TEST(ActorScale, OnlyVersions7And8UseTheTableOfAkos) {
  EXPECT_EQ(scale_rule(Kind::cost, 1, Version::v6), ScaleRule::cost);
  EXPECT_EQ(scale_rule(Kind::akos, 1, Version::v7), ScaleRule::akos);
  EXPECT_EQ(scale_rule(Kind::akos, 1, Version::v8), ScaleRule::akos);
  EXPECT_EQ(scale_rule(Kind::akos, 1, Version::he61), ScaleRule::cost);
  EXPECT_EQ(scale_rule(Kind::akos, 1, Version::he80), ScaleRule::cost);
}

TEST(ActorScale, LeastScalesSayWhichLinesAreKept) {
  constexpr size_t kWidth = 40;
  for (const ScaleRule rule : {ScaleRule::cost, ScaleRule::akos, ScaleRule::unscaled}) {
    for (const int32_t rel : {-300, -20, 0, 7, 1000}) {
      for (const bool flip : {false, true}) {
        const std::vector<uint16_t> least = least_scales(rule, rel, flip, kWidth);
        ASSERT_EQ(least.size(), kWidth);
        for (unsigned scale = 1; scale < kFullScale; ++scale) {
          const ActorScale lines(rule, static_cast<uint8_t>(scale));
          ScaledLines column = lines.columns(0, rel, flip);
          for (size_t x = 0; x < kWidth; ++x, column.next()) {
            ASSERT_EQ(column.is_kept(), least[x] <= scale) << rel << ' ' << flip << ' ' << scale;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace wardrobe
