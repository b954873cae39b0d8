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

TEST(JsonRows, OfANoteAboutNoPlace) {
  Tables t = small_archive().tables;
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
