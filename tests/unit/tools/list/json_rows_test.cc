#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

using Lines = std::vector<std::string>;

Lines lines(const std::string& table, const TablesView& tables) {
  Lines lines;
  row_makers().at(table).make(tables, [&](const Row& row) { lines.push_back(json_line(row)); });
  return lines;
}

TEST(JsonRows, OfCostumes) {
  Tables t = small_akos_archive().tables;
  t.costumes.id[0] = 0;
  t.entries.picture[1] = kNone;
  EXPECT_EQ(
      lines("costumes", t),
      (Lines{
          R"({"row":0,"id":null,"aliases":[101],"room":12,"wearer":null,"kind":"COST","format":88,"codec":1,)"
          R"("colors":16,"mirror_west":true,"file":"GAME.001","offset":1000,"anims":1,)"
          R"("pictures":2,"timelines":1})"
          "\n",
          R"({"row":1,"id":2,"aliases":[102],"room":null,"wearer":null,"kind":"COST","format":88,"codec":1,)"
          R"("colors":16,"mirror_west":true,"file":"GAME.001","offset":2000,"anims":1,)"
          R"("pictures":1,"timelines":1})"
          "\n",
          R"({"row":2,"id":3,"aliases":[103],"room":12,"wearer":null,"kind":"AKOS","format":null,"codec":5,)"
          R"("colors":16,"mirror_west":true,"file":"GAME.001","offset":3000,"anims":1,)"
          R"("pictures":2,"timelines":1})"
          "\n"}));
}

TEST(JsonRows, OfPictures) {
  SmallArchive small = small_akos_archive();
  Tables& t = small.tables;
  t.entries.picture[0] = kNone;
  t.entries.redirect_limb[1] = 3;
  t.entries.redirect_index[1] = 9;
  t.entries.reached[2] = 0;
  t.entries.yinc[2] = 6;
  t.pictures.transparent[0] = 7;
  t.pictures.xxh64 = {0xFEDCBA9876543210, 0x0012AB3456789ABC};
  const Lines rows = lines("pictures", t);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0],
            R"({"costume":1,"costume_row":0,"limb":0,"index":1,"reached":true,"picture":1,)"
            R"("width":7,"height":3,"x":-8,"y":-20,"xinc":1,"yinc":-1,"codec":1,)"
            R"("redirect":[3,9],"transparent":0,"xxh64":"0012ab3456789abc"})"
            "\n");
  EXPECT_EQ(rows[1],
            R"({"costume":1,"costume_row":0,"limb":0,"index":2,"reached":false,"picture":0,)"
            R"("width":16,"height":20,"x":-8,"y":-20,"xinc":1,"yinc":6,"codec":1,)"
            R"("redirect":null,"transparent":7,"xxh64":"fedcba9876543210"})"
            "\n");
  EXPECT_EQ(rows[4].substr(0, 60),
            R"({"costume":3,"costume_row":2,"limb":null,"index":1,"reached")");
}

TEST(JsonRows, OfARedirectThatHasALimbOrAnIndexOnly) {
  Tables t = small_archive().tables;
  t.entries.redirect_index[0] = 4;
  t.entries.redirect_limb[1] = 2;
  std::vector<Row> redirects;
  row_makers().at("pictures").make(t, [&](const Row& row) {
    redirects.push_back(row["redirect"]);
  });
  EXPECT_EQ(redirects, (std::vector<Row>{{255, 4}, {2, 255}, nullptr, nullptr}));
}

/// Returns the palette_holes of each costume of an archive. All pictures draw the colours `values`.
std::vector<std::string> holes(const Tables& tables, std::vector<uint8_t> values) {
  std::vector<std::string> found;
  const auto read = [&](uint32_t) -> Result<Bytes> { return Bytes(values); };
  EXPECT_TRUE(write_json_lines("costumes", tables, read, {}, [&](std::string_view line) {
    found.push_back(Row::parse(line)["palette_holes"].dump());
  }));
  return found;
}

TEST(JsonRows, OfCostumesTellColoursThatAPaletteOfTheirRoomIsTooShortFor) {
  Tables t = small_akos_archive().tables;
  t.costumes.room[1] = kNone;
  const Bytes first = elements_at(t.costumes.color_offset, t.costumes.color, 0);
  const uint8_t transparent = t.pictures.transparent[0];
  const uint8_t drawn = transparent == 1 ? 2 : 1;
  const auto shorten = [&](size_t colors) {
    t.palettes = {};
    t.palettes.room.push_back(t.costumes.room[0]);
    t.palettes.number.push_back(0);
    t.palettes.rgb.resize(3 * colors);
    t.palettes.rgb_offset.push_back(static_cast<uint32_t>(3 * colors));
  };
  shorten(256);
  EXPECT_EQ(holes(t, {255, drawn}), (std::vector<std::string>{"[]", "null", "[]"}));
  shorten(first[drawn]);
  EXPECT_EQ(holes(t, {transparent, drawn, drawn})[0], "[" + std::to_string(first[drawn]) + "]");
  shorten(first[drawn] + 1u);
  EXPECT_EQ(holes(t, {transparent, drawn})[0], "[]");
  shorten(16);
  EXPECT_EQ(holes(t, {200, 17, 15, 200})[2], "[17,200]");  // Codec 5 uses the room's own colours.
}

