#include "tools/export/names.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(Names, CostumesAreNamedByIdElseByRow) {
  Costumes costumes;
  costumes.id = {7, 0, 12, 7};
  const std::vector<std::string> expected = {"costume-007", "costume-row001", "costume-012",
                                             "costume-row003"};
  EXPECT_EQ(costume_names(view(costumes)), expected);
}

TEST(Names, AreAsLongAsTheLargestNumberNeeds) {
  Costumes costumes;
  costumes.id = {7, 12345};
  EXPECT_EQ(costume_names(view(costumes))[0], "costume-00007");
  EXPECT_EQ(padded(3, 999), "003");
  EXPECT_EQ(padded(3, 1000), "0003");
}

TEST(Names, TellWhoWearsTheCostume) {
  const std::string name = "Dr. M\x82lusin II@@";
  Tables tables;
  tables.game.version = {Version::v5};
  tables.costumes.id = {3, 4};
  tables.costumes.name_offset = {0, 0, 4};
  tables.costumes.name = {'b', 'a', 'i', 'l'};
  Wearers& wearers = tables.wearers;
  wearers.costume = {0};
  wearers.id = {3};
  wearers.actor = {kUnsaid};
  wearers.room = {0};
  wearers.ego = {0};
  wearers.name_from = {NameFrom::command};
  wearers.name_offset = {0, static_cast<uint32_t>(name.size())};
  wearers.name.assign(name.begin(), name.end());
  EXPECT_EQ(costume_names_with_wearers(tables),
            (std::vector<std::string>{"costume-003-dr-melusin-ii", "costume-004-bail"}));
}

TEST(Names, TimelinesAreNamedAsReplayTakesThem) {
  EXPECT_EQ(timeline_name({2, Direction::west}, 4, Version::v5), "walk W");
  EXPECT_EQ(timeline_name({7, Direction::north}, 4, Version::v5), "chore 7 N");
  EXPECT_EQ(timeline_name({0, Direction::north}, 8, Version::v5), "chore 0 0");
  EXPECT_EQ(timeline_name({5, Direction::south_east}, 8, Version::v5), "talk-stop 135");
}

TEST(Names, FilesOfTimelinesSort) {
  EXPECT_EQ(timeline_file_name({2, Direction::west}, 4, Version::v5), "walk-W");
  EXPECT_EQ(timeline_file_name({7, Direction::north}, 4, Version::v5), "chore-007-N");
  EXPECT_EQ(timeline_file_name({2, Direction::north_east}, 8, Version::v5), "walk-045");
}

}  // namespace
}  // namespace wardrobe
