#include "tools/export/animation.h"

#include <vector>

#include <gtest/gtest.h>

#include "formats/column.h"

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

}  // namespace
}  // namespace wardrobe
