#include "formats/script.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "formats/player.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

using LineKind = ScriptEvent::Kind;

std::string refusal(std::string_view text) {
  const Result<Script> script = parse_script(text, Version::v5);
  return script ? "accepted" : script.error().message;
}

TEST(Script, NumbersNamedChoresAsTheVersionDoes) {
  const Result<Script> script = parse_script("0 init\n1 walk\n2 stand\n3 talk-start", Version::v2);
  ASSERT_TRUE(script) << script.error().message;
  const unsigned expected[] = {2, 0, 1, 5};
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(script->events[i].operand, expected[i]);
  EXPECT_EQ(chore_name(4, Version::v1), "talk-stop");
  EXPECT_EQ(chore_name(3, Version::v1), "");
  EXPECT_EQ(chore_name(4, Version::v3_16), "talk-start");
}

TEST(Script, ReadsEveryKindOfLine) {
  const Result<Script> script = parse_script(
      "# a comment\n\n"
      "0 init S\r\n"
      "\t0   chore 17 90 # another\n"
      "3 talk-stop\n"
      "3 face 0\n"
      "9 animate 244\n"
      "40 end",
      Version::v5);
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(*script, (Script{{{0, LineKind::chore, 1, Direction::south},
                              {0, LineKind::chore, 17, Direction::east},
                              {3, LineKind::chore, 5, std::nullopt},
                              {3, LineKind::face, 0, Direction::north},
                              {9, LineKind::animate, 244, std::nullopt}},
                             40}));
}

TEST(Script, GoesOnFor32TicksWithoutAnEnd) {
  const Result<Script> script = parse_script("0 init\n7 walk\n", Version::v5);
  ASSERT_TRUE(script);
  EXPECT_EQ(script->ticks, 39u);
}

TEST(Script, ErrorsNameTheLineAndWhatIsExpected) {
  const std::string direction = "a direction (W, E, S, N, or degrees in steps of 45)";
  const std::string value = "line 1: expected a value from -32768 to 32767; ";
  const std::pair<const char*, std::string> cases[] = {
      {"0 init\n\nwalk W\n", "line 3: expected a tick from 0 to 65535; not \"walk\""},
      {"5 init\n4 walk", "line 2: expected a tick not before 5; not \"4\""},
      {"5 init\n4 end", "line 2: expected a tick not before 5; not \"4\""},
      {"0 face", "line 1: expected " + direction + "; the line ends"},
      {"0 walk X", "line 1: expected " + direction + " or limbs LIST; not \"X\""},
      {"0 chore", "line 1: expected a number from 0 to 16383; the line ends"},
      {"0 animate 16384", "line 1: expected a number from 0 to 16383; not \"16384\""},
      {"0 init S again", "line 1: expected limbs LIST, or the end of the line; not \"again\""},
      {"0 init S limbs 0 1", "line 1: expected the end of the line; not \"1\""},
      {"0 face S limbs 0", "line 1: expected the end of the line; not \"limbs\""},
      {"0 animate 3 limbs 0", "line 1: expected the end of the line; not \"limbs\""},
      {"0 variable 256 1", "line 1: expected the number of a variable, 0 to 255; not \"256\""},
      {"0 variable 1 --1", value + "not \"--1\""},
      {"0 variable 1 -32769", value + "not \"-32769\""},
      {"0 variable 1 32768", value + "not \"32768\""},
      {"0 variable 1", value + "the line ends"},
      {"0 run", "line 1: expected init,"},
      {"0", "line 1: expected init,"},
      {"1 end\n2 init", "line 2: expected nothing"},
      {"-1 init", "line 1: expected a tick"},
      {"65536 init", "line 1: expected a tick"},
      {"99999999999 init", "line 1: expected a tick"},
      {"1x init", "line 1: expected a tick"},
      {"", "nothing to play: no events, or an end at tick 0"},
      {"\n# nothing\n", "nothing to play: no events, or an end at tick 0"},
      {"0 init\n0 end", "nothing to play: no events, or an end at tick 0"},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_EQ(refusal(text).substr(0, error.size()), error) << text;
  }
  EXPECT_EQ(parse_script("0 variable 1 -32768\n1 end", Version::v7)->events[0].value, -32768);
}

TEST(Script, ReadsListsOfLimbs) {
  const auto limbs = [](const std::string& list) {
    const Result<Script> script = parse_script("0 init limbs " + list, Version::v5);
    EXPECT_TRUE(script) << list;
    return script ? script->events[0].limbs : 0;
  };
  EXPECT_EQ(limbs("0"), 0x0001);
  EXPECT_EQ(limbs("15"), 0x8000);
  EXPECT_EQ(limbs("0-15"), kAllLimbs);
  EXPECT_EQ(limbs("0,3-5"), 0b111001);
  EXPECT_EQ(limbs("7-7,2,2"), 0b10000100);
  EXPECT_EQ(limbs("14-15,0-1"), 0xC003);
  const Result<Script> script = parse_script("0 chore 17 W limbs 2 # comment\n1 walk", Version::v5);
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->events,
            (std::vector<ScriptEvent>{{0, LineKind::chore, 17, Direction::west, 0b100},
                                      {1, LineKind::chore, 2, std::nullopt}}));
  for (const std::string list :
       {"16", "-1", "3-", "-", "5-3", "0,", ",0", "0,,1", "x", "0-16", "0x1", "1-2-3", "65536"}) {
    EXPECT_EQ(refusal("3 init\n4 init W limbs " + list),
              "line 2: expected a list of limbs from 0 to 15, such as 0,3-5; not \"" + list + '"');
  }
  EXPECT_EQ(refusal("0 init limbs"),
            "line 1: expected a list of limbs from 0 to 15, such as 0,3-5; the line ends");
}

