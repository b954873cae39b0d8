#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>

#include <gtest/gtest.h>

#include "bench/synthetic/pictures.h"
#include "kernels/encode.h"

namespace wardrobe {
namespace {

/// Pictures as one table. Picture i has its pixels at pixels[offset[i]] up to
/// pixels[offset[i + 1]].
struct Pictures {
  std::vector<uint16_t> width;
  std::vector<uint16_t> height;
  std::vector<size_t> offset{0};
  std::vector<uint8_t> pixels;
};

Pictures make_pictures(unsigned colors, size_t count, uint64_t seed, int zoom = 1) {
  std::unordered_set<uint64_t> known;
  const PictureSource next = synthetic_pictures(colors, seed, known, zoom);
  Pictures pictures;
  while (pictures.width.size() < count) {
    const SyntheticPicture picture = next();
    pictures.width.push_back(picture.width);
    pictures.height.push_back(picture.height);
    pictures.pixels.insert(pictures.pixels.end(), picture.pixels.begin(), picture.pixels.end());
    pictures.offset.push_back(pictures.pixels.size());
  }
  return pictures;
}

struct Runs {
  size_t count = 0;
  size_t of_one = 0;
  size_t pixels = 0;
  size_t pixels_in_long = 0;
  size_t escapes = 0;
  size_t bytes = 0;
};

Runs count_runs(const Pictures& pictures, RleSplit split) {
  Runs runs;
  std::vector<uint8_t> rle;
  const unsigned mask = (1u << static_cast<unsigned>(split)) - 1;
  for (size_t i = 0; i < pictures.width.size(); ++i) {
    const size_t size = pictures.offset[i + 1] - pictures.offset[i];
    const auto pixels = std::span<const uint8_t>(pictures.pixels).subspan(pictures.offset[i], size);
    rle.resize(encode_rle_bound(size));
    const size_t bytes = encode_rle(pixels, pictures.width[i], pictures.height[i], split, rle);
    for (size_t at = 0; at < bytes; ++at) {
      size_t length = rle[at] & mask;
      if (length == 0) {
        ++runs.escapes;
        length = rle[++at];
      }
      ++runs.count;
      runs.of_one += length == 1 ? 1 : 0;
      runs.pixels_in_long += length >= 16 ? length : 0;
    }
    runs.bytes += bytes;
    runs.pixels += size;
  }
  return runs;
}

double ratio(size_t a, size_t b) { return static_cast<double>(a) / static_cast<double>(b); }

uint64_t fnv1a(const Pictures& pictures) {
  uint64_t hash = 0xCBF29CE484222325;
  const auto add = [&](uint64_t value) { hash = (hash ^ value) * 0x100000001B3; };
  for (const uint16_t width : pictures.width) add(width);
  for (const uint16_t height : pictures.height) add(height);
  for (const uint8_t pixel : pictures.pixels) add(pixel);
  return hash;
}

TEST(Synthetic, MakesWellFormedTables) {
  for (const unsigned colors : {16u, 32u}) {
    const Pictures pictures = make_pictures(colors, 500, 7);
    ASSERT_EQ(pictures.width.size(), 500u);
    ASSERT_EQ(pictures.height.size(), 500u);
    ASSERT_EQ(pictures.offset.size(), 501u);
    EXPECT_EQ(pictures.offset.front(), 0u);
    EXPECT_EQ(pictures.offset.back(), pictures.pixels.size());
    for (size_t i = 0; i < 500; ++i) {
      EXPECT_GE(pictures.width[i], 1);
      EXPECT_GE(pictures.height[i], 1);
      EXPECT_EQ(pictures.offset[i + 1] - pictures.offset[i],
                size_t{pictures.width[i]} * pictures.height[i]);
    }
    EXPECT_LT(*std::max_element(pictures.pixels.begin(), pictures.pixels.end()), colors);
  }
}

TEST(Synthetic, MakesNoPictureTwice) {
  const Pictures pictures = make_pictures(16, 3000, 3);
  std::set<std::tuple<int, int, std::vector<uint8_t>>> seen;
  for (size_t i = 0; i < pictures.width.size(); ++i) {
    const auto begin = pictures.pixels.begin();
    std::vector<uint8_t> pixels(begin + static_cast<std::ptrdiff_t>(pictures.offset[i]),
                                begin + static_cast<std::ptrdiff_t>(pictures.offset[i + 1]));
    EXPECT_TRUE(seen.emplace(pictures.width[i], pictures.height[i], std::move(pixels)).second)
        << "picture " << i;
  }
}

TEST(Synthetic, MakesTheSamePicturesEverywhere) {
  EXPECT_EQ(fnv1a(make_pictures(16, 200, 1)), 7961851547132710707u);
  EXPECT_EQ(fnv1a(make_pictures(32, 200, 1)), 17122110680829167312u);
}

TEST(Synthetic, MakesOtherPicturesFromAnotherSeed) {
  EXPECT_NE(fnv1a(make_pictures(16, 200, 1)), fnv1a(make_pictures(16, 200, 2)));
}

// Results of benchmarks on these pictures hold for real pictures only while this test passes.
TEST(Synthetic, IsLikeRealGames) {
  for (const unsigned colors : {16u, 32u}) {
    const Pictures pictures = make_pictures(colors, 3000, 1);
    const Runs runs = count_runs(pictures, colors == 16 ? RleSplit::colors16 : RleSplit::colors32);
    const auto transparent =
        static_cast<size_t>(std::count(pictures.pixels.begin(), pictures.pixels.end(), uint8_t{0}));
    EXPECT_NEAR(ratio(runs.pixels, runs.count), 5.0, 0.6);
    EXPECT_NEAR(ratio(runs.of_one, runs.count), 0.43, 0.06);
    EXPECT_NEAR(ratio(runs.pixels_in_long, runs.pixels), 0.5, 0.06);
    EXPECT_NEAR(ratio(runs.escapes, runs.bytes), 0.1, 0.04);
    EXPECT_NEAR(ratio(transparent, runs.pixels), 0.5, 0.07);
    EXPECT_NEAR(ratio(runs.pixels, 3000), 2400.0, 300.0);
  }
}

TEST(Synthetic, IsLargerForAHigherResolution) {
  const Pictures pictures = make_pictures(16, 1000, 1, 3);
  EXPECT_NEAR(ratio(pictures.pixels.size(), 1000), 20'000, 3'000);
  EXPECT_LE(*std::ranges::max_element(pictures.width), 660);
}

}  // namespace
}  // namespace wardrobe
