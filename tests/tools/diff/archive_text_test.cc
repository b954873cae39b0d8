#include "tools/diff/archive_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

/// Returns the small archive reduced to one costume with one slot and a palette of `colors`
/// colours.
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

/// Returns the `length` characters of `text` that start with `from`.
std::string part(const std::string& text, std::string_view from, size_t length) {
  return text.substr(std::min(text.find(from), text.size()), length);
}

/// Returns the hash of the only timeline.
std::string digest(const Tables& tables) { return part(archive_text(tables), "\"drawn\"", 26); }

TEST(ArchiveText, IsTheRowsOfListAndWhatTheyLeaveOut) {
  const std::string text = archive_text(tiny(3));
  EXPECT_EQ(
      text.substr(0, text.find("\"drawn\"")),
      R"(game {"version":6}
room {"room":12,"name":"harbour","width":0,"height":0,"transparent":0,"planes":0,"boxes":0,)"
      R"("background":false,"xxh64":null,"zplanes":[],"see_through":[],"scales":[]}
palette {"room":12,"palette":0,"colors":"ababababababababab"}
costume {"id":1,"aliases":[101],"room":12,"kind":"COST","format":88,"codec":1,)"
      R"("colors":[32,33],"mirror_west":true,"anims":1,"pictures":1,"timelines":1,"directions":4,)"
      R"("rgb":""}
picture {"costume":1,"limb":0,"index":0,"reached":true,"width":16,"height":20,"x":-8,"y":-20,)"
      R"("xinc":1,"yinc":-1,"codec":1,"redirect":null,"transparent":0,"xxh64":"0123456789abcdef"}
window {"costume":1,"chore":1,"dir":"W","limb":0,"window":"loop 00"}
timeline {"costume":1,"chore":1,"dir":"W","ticks":2,"loop_start":1,"flags":[],"reads":[],)"
      R"("frames":1,"events":3,)");
  EXPECT_EQ(digest(tiny(3)).size(), 26u);
  EXPECT_EQ(part(text, "failure", 66),
            R"(failure {"kind":"damage","costume":2,"room":null,"limb":0,"index":)");
}

TEST(ArchiveText, TellsWhatIsInRooms) {
  Tables t = small_room_archive().tables;
  const std::string text = archive_text(t);
  EXPECT_NE(text.find(R"(box {"room":12,"box":0,"corners":[[)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("scales":[[)"), std::string::npos) << text;
  ++t.scales.y2[0];
  EXPECT_NE(archive_text(t), text);
}

TEST(ArchiveText, LeavesOutSlotsThatHaveNoEffect) {
  Tables t = tiny(1);
  t.entries.state[0] = EntryState::zero_size;
  t.entries.picture[0] = kNone;
  t.entries.xinc[0] = t.entries.yinc[0] = 0;
  EXPECT_EQ(archive_text(t).find("\nmove "), std::string::npos);
  t.entries.yinc[0] = 4;
  EXPECT_NE(archive_text(t).find(R"(move {"costume":1,"limb":0,"index":0,"xinc":0,"yinc":4})"),
            std::string::npos);
}

TEST(ArchiveText, IsOrderedByIds) {
  const Tables t = small_archive().tables;
  Tables other = t;
  std::swap(other.costumes.id[0], other.costumes.id[1]);
  std::swap(other.costumes.alias[0], other.costumes.alias[1]);
  const std::string text = archive_text(other);
  EXPECT_LT(text.find(R"(costume {"id":1,)"), text.find(R"(costume {"id":2,)"));
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
  EXPECT_TRUE(changes([&](Tables& c) { c.events.kind[event] = EventKind::offset; }));
  EXPECT_TRUE(changes([&](Tables& c) { ++c.events.value[event]; }));
}

}  // namespace
}  // namespace wardrobe
