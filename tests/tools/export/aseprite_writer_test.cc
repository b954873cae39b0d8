#include "tools/export/aseprite_writer.h"

#include <string>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

Cel cel_at(uint8_t limb, int32_t x) {
  return {.limb = limb, .flip = 0, .index = 0, .picture = 0, .x = x, .y = 0};
}

/// A costume whose frames draw one cel each, or many, in a wide box; without timelines.
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

}  // namespace
}  // namespace wardrobe
