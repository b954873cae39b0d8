// Findings about timelines and commands.

#include <vector>

#include <gtest/gtest.h>

#include "tests/pipeline/test_game.h"
#include "tests/tools/diff/changed_sample.h"
#include "tools/diff/diff.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

TEST(Diff, IgnoresHowCommandsAreLaidOut) {
  EXPECT_TRUE(findings_after([](GameVersion& v) {
                // Every window of the hero starts one byte later, after a byte that no window
                // plays.
                Tables& t = v.tables;
                t.costumes.command.insert(t.costumes.command.begin(), 1, 0x55);
                for (size_t i = 1; i < t.costumes.command_offset.size(); ++i) {
                  ++t.costumes.command_offset[i];
                }
                const uint32_t last = t.records.window_offset[t.costumes.record_offset[kHero + 1]];
                for (uint32_t i = 0; i < last; ++i) {
                  if (t.windows.length[i] > 0) ++t.windows.start[i];
                }
              }).empty());
}

TEST(Diff, FindsTimelinesThatNothingElseExplains) {
  CostBuilder builder = simple_costume(1);
  builder.record(8, 0, {0, 0x72, 1});
  RoomDraft room{3, "cave", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, builder.write(Version::v5)}};
  const GameVersion five = packed({room}, Version::v5);
  room.costumes = {{{1}, builder.write(Version::v6)}};
  const GameVersion six = packed({room}, Version::v6);
  // 0x72 is a picture in version 5. In version 6 it is a sound, which takes no time.
  const auto found = findings(five, six);
  EXPECT_EQ(kinds_of(found), (Kinds{"timeline pictures", "timeline length", "timeline events"}));
  for (const Finding& finding : found) EXPECT_EQ(*finding.key, (RecordKey{2, Direction::west}));
}

TEST(Diff, FindsTimelinesThatWereCut) {
  const GameVersion cut = packed(sample_rooms(Version::v6), Version::v6, {.max_ticks = 12});
  const auto found = findings(packed(sample_rooms(Version::v6), Version::v6), cut);
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    EXPECT_EQ(finding.kind, FindingKind::timeline);
    EXPECT_TRUE(finding.field == "length" || finding.field == "loop") << finding.field;
  }
}

TEST(Diff, OfAnEmptyArchiveAndAGameIsAllOfIt) {
  const GameVersion nothing;
  const auto found = findings(nothing, sample());
  const Tables& t = sample().tables;
  EXPECT_EQ(found.size(), t.costumes.id.size() + t.rooms.number.size());
}

}  // namespace
}  // namespace wardrobe
