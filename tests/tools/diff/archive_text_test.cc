#include "tools/diff/archive_text.h"

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// The small archive, reduced to one costume with one slot, and a palette of `colors` colours.
Tables tiny(size_t colors) {
  Tables t = small_archive().tables;
  t.costumes = {};
  t.entries = {};
  t.limb_tables = {};
  t.records = {};
  t.windows = {};
  t.timelines = {};
  SmallArchive small{t, {}, {}};
  small.add_costume(1, 0, {0});
  t = small.tables;
  t.costumes.color.resize(2);
  t.costumes.color_offset = {0, 2};
  t.palettes.rgb.assign(3 * colors, 0xAB);
  t.palettes.rgb_offset = {0, static_cast<uint32_t>(3 * colors)};
  t.pictures.xxh64[0] = 0x0123456789ABCDEF;
  return t;
}

std::string without_digest(const std::string& text) { return text.substr(0, text.rfind(' ')); }
std::string digest(const Tables& tables) {
  const std::string text = archive_text(tables);
  return text.substr(text.rfind(' ') + 1);
}

TEST(ArchiveText, IsAllThatAGameShows) {
  EXPECT_EQ(without_digest(archive_text(tiny(9))),
            "SCUMM version 6\n"
            "room 12 palette 0\n"
            "    0 ababab ababab ababab ababab ababab ababab ababab ababab\n"
            "    8 ababab\n"
            "costume 1 101\n"
            "  COST, 4 directions, West mirrored\n"
            "  colours 32 33\n"
            "  limb 0 0: 16×20 0123456789abcdef transparent 0 at -8,-20 moves 1,-1\n"
            "  chore 1 W\n"
            "    limb 0 loop 00\n"
            "    2 ticks, loops to 1, draws");
}

TEST(ArchiveText, HasNoEmptyLines) {
  EXPECT_EQ(archive_text(tiny(8)).find("\n\n"), std::string::npos);
  EXPECT_EQ(archive_text(tiny(9)).find("\n\n"), std::string::npos);
}

TEST(ArchiveText, LeavesOutSlotsThatHaveNoEffect) {
  Tables t = tiny(1);
  t.entries.state[0] = static_cast<uint8_t>(EntryState::zero_size);
  t.entries.picture[0] = kNone;
  t.entries.xinc[0] = t.entries.yinc[0] = 0;
  EXPECT_EQ(archive_text(t).find("limb 0 0:"), std::string::npos);
  t.entries.yinc[0] = 4;
  EXPECT_NE(archive_text(t).find("limb 0 0: moves 0,4\n"), std::string::npos);
}

TEST(ArchiveText, SaysWhetherATimelineIsCut) {
  Tables t = tiny(1);
  t.timelines.loop_start[0] = kNone;
  EXPECT_NE(archive_text(t).find("2 ticks, cut, draws"), std::string::npos);
  t.timelines.loop_start[0] = 0;
  EXPECT_NE(archive_text(t).find("2 ticks, loops to 0, draws"), std::string::npos);
}

TEST(ArchiveText, DigestsCelsAndEvents) {
  const Tables t = tiny(1);
  const auto changes = [&](auto change) {
    Tables changed = t;
    change(changed);
    return digest(changed) != digest(t);
  };
  const uint32_t cel = t.frames.cel_offset[t.timelines.tick[0]];
  const uint32_t event = t.timelines.event_offset[0];
  EXPECT_FALSE(changes([](Tables&) {}));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.cels.index[cel]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.cels.limb[cel]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.cels.x[cel]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.cels.y[cel]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.cels.flip[cel]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.events.tick[event]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.events.limb[event]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.events.kind[event]; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.events.value[event]; }));
}

}  // namespace
}  // namespace wardrobe
