#include "tools/export/animation.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gif_lib.h>
#include <gtest/gtest.h>

#include "formats/tables.h"

namespace wardrobe {
namespace {

/// Returns image `number`; images with different numbers differ.
IndexImage image_of(uint32_t number) {
  IndexImage image{70, 50, {}};
  for (size_t i = 0; i < size_t{70} * 50; ++i) {
    image.pixels.push_back(static_cast<uint8_t>(number + i * i % 7));
  }
  return image;
}

class Animation : public testing::TestWithParam<AnimationFormat> {
 protected:
  AnimationWriter writer() {
    return {GetParam(),
            70,
            50,
            [this](uint32_t number) {
              ++drawn;
              return image_of(number);
            },
            ImagePalette{},
            100};
  }

  int drawn = 0;
};

TEST_P(Animation, AKnownLookIsWrittenAsIfDrawnAgain) {
  const std::vector<AnimationFrame> frames = {
      {1, 1, 0}, {9, 9, 1}, {1, 2, 0}, {1, 1, 0}, {9, 1, 1}};
  std::vector<AnimationFrame> alone = frames;
  for (AnimationFrame& frame : alone) frame.look = kNone;
  const auto every = writer().write(alone, 0);
  EXPECT_EQ(drawn, 5);
  drawn = 0;
  EXPECT_EQ(*writer().write(frames, 0), *every);
  EXPECT_EQ(drawn, 2);
}

TEST_P(Animation, LooksMayBeKnownFromAnotherFile) {
  const std::vector<AnimationFrame> frames = {{3, 7, 5}};
  AnimationWriter both = writer();
  const auto first = both.write(frames, 0);
  EXPECT_EQ(*both.write(frames, 0), *first);
  EXPECT_EQ(drawn, 1);
}

INSTANTIATE_TEST_SUITE_P(Formats, Animation,
                         testing::Values(AnimationFormat::gif, AnimationFormat::apng));

/// Returns an image of 3 × 2 pixels of value 1, a shadow over a transparent background.
std::vector<uint8_t> file_of_a_shadow(AnimationFormat format) {
  ImagePalette palette;
  palette.transparent = 2;
  palette.shadow[1] = true;
  IndexImage image{3, 2, std::vector<uint8_t>(6, 1)};
  AnimationWriter writer(
      format, 3, 2, [&](uint32_t) { return image; }, palette, 100);
  return *writer.write(std::vector<AnimationFrame>{{0, 1, 0}}, 0);
}

TEST(ShadowsOfAnimations, AreEveryOtherPixelOfAGif) {
  const std::vector<uint8_t> file = file_of_a_shadow(AnimationFormat::gif);
  struct Reader {
    Bytes left;
  } reader{file};
  int error = 0;
  GifFileType* const gif = DGifOpen(
      &reader,
      [](GifFileType* from, GifByteType* to, int count) {
        auto& bytes = static_cast<Reader*>(from->UserData)->left;
        std::ranges::copy(bytes.first(static_cast<size_t>(count)), to);
        bytes = bytes.subspan(static_cast<size_t>(count));
        return count;
      },
      &error);
  ASSERT_NE(gif, nullptr);
  ASSERT_EQ(DGifSlurp(gif), GIF_OK);
  const GifByteType* const pixels = gif->SavedImages[0].RasterBits;
  EXPECT_EQ(std::vector<uint8_t>(pixels, pixels + 6), (std::vector<uint8_t>{2, 1, 2, 1, 2, 1}));
  DGifCloseFile(gif, &error);
}

TEST(ShadowsOfAnimations, AreAtHalfStrengthInAPng) {
  const std::vector<uint8_t> file = file_of_a_shadow(AnimationFormat::apng);
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  const size_t alpha = text.find("tRNS");
  ASSERT_NE(alpha, std::string_view::npos);
  EXPECT_EQ(file[alpha + 4], 255);
  EXPECT_EQ(file[alpha + 5], kShadowAlpha);
}

}  // namespace
}  // namespace wardrobe
