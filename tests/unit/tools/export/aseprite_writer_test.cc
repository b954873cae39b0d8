#include "tools/export/aseprite_writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

Cel cel_at(uint8_t limb, int32_t x) {
  return {.limb = limb, .flip = 0, .index = 0, .picture = 0, .x = x, .y = 0};
}

/// Writes a costume whose frames draw one or many cels in a wide box. It has no timelines.
class AsepriteWriterTest : public testing::Test {
 protected:
  void add_frame(const std::vector<Cel>& cels) {
    for (const Cel& cel : cels) plan.frames.cels.push_back(cel);
    plan.frames.end_tick();
    plan.look.push_back(static_cast<uint32_t>(plan.look.size()));
    plan.ticks.push_back(1);
  }

  std::string refused() const {
    const auto file = write_aseprite(plan, {}, {}, {}, 100);
    return file ? "" : file.error().message;
  }

  FramePlan plan;
};

TEST_F(AsepriteWriterTest, CelsFartherThanAFieldHoldsAreRefused) {
  plan.box = {-100, 0, 40000, 10};
  add_frame({cel_at(0, -100), cel_at(1, 32668)});
  EXPECT_EQ(refused(),
            "a cel at 32768, 0 of its frame: in an .aseprite file it can be at 32767 at most");
}

TEST_F(AsepriteWriterTest, MoreLayersThanAFieldHoldsAreRefused) {
  for (uint8_t limb = 0; limb < 8; ++limb) add_frame(std::vector<Cel>(4096, cel_at(limb, 0)));
  EXPECT_EQ(refused(), "32768 layers: an .aseprite file can have 32767");
}

FramePlan plan_of(const std::vector<std::vector<uint8_t>>& limbs) {
  FramePlan plan;
  for (const std::vector<uint8_t>& frame : limbs) {
    for (const uint8_t limb : frame) plan.frames.cels.push_back({.limb = limb});
    plan.frames.end_tick();
    plan.look.push_back(0);
  }
  return plan;
}

std::vector<std::string> names(const FramePlan& plan) {
  std::vector<std::string> found;
  for (const Layer& layer : layers_of(plan)) found.push_back(layer.name);
  return found;
}

using Names = std::vector<std::string>;

TEST(AsepriteLayers, ALayerALimbFromTheBottomUp) {
  EXPECT_EQ(names(plan_of({{0, 7}, {3}, {}})), (Names{"limb 0", "limb 3", "limb 7"}));
}

TEST(AsepriteLayers, ALimbThatIsDrawnTwiceHasTwo) {
  EXPECT_EQ(names(plan_of({{3, 3, 5}, {3}})), (Names{"limb 3", "limb 3 (2)", "limb 5"}));
}

TEST(AsepriteLayers, CelsInTheOrderOfLayersNeedNoZ) {
  const FramePlan plan = plan_of({{1, 3, 3, 5}, {3, 5}});
  for (size_t frame = 0; frame < 2; ++frame) {
    for (const LayerPlace& place : place_cels(plan.frames.cels_at(frame), layers_of(plan))) {
      EXPECT_EQ(place.z, 0);
    }
  }
}

TEST(AsepriteLayers, OtherOrdersAreInZ) {
  const FramePlan plan = plan_of({{5, 1, 3, 1}});
  const std::vector<LayerPlace> places = place_cels(plan.frames.cels_at(0), layers_of(plan));
  std::vector<int> layers;
  for (size_t i = 0; i < places.size(); ++i) {
    layers.push_back(places[i].layer);
    EXPECT_EQ(places[i].layer + places[i].z, static_cast<int>(i)) << "drawn in order of layer + z";
  }
  EXPECT_EQ(layers, (std::vector<int>{3, 0, 2, 1}));
}

}  // namespace
}  // namespace wardrobe
