#include "tools/find/find.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "tools/export/png_writer.h"

namespace wardrobe {
namespace {

/// Returns an image of indices as the query of a PNG. Its first reading has the same values.
Query query_of(const IndexImage& image) {
  ImagePalette palette;
  for (size_t i = 0; i < ImagePalette::kColors; ++i) palette.rgb[3 * i] = static_cast<uint8_t>(i);
  return *Query::from_png(*write_png(image, palette));
}

/// Returns a picture of five colours in which every pixel differs from its neighbours.
IndexImage five_colors(uint32_t width, uint32_t height) {
  IndexImage image{width, height, {}};
  for (uint32_t i = 0; i < width * height; ++i) {
    image.pixels.push_back(static_cast<uint8_t>(1 + (i % width + 2 * (i / width)) % 5));
  }
  return image;
}

/// Gives the rows from `row` on colours that are used once.
void hide_from(uint32_t row, IndexImage& image) {
  for (size_t i = size_t{row} * image.width; i < image.pixels.size(); ++i) {
    image.pixels[i] = static_cast<uint8_t>(100 + i);
  }
}

/// Returns a picture to look for, which must outlive it. All its pixels are drawn.
Template template_of(const IndexImage& picture) {
  Template all;
  all.pixels = picture.pixels;
  all.width = picture.width;
  all.height = picture.height;
  all.drawn.fill(true);
  return all;
}

/// Returns the match of a picture with an image of its size.
std::optional<Match> match_of(const IndexImage& picture, const IndexImage& image) {
  return match_at(template_of(picture), query_of(image), 0, 0, 0, {});
}

TEST(Match, NeedsMoreFeaturesIfLessThanHalfIsSeen) {
  const IndexImage picture = five_colors(5, 13);
  const auto seen_to = [&](uint32_t row) {
    IndexImage image = picture;
    hide_from(row, image);
    return match_of(picture, image);
  };
  EXPECT_FALSE(seen_to(5));  // 16 features, a third
  ASSERT_TRUE(seen_to(6));
  EXPECT_EQ(seen_to(6)->score, 20);
  // The same 16 features are enough if they are half of the picture.
  const IndexImage small = five_colors(5, 9);
  IndexImage image = small;
  hide_from(5, image);
  ASSERT_TRUE(match_of(small, image));
  EXPECT_EQ(match_of(small, image)->score, 16);
}

TEST(Match, CountsNoColorThatFewPixelsOfAValueHave) {
  IndexImage picture = five_colors(5, 6);
  std::ranges::fill(picture.pixels.begin() + 25, picture.pixels.end(), uint8_t{6});
  IndexImage image = picture;
  hide_from(5, image);
  const std::optional<Match> match = match_of(picture, image);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->visible, 30);
  EXPECT_EQ(match->matched, 25);
}

TEST(Match, IsFoundWhereEveryOtherPixelOfThePictureIsTransparent) {
  IndexImage picture = five_colors(13, 13);
  IndexImage image{20, 20, std::vector<uint8_t>(400, 9)};
  for (size_t i = 0; i < picture.pixels.size(); ++i) {
    if (i % 2 != 0) picture.pixels[i] = 0;
    if (i % 2 == 0) image.pixels[(3 + i / 13) * 20 + 4 + i % 13] = picture.pixels[i];
  }
  Template dots = template_of(picture);
  dots.drawn[0] = false;
  const std::vector<Match> matches = matches_of(dots, windows_of(dots), query_of(image));
  EXPECT_TRUE(std::ranges::any_of(matches, [](const Match& match) {
    return match.x == 4 && match.y == 3 && match.matched == 85;  // all that are drawn
  }));
}

TEST(Costume, CountsAScaledPictureWhereItsPlacementIs) {
  Tables tables;
  tables.costumes.record_offset.push_back(1);
  tables.timelines.tick_offset.push_back(1);
  tables.timelines.tick.push_back(0);
  tables.frames.cel_offset.push_back(2);
  for (const int32_t x : {-2, 5}) {
    tables.cels.limb.push_back(0);
    tables.cels.flip.push_back(0);
    tables.cels.index.push_back(0);
    tables.cels.picture.push_back(0);
    tables.cels.x.push_back(x);
    tables.cels.y.push_back(0);
  }
  Match match;
  match.score = 20;
  match.actor_scale = 128;
  match.placement.x = -2;
  const std::optional<CostumeMatch> found =
      match_costume(tables, 0, query_of(five_colors(5, 5)), {{0, {match}}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->score, 20);
  EXPECT_EQ(found->pictures.size(), 1);
}

Answer answer(uint32_t score, int64_t left, MatchKind kind = MatchKind::part) {
  return {kind, score, {left, 0, left + 10, 10}, {}};
}

/// Returns the scores of answers that are ranked.
std::vector<uint32_t> ranked(std::vector<Answer> answers) {
  rank(answers);
  std::vector<uint32_t> scores;
  for (const Answer& one : answers) scores.push_back(one.score);
  return scores;
}

TEST(Rank, LeavesOutWhatExplainsLessOfTheSamePlace) {
  using Scores = std::vector<uint32_t>;
  EXPECT_EQ(ranked({answer(75, 0), answer(100, 9)}), (Scores{100, 75}));
  EXPECT_EQ(ranked({answer(74, 0), answer(100, 9)}), (Scores{100}));
  EXPECT_EQ(ranked({answer(74, 0), answer(100, 10)}), (Scores{100, 74}));
  EXPECT_EQ(ranked({answer(100, 0), answer(20, 0, MatchKind::whole)}), (Scores{20}));
}

}  // namespace
}  // namespace wardrobe
