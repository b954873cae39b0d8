#include <span>
#include <vector>

#include <climits>
#include <gtest/gtest.h>

#include "tools/render/room.h"

namespace wardrobe {
namespace {

WalkBox upright(int32_t left, int32_t top, int32_t right, int32_t bottom, uint8_t mask = 0,
                uint16_t scale = 255) {
  return {{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, mask, 0, scale};
}

/// Box 0 is never chosen. Boxes 1 and 2 overlap from x = 10 to 20.
std::vector<WalkBox> two_boxes() {
  return {upright(0, 0, 500, 500), upright(0, 0, 20, 10, 1, 200), upright(10, 0, 40, 10, 2, 100)};
}

TEST(RoomPlace, SidesAndCornersAreInside) {
  const WalkBox box = upright(10, 20, 30, 40);
  for (const RoomPoint point : {RoomPoint{20, 30}, {10, 20}, {30, 40}, {10, 30}, {20, 40}}) {
    EXPECT_TRUE(contains(box, point)) << point.x << ',' << point.y;
  }
  for (const RoomPoint point : {RoomPoint{9, 30}, {31, 30}, {20, 19}, {20, 41}}) {
    EXPECT_FALSE(contains(box, point)) << point.x << ',' << point.y;
  }
}

TEST(RoomPlace, SlantingSidesCount) {
  const WalkBox box{{{{10, 0}, {20, 0}, {30, 10}, {0, 10}}}};
  EXPECT_TRUE(contains(box, {5, 5}));
  EXPECT_FALSE(contains(box, {4, 5}));
  EXPECT_TRUE(contains(box, {25, 5}));
  EXPECT_FALSE(contains(box, {26, 5}));
}

TEST(RoomPlace, ALineReachesTwoPixels) {
  const WalkBox line{{{{0, 10}, {40, 10}, {40, 10}, {0, 10}}}};
  EXPECT_TRUE(contains(line, {20, 12}));
  EXPECT_FALSE(contains(line, {20, 13}));
  EXPECT_TRUE(contains(line, {42, 10}));
  EXPECT_FALSE(contains(line, {43, 10}));
  const WalkBox upright_line{{{{5, 0}, {5, 0}, {5, 30}, {5, 30}}}};
  EXPECT_TRUE(contains(upright_line, {3, 15}));
  EXPECT_FALSE(contains(upright_line, {2, 15}));
  const WalkBox dot{{{{5, 5}, {5, 5}, {5, 5}, {5, 5}}}};
  EXPECT_TRUE(contains(dot, {6, 6}));
  EXPECT_FALSE(contains(dot, {7, 6}));
}

TEST(RoomPlace, ABoxTurnedTheWrongWayRoundContainsNothing) {
  const WalkBox box{{{{30, 0}, {10, 0}, {10, 20}, {30, 20}}}};
  EXPECT_FALSE(contains(box, {20, 10}));
}

TEST(RoomPlace, TheFarthestCornersDoNotOverflow) {
  const WalkBox box = upright(INT_MIN, INT_MIN, INT_MAX, INT_MAX);
  EXPECT_TRUE(contains(box, {0, 0}));
  EXPECT_EQ(actor_place({two_boxes(), {}, 3}, {INT_MIN, INT_MAX}).box, 1u);
}

TEST(RoomPlace, OverlappingBoxesAreAllNamedAndTheHighestTaken) {
  const std::vector<WalkBox> boxes = two_boxes();
  EXPECT_EQ(boxes_at(boxes, {15, 5}), (std::vector<uint32_t>{2, 1}));
  const ActorPlace place = actor_place({boxes, {}, 3}, {15, 5});
  EXPECT_EQ(place.box, 2u);
  EXPECT_TRUE(place.inside);
  EXPECT_EQ(place.plane, 2u);
  EXPECT_EQ(place.scale, 100);
}

TEST(RoomPlace, InvisibleBoxesAreNotTaken) {
  std::vector<WalkBox> boxes = two_boxes();
  boxes[2].flags = kBoxInvisible;
  EXPECT_EQ(actor_place({boxes, {}, 3}, {15, 5}).box, 1u);
  EXPECT_EQ(actor_place({boxes, {}, 3}, {400, 5}).box, 1u);
  EXPECT_EQ(boxes_at(boxes, {15, 5}), (std::vector<uint32_t>{2, 1}));
}

TEST(RoomPlace, OutsideAllBoxesTheNearestCounts) {
  const std::vector<WalkBox> boxes = two_boxes();
  const ActorPlace place = actor_place({boxes, {}, 3}, {300, 200});
  EXPECT_EQ(place.box, 2u);
  EXPECT_FALSE(place.inside);
  EXPECT_EQ(place.plane, 2u);
  EXPECT_EQ(actor_place({{boxes[0], boxes[1], boxes[1]}, {}, 3}, {300, 5}).box, 2u)
      << "the highest of equals";
}

TEST(RoomPlace, ARoomWithoutBoxesHidesAndScalesNothing) {
  const std::vector<WalkBox> only_dummy = {upright(0, 0, 500, 500, 1, 9)};
  for (const std::vector<WalkBox>& boxes : {std::vector<WalkBox>(), only_dummy}) {
    const ActorPlace place = actor_place({boxes, {}, 3}, {15, 5});
    EXPECT_EQ(place.box, 0u);
    EXPECT_EQ(place.plane, 0u);
    EXPECT_EQ(place.scale, 255);
  }
}

TEST(RoomPlace, AGivenBoxNeedNotContainThePoint) {
  const std::vector<WalkBox> boxes = two_boxes();
  const ActorPlace place = actor_place({boxes, {}, 3}, {15, 300}, 1);
  EXPECT_EQ(place.box, 1u);
  EXPECT_FALSE(place.inside);
  EXPECT_EQ(place.scale, 200);
}

TEST(RoomPlace, AMaskAboveTheLastPlaneIsTheLastPlane) {
  const std::vector<WalkBox> boxes = {{}, upright(0, 0, 20, 10, 7)};
  EXPECT_EQ(actor_place({boxes, {}, 3}, {15, 5}).plane, 3u);
  EXPECT_EQ(actor_place({boxes, {}, 0}, {15, 5}).plane, 0u);
}

TEST(RoomPlace, SlotsScaleByHeight) {
  const std::vector<ScaleLine> scales = {{}, {50, 100, 150, 200}, {255, 140, 100, 40}};
  WalkBox box;
  box.scale = kScaleSlot | 1;
  EXPECT_EQ(scale_at(box, scales, 100), 50);
  EXPECT_EQ(scale_at(box, scales, 151), 101);
  EXPECT_EQ(scale_at(box, scales, 2000), 255);
  box.scale = kScaleSlot | 2;
  EXPECT_EQ(scale_at(box, scales, 97), 255 - 66) << "155 × −43 ÷ 100 is rounded towards zero";
  EXPECT_EQ(scale_at(box, scales, 0), 38);
  EXPECT_EQ(scale_at(box, scales, -30), 38) << "heights above the room count as its top";
}

TEST(RoomPlace, WithoutAScaleFullSizeIs) {
  const std::vector<ScaleLine> lines = {{}, {9, 0, 9, 0}};
  const std::span<const ScaleLine> scales = std::span(lines).first(1);
  WalkBox box;
  EXPECT_EQ(scale_at(box, scales, 50), 255);
  box.scale = kScaleSlot;
  EXPECT_EQ(scale_at(box, scales, 50), 255) << "an unused slot";
  for (const unsigned missing : {1, 5}) {
    box.scale = static_cast<uint16_t>(kScaleSlot | missing);
    EXPECT_EQ(scale_at(box, scales, 50), 255) << "no such slot";
  }
  box.scale = kScaleSlot;
  EXPECT_EQ(scale_at(box, std::vector<ScaleLine>{{INT_MIN, 0, INT_MAX, 9}}, 1), 255) << "too large";
  box.scale = 300;
  EXPECT_EQ(scale_at(box, scales, 50), 255);
  box.scale = 1;
  EXPECT_EQ(scale_at(box, scales, 50), 1);
}

}  // namespace
}  // namespace wardrobe
