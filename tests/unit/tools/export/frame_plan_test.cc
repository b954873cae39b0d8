#include "tools/export/frame_plan.h"

#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

/// A costume without an id whose frames 0 to 3 draw a picture of 4 × 4 at x = 0, 10, 20, 30.
class FramePlanTest : public testing::Test {
 protected:
  FramePlanTest() {
    tables.costumes.id = {0};
    tables.costumes.directions = {4};
    tables.costumes.record_offset = {0, 0};
    tables.pictures.width = {4};
    tables.pictures.height = {4};
    for (int32_t x = 0; x < 40; x += 10) add_cel(x, 1);
  }

  void add_cel(int32_t x, uint32_t count) {
    Cels& cels = tables.cels;
    for (uint32_t i = 0; i < count; ++i) {
      cels.limb.push_back(0);
      cels.index.push_back(0);
      cels.picture.push_back(0);
      cels.x.push_back(x);
      cels.y.push_back(-4);
      cels.flip.push_back(0);
    }
    tables.frames.cel_offset.push_back(static_cast<uint32_t>(cels.limb.size()));
  }

  void add_timeline(unsigned number, const std::vector<uint32_t>& ticks, uint32_t loop_start) {
    Timelines& lines = tables.timelines;
    tables.records.number.push_back(static_cast<uint16_t>(number));
    tables.records.name_offset.push_back(0);
    ++tables.costumes.record_offset.back();
    lines.tick.insert(lines.tick.end(), ticks.begin(), ticks.end());
    lines.tick_offset.push_back(static_cast<uint32_t>(lines.tick.size()));
    lines.loop_start.push_back(loop_start);
  }

  Result<FramePlan> make(uint32_t most_ticks = 100) const {
    return make_frame_plan(tables, 0, most_ticks);
  }

  FramePlan plan(uint32_t most_ticks = 100) const {
    const Result<FramePlan> made = make(most_ticks);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
  }

  Tables tables;
};

using Numbers = Column<uint32_t>;

TEST_F(FramePlanTest, EqualTicksInARowAreOneFrame) {
  add_timeline(8, {0, 0, 1, 0, 2, 2, 2}, 0);
  EXPECT_EQ(plan().look, (Numbers{0, 1, 0, 2}));
  EXPECT_EQ(plan().ticks, (Numbers{2, 1, 1, 3}));
  EXPECT_EQ(plan().frames.ticks(), 4u);
}

TEST_F(FramePlanTest, ATraceIsPlannedAsItsTicksLook) {
  add_timeline(8, {0, 0, 1, 0, 2, 2, 2}, 0);
  Trace trace;
  trace.loop_start = 2;
  for (const int32_t x : {5, 5, 5, 9, 5}) {
    Cel cel;
    cel.x = x;
    cel.y = -4;
    trace.cels.push_back(cel);
    trace.end_tick();
  }
  ExportOptions options;
  options.scale = 2;
  const Result<FramePlan> made = make_trace_plan(tables, 0, 0, trace, 100, options);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->look, (Numbers{0, 0, 3, 0}));
  EXPECT_EQ(made->ticks, (Numbers{2, 1, 1, 1}));
  EXPECT_EQ(made->box, (Rect{10, -8, 16, 8}));
  ASSERT_EQ(made->tags.size(), 2u);
  EXPECT_EQ(made->tags[0].name, "walk W");
  EXPECT_TRUE(made->tags[0].data.is_null());
  EXPECT_EQ(made->tags[1].first, 1u);
}

TEST_F(FramePlanTest, ATruncatedTimelineDoesNotRepeat) {
  add_timeline(8, {0, 1}, kNone);
  ASSERT_EQ(plan().tags.size(), 1u);
  EXPECT_FALSE(plan().tags[0].repeats);
}

TEST_F(FramePlanTest, LongFramesAreDivided) {
  add_timeline(8, {0, 0, 0, 0, 0}, kNone);
  EXPECT_EQ(plan(2).ticks, (Numbers{2, 2, 1}));
}

TEST_F(FramePlanTest, ACostumeWithoutTimelinesHasNoFrames) {
  EXPECT_TRUE(plan().look.empty());
  EXPECT_TRUE(plan().tags.empty());
}

TEST_F(FramePlanTest, BoxesBeyondAnythingRealAreRefused) {
  add_cel(1 << 30, 1);
  add_timeline(8, {0, 4}, 0);
  EXPECT_FALSE(make());
}

TEST_F(FramePlanTest, MoreFramesThanAnAsepriteFileHasAreRefused) {
  std::vector<uint32_t> ticks(kMaxPlanFrames + 1);
  for (size_t i = 0; i < ticks.size(); ++i) ticks[i] = i % 2;
  add_timeline(8, ticks, kNone);
  EXPECT_FALSE(make());
  tables.timelines.tick_offset.back() = kMaxPlanFrames;
  EXPECT_TRUE(make());
}

}  // namespace
}  // namespace wardrobe
