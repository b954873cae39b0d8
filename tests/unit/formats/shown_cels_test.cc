#include <gtest/gtest.h>

#include "formats/player.h"

namespace wardrobe {
namespace {

TEST(ShownCels, CountsTheCelsOfAFrameInEachOfItsTicks) {
  Tables tables;
  tables.frames.cel_offset = {0, 2, 3};
  tables.timelines.tick = {0, 1, 0};
  EXPECT_EQ(shown_cels(tables), 3u + 2 + 1 + 2);
}

TEST(ShownCels, AreAtMost8Mi) {
  Tables tables;
  tables.frames.cel_offset = {0, 4095};
  tables.timelines.tick.assign(2048, 0);
  EXPECT_TRUE(check_shown_cels(tables));
  tables.timelines.tick.push_back(0);
  const Status status = check_shown_cels(tables);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "the timelines show more than 8 Mi ticks and cels");
}

}  // namespace
}  // namespace wardrobe