TEST(Script, NamesOfChoresAndDirections) {
  EXPECT_EQ(chore_of("talk-start", Version::v5), 4u);
  EXPECT_EQ(chore_of("63", Version::v5), 63u);
  EXPECT_EQ(chore_of("16384", Version::v5), std::nullopt);
  EXPECT_EQ(chore_of("wal", Version::v5), std::nullopt);
  EXPECT_EQ(direction_of("W"), direction_of("270"));
  EXPECT_EQ(direction_of("180"), Direction::south);
  EXPECT_EQ(direction_of("315"), Direction::north_west);
  EXPECT_EQ(direction_of("44"), std::nullopt);
  EXPECT_EQ(direction_of("360"), std::nullopt);
}

TEST(Script, SetsVariablesAndWhetherAnActorTalks) {
  using Cels = std::vector<uint16_t>;
  const auto shown = [](const std::vector<uint8_t>& codes, std::string_view text) {
    AkosActor actor(Version::he90);
    actor.record(kSouthOf2, {{0, WindowMode::program, codes}});
    actor.conditions({1, 0x1000});
    const Result<Script> script = parse_script(text, Version::he90);
    EXPECT_TRUE(script) << script.error().message;
    const Trace trace = *play_script(actor.tables(), 0, *script);
    EXPECT_EQ(trace.loop_start, kNone);
    Cels cels;
    for (const Cel& cel : trace.cels) cels.push_back(cel.index);
    return cels;
  };
  // Cel 1; if var 5 = 7 goto 9 (cel 3); cel 2.
  const std::vector<uint8_t> branch = {1, 0xC0, 0x70, 9, 0, 5, 7, 0, 2, 3};
  EXPECT_EQ(shown(branch, "0 walk S\n2 end"), (Cels{1, 2}));
  EXPECT_EQ(shown(branch, "0 variable 5 7\n0 walk S\n2 end"), (Cels{1, 3}));
  EXPECT_EQ(shown(branch, "0 variable 5 -7\n0 walk S\n2 end"), (Cels{1, 2}));
  EXPECT_EQ(shown(branch, "0 variable 4 7\n0 walk S\n2 end"), (Cels{1, 2}));
  // A draw many of cel 1 if silent, and cel 2 if talking by 13; goto 0.
  EXPECT_EQ(shown({0xC0, 0x21, 15, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0xC0, 0x30, 0, 0},
                  "0 walk S\n1 set talking 13\n2 set talking 0\n3 end"),
            (Cels{1, 2, 1}));
  for (const char* wrong : {"0 set talking 14", "0 set talking", "0 set mouth 1"}) {
    EXPECT_FALSE(parse_script(wrong, Version::he90)) << wrong;
  }
}

TEST(Trace, OfABakedTimelineHasItsCelsAndEventsByTick) {
  Tables t;
  t.timelines.loop_start = {1};
  t.timelines.flags = {0};
  t.timelines.tick_offset = {0, 3};
  t.timelines.tick = {1, 0, 1};
  t.timelines.event_offset = {0, 2};
  t.frames.cel_offset = {0, 0, 1};
  t.cels = {{2}, {7}, {3}, {-4}, {-9}, {1}};
  t.events = {{2, 0},
              {5, 6},
              {EventKind::sound, EventKind::counter},
              {3, 0}};  // an archive may have them in any order
  const Result<Trace> trace = baked_trace(t, 0);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->ticks(), 3u);
  EXPECT_EQ(trace->loop_start, 1u);
  const Cel cel{2, 1, 7, 3, -4, -9};
  EXPECT_EQ(trace->cels, (std::vector<Cel>{cel, cel}));
  EXPECT_EQ(trace->cel_offset, (Column<uint32_t>{0, 1, 1, 2}));
  EXPECT_EQ(trace->events,
            (std::vector<PlayerEvent>{{6, EventKind::counter, 0}, {5, EventKind::sound, 3}}));
  EXPECT_EQ(trace->event_offset, (Column<uint32_t>{0, 1, 1, 2}));
}

TEST(Trace, OfTooManyCelsIsRefused) {
  Tables t;
  t.timelines.loop_start = {0};
  t.timelines.tick.assign(5, 0);
  t.timelines.tick_offset = {0, 5};
  t.timelines.event_offset = {0, 0};
  const uint32_t n = 4 << 20;
  t.frames.cel_offset = {0, n};
  t.cels.limb.resize(n);
  t.cels.index.resize(n);
  t.cels.picture.resize(n);
  t.cels.x.resize(n);
  t.cels.y.resize(n);
  t.cels.flip.resize(n);
  const Result<Trace> trace = baked_trace(t, 0);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::limit);
}

TEST(Trace, NamesEvents) {
  EXPECT_EQ(event_name(EventKind::counter), "counter");
  EXPECT_EQ(event_name(EventKind::sound), "sound");
  EXPECT_EQ(event_name(EventKind::stuck), "stuck");
}

}  // namespace
}  // namespace wardrobe