TEST(JsonRows, OfTimelines) {
  Tables t = small_akos_archive().tables;
  t.timelines.loop_start[1] = kNone;
  t.timelines.flags[1] = kTruncated | kStuck | kMissingPicture;
  t.cels.flip[1] = 1;
  std::string text;
  ASSERT_TRUE(write_json_lines("timelines", t, nullptr, {},
                               [&](std::string_view piece) { text += piece; }));
  Lines rows;
  for (size_t at = 0; at < text.size(); at += rows.back().size()) {
    rows.push_back(text.substr(at, text.find('\n', at) + 1 - at));
  }
  EXPECT_EQ(
      rows,
      (Lines{
          R"({"costume":1,"costume_row":0,"chore":1,"dir":"W","name":null,"ticks":2,"loop_start":1,)"
          R"("flags":[],"reads":[],"frames":[[[0,0,-8,-20,0]],[[0,0,-8,-20,0]]],)"
          R"("events":[[0,0,"sound",3]]})"
          "\n",
          R"({"costume":2,"costume_row":1,"chore":1,"dir":"W","name":null,"ticks":2,"loop_start":null,)"
          R"("flags":["truncated","stuck","missing-picture"],"reads":[],)"
          R"("frames":[[[0,0,-8,-20,1]],[[0,0,-8,-20,1]]],"events":[[0,0,"sound",3]]})"
          "\n",
          R"({"costume":3,"costume_row":2,"chore":0,"dir":180,"name":null,"ticks":2,"loop_start":1,)"
          R"("flags":["dynamic"],"reads":["var 7","random","condition"],)"
          R"("frames":[[[0,0,-8,-20,0]],[[0,0,-8,-20,0]]],"events":[[0,0,"offset",-65535]]})"
          "\n"}));
}

TEST(JsonRows, OfPalettes) {
  Tables t = small_archive().tables;
  t.palettes.rgb = {1, 2, 255, 0xAB, 0, 16};
  t.palettes.rgb_offset = {0, 6};
  t.palettes.number[0] = 2;
  EXPECT_EQ(lines("palettes", t), Lines{R"({"room":12,"palette":2,"colors":"0102ffab0010"})"
                                        "\n"});
}

TEST(JsonRows, OfFailures) {
  Tables t = small_archive().tables;
  EXPECT_EQ(
      lines("failures", t),
      Lines{
          R"({"kind":"damage","costume":2,"costume_row":1,"room":null,"file":"GAME.001","offset":2034,)"
          R"("limb":0,"index":1,"error":"a record shows a slot past the end of the limb's)"
          R"( table"})"
          "\n"});
  t.failures.kind[0] = FailureKind::note;
  t.failures.costume[0] = kNone;
  t.failures.id[0] = 0;
  t.failures.room[0] = 12;
  t.failures.source[0] = kNone;
  t.failures.offset[0] = ~uint64_t{0};
  t.failures.limb[0] = kNoLimb;
  t.failures.index[0] = kNoIndex;
  EXPECT_EQ(
      lines("failures", t)[0].substr(0, 113),
      R"({"kind":"note","costume":null,"costume_row":null,"room":12,"file":null,"offset":null,"limb":null,)"
      R"("index":null,"er)");
}

TEST(JsonRows, OfATick) {
  EXPECT_EQ(cel_row({.limb = 3, .flip = 1, .index = 300, .picture = 9, .x = -70000, .y = 5}).dump(),
            "[3,300,-70000,5,1]");
  EXPECT_EQ(event_row({.limb = 2, .kind = EventKind::talkie, .value = -4}).dump(),
            R"([2,"talkie",-4])");
}

TEST(JsonRows, RoomNumberZeroIsNull) {
  Tables t = small_archive().tables;
  EXPECT_EQ(room_number(t, 0), Row(12));
  EXPECT_EQ(room_number(t, kNone), Row());
  t.rooms.number[0] = 0;
  EXPECT_EQ(room_number(t, 0), Row());
}

TEST(JsonLine, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(json_line("a\x1B\x7F→\u009B\u00A0\u061C\u202E\u2066é\\\""),
            R"("a\u001b\u007f→\u009b)"
            "\u00A0"
            R"(\u061c\u202e\u2066é\\\"")"
            "\n");
}

TEST(JsonLine, TellsTextsApartThatAreNotUtf8) {
  const std::vector<std::string> texts = {"S\xE9RIE",      "S\xE8RIE",  "S\uFFFDRIE", "S\uF7E9RIE",
                                          "S\xEF\x9F\xA9", "S\xEF\x9F", "S\xEF",      "é\x80\xFF"};
  std::set<std::string> lines;
  for (const std::string& text : texts) {
    lines.insert(json_line({{"names", Row::array({text})}}));
  }
  EXPECT_EQ(lines.size(), texts.size());
  EXPECT_EQ(json_line("S\xE9RIE"), "\"S\\uf7e9RIE\"\n");
  EXPECT_EQ(json_line("é\uF7E9\uFFFD\x1B"), R"("\u00e9\uf7ef\uf79f\uf7a9\ufffd\u001b")"
                                            "\n");
  EXPECT_EQ(json_line("é\uFF01"), "\"\\u00e9\\uff01\"\n");
}

}  // namespace
}  // namespace wardrobe
