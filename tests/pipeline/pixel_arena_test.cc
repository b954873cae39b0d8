#include "pipeline/pixel_arena.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/decode.h"

namespace wardrobe {
namespace {

TEST(PixelArena, HasRoomForPicturesOfAnySizeAndTheirPadding) {
  PixelArena arena;
  for (const size_t pixels : {size_t{1}, size_t{1} << 20, size_t{4} << 20, size_t{100}}) {
    EXPECT_GE(arena.reserve(pixels).size(), pixels + kPixelPadding) << pixels;
    arena.keep(pixels);
  }
}

TEST(PixelArena, KeepsPicturesWhileOthersAreDecoded) {
  PixelArena arena;
  std::vector<Bytes> kept;
  for (uint8_t i = 0; i < 100; ++i) {
    const std::span<uint8_t> out = arena.reserve(30000);
    std::ranges::fill(out.first(30000), i);
    std::ranges::fill(out.subspan(30000, kPixelPadding), uint8_t{0xEE});
    kept.push_back(arena.keep(30000));
  }
  for (uint8_t i = 0; i < 100; ++i) EXPECT_EQ(std::ranges::count(kept[i], i), 30000);
}

TEST(PixelArena, HandsOutAgainWhatWasNotKept) {
  PixelArena arena;
  const uint8_t* const first = arena.reserve(10).data();
  EXPECT_EQ(arena.reserve(20).data(), first) << "nothing was kept";
  EXPECT_EQ(arena.keep(20).data(), first);
  EXPECT_NE(arena.reserve(10).data(), first);
}

}  // namespace
}  // namespace wardrobe
