#include "pipeline/wearers.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/limits.h"
#include "formats/scumm.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

using Code = std::vector<uint8_t>;

/// Rooms 1 and 2, and scripts in them.
class SmallGame {
 public:
  explicit SmallGame(Version version = Version::v5) {
    scanned_.game.version[0] = version;
    for (const uint16_t number : {uint16_t{1}, uint16_t{2}}) {
      FoundRoom room;
      room.number = number;
      scanned_.rooms.push_back(room);
    }
  }

  /// Adds a script to a room.
  SmallGame& add(const char* block_tag, uint32_t room, Code code, uint32_t number = 0) {
    codes_.push_back(std::move(code));
    rest_.push_back({tag(block_tag), room, number});
    return *this;
  }

  ScriptRows read() {
    for (size_t i = 0; i < codes_.size(); ++i) {
      const auto& [block_tag, room, number] = rest_[i];
      Block block{.tag = block_tag, .offset = 1000 * i, .end = 1000 * i + 8 + codes_[i].size()};
      block.payload = codes_[i];
      scanned_.scripts.push_back({block, 0, room, number});
    }
    Progress progress;
    return read_scripts(scanned_, failures, progress);
  }

  /// "actor 5 in 3: He (command), room 1 (script)": what wearers are.
  std::vector<std::string> wearers() {
    const ScriptRows rows = read();
    const Wearers& from = rows.wearers;
    std::vector<std::string> texts;
    for (size_t i = 0; i < from.id.size(); ++i) {
      std::string text = from.actor[i] == kUnsaid ? "?" : std::to_string(from.actor[i]);
      text += from.ego[i] != 0 ? " (ego) in " : " in ";
      text += std::to_string(from.id[i]);
      const std::string_view name = text_at(from.name_offset, from.name, i);
      constexpr const char* kNames[] = {"", "command", "script", "actor"};
      if (!name.empty()) {
        text += ", " + std::string(name) + " by " + kNames[static_cast<size_t>(from.name_from[i])];
      }
      constexpr const char* kRooms[] = {"", "own", "placed"};
      if (from.room[i] != 0) {
        text += ", " + std::string(kRooms[static_cast<size_t>(from.room_from[i])]) + " room " +
                std::to_string(from.room[i]);
      }
      texts.push_back(text);
    }
    return texts;
  }

  Scanned& scanned() { return scanned_; }

  Failures failures;

 private:
  Scanned scanned_;
  std::vector<Code> codes_;
  std::vector<std::tuple<Tag, uint32_t, uint32_t>> rest_;
};

using Texts = std::vector<std::string>;

TEST(Wearers, HaveTheNameBesideTheirCostume) {
  const Code code = {0x13, 5, 13, 'H', 'e', 0,   1, 3, 0xFF,  // name He, costume 3
                     0x13, 5, 13, 'X', 0,   0xFF};
  EXPECT_EQ(SmallGame().add("ENCD", 0, code).wearers(), Texts{"5 in 3, He by command, own room 1"});
}

TEST(Wearers, HaveALaterNameOfTheSameScript) {
  const Code code = {0x13, 5, 1,    3,    0xFF, 0x13, 6, 1,    4,    0xFF, 0x13, 5,   13, 'H',
                     'e',  0, 0xFF, 0x13, 5,    1,    8, 0xFF, 0x13, 5,    13,   '@', 0,  0xFF};
  EXPECT_EQ(SmallGame().add("EXCD", 1, code).wearers(),
            (Texts{"5 in 3, He by script, own room 2", "6 in 4, own room 2",
                   "5 in 8, He by actor, own room 2"}));
}

TEST(Wearers, HaveWhatTheirStatementSaysLast) {
  SmallGame game;
  game.add("ENCD", 0,
           {0x13, 5, 18, 1, 3, 0x93, 7, 0, 0xFF,    // no plane, then that in a variable
            0x13, 5, 0x93, 7, 0, 1, 4, 18, 0xFF});  // the other way round
  EXPECT_EQ(game.read().wearers.plane, (Column<int32_t>{kUnsaid, 0}));
}

TEST(Wearers, HaveTheOnlyNameOfTheActor) {
  SmallGame game;
  game.add("SCRP", 0, {0x13, 5, 1, 3, 0xFF, 0x13, 6, 1, 4, 0xFF}, 1);
  game.add("SCRP", 1, {0x13, 5, 13, 'H', 0, 0xFF, 0x13, 6, 13, 'A', 0, 0xFF}, 2);
  game.add("SCRP", 1, {0x13, 5, 13, 'H', 0, 0xFF, 0x13, 6, 13, 'B', 0, 0xFF}, 3);
  EXPECT_EQ(game.wearers(), (Texts{"5 in 3, H by actor", "6 in 4"}));
}

TEST(Wearers, OfGlobalScriptsAreWhereTheseScriptsPutThem) {
  const Code code = {0x13, 5,    1,    3, 0xFF, 0x2D, 5,  9, 0x2D, 5, 8, 0x13, 5,   1,
                     4,    0xFF, 0x01, 5, 100,  0,    60, 0, 0x13, 6, 1, 7,    0xFF};
  SmallGame game;
  game.add("SCRP", 0, code, 1);
  EXPECT_EQ(game.wearers(), (Texts{"5 in 3, placed room 9", "5 in 4", "6 in 7"}));
}

TEST(Wearers, AreEgoIfAScriptSaysSo) {
  const Code code = {0x1A, 1, 0, 5, 0, 0x13, 5, 1, 3, 0xFF, 0x13, 6, 1, 4, 0xFF};
  EXPECT_EQ(SmallGame().add("SCRP", 0, code, 1).wearers(), (Texts{"5 (ego) in 3", "6 in 4"}));
}

TEST(Wearers, ComeFromArgumentsOfScripts) {
  SmallGame game;
  game.add("SCRP", 0, {0x93, 0, 0x40, 0x81, 1, 0x40, 0xFF}, 7);  // actor local0 in local1
  game.add("SCRP", 0, {0x93, 0, 0x40, 1, 9, 0xFF, 0x1A, 0, 0x40, 1, 0}, 8);  // writes local0
  game.add("SCRP", 0, {0x0A, 7,    0, 5, 0,    0,    3,    0,    0xFF, 0x0A, 7, 0, 6,
                       0,    0,    4, 0, 0xFF, 0x0A, 7,    0,    5,    0,    0, 3, 0,
                       0xFF, 0x0A, 8, 0, 5,    0,    0xFF, 0x0A, 6,    0x80, 9, 0, 0xFF},
           9);
  game.add("SCRP", 0, {0x93, 0, 0x40, 1, 2, 0xFF}, 6);  // only called with a variable
  EXPECT_EQ(game.wearers(), (Texts{"5 in 3", "6 in 4", "? in 9", "? in 2"}));
}

TEST(Wearers, OfVersion1StartInTheCostumesOfTheirNumbers) {
  SmallGame game(Version::v1);
  for (const uint16_t id : {uint16_t{4}, uint16_t{2}}) {
    FoundCostume costume;
    costume.ids = {id};
    game.scanned().costumes.push_back(costume);
  }
  game.add("SC", 0, {0x13, 2, 0, 3, 'H', 0, 0x13, 2, 9, 4, 0x2D, 2, 1, 0x01, 2, 10, 20}, 1);
  const ScriptRows rows = game.read();
  EXPECT_EQ(rows.wearers.id, (Column<uint16_t>{2, 4, 9}));
  EXPECT_EQ(rows.wearers.actor, (Column<int32_t>{2, 4, 2}));
  EXPECT_EQ(rows.wearers.script, (Column<uint32_t>{kNone, kNone, 0}));
  EXPECT_EQ(rows.wearers.x, (Column<int32_t>{kUnsaid, kUnsaid, 80}));
  EXPECT_EQ(rows.wearers.y, (Column<int32_t>{kUnsaid, kUnsaid, 40}));
}

TEST(Wearers, AreSaidMoreOf) {
  const Code code = {0x13, 5, 12, 14, 8,    12, 15, 1,   3,   4,
                     8,    5, 9,  10, 0xFF,  // default is between
                     0x13, 5, 19, 2,  4,    7,  17, 200, 200, 0xFF};
  const ScriptRows rows = SmallGame().add("ENCD", 0, code).read();
  const Wearers& wearers = rows.wearers;
  EXPECT_EQ(wearers.talk_color[0], 15);
  EXPECT_EQ(wearers.walk[0], 8) << "the later command says no more than the one beside the costume";
  EXPECT_EQ(wearers.talk[0], 9);
  EXPECT_EQ(wearers.talk_stop[0], 10);
  EXPECT_EQ(wearers.plane[0], 2);
  EXPECT_EQ(wearers.scale[0], 200);
  EXPECT_EQ(wearers.stand[0], kUnsaid);
}

TEST(Recolours, BelongToTheCostumeBefore) {
  SmallGame game;
  game.add("ENCD", 0, {0x13, 5, 1, 3, 11, 4, 7, 0xFF, 0x13, 6, 11, 8, 9, 0xFF});
  game.add("ENCD", 1, {0x13, 6, 1, 9, 0xFF});
  const ScriptRows rows = game.read();
  EXPECT_EQ(rows.recolours.slot, (Column<uint8_t>{4, 8}));
  EXPECT_EQ(rows.recolours.color, (Column<uint8_t>{7, 9}));
  EXPECT_EQ(rows.recolours.id, (Column<uint16_t>{3, 9}));
  EXPECT_EQ(rows.recolours.wearer, (Column<uint32_t>{0, kNone}));
}

TEST(Calls, AreOfWhatTheActorWears) {
  SmallGame game;
  game.add("ENCD", 0, {0x11, 5, 6, 0x13, 5, 1, 3, 6, 9, 0xFF, 0x11, 5, 7, 0x11, 5, 250});
  game.add("ENCD", 1, {0x11, 5, 8, 0x13, 5, 1, 4, 0xFF, 0x13, 5, 1, 2, 0xFF});
  const ScriptRows rows = game.read();
  EXPECT_EQ(rows.calls.chore, (Column<uint16_t>{6, 9, 7}));
  EXPECT_EQ(rows.calls.id, (Column<uint16_t>{3, 3, 3})) << "in room 2, it may be 4 or 2";
  EXPECT_EQ(rows.calls.role,
            (Column<ChoreRole>{ChoreRole::played, ChoreRole::stand, ChoreRole::played}));
  EXPECT_EQ(rows.calls.offset, (Column<uint32_t>{0, 3, 10}));
}

TEST(Scripts, SayWhichPaletteARoomHas) {
  SmallGame game(Version::v6);
  const Code first = {0x00, 1, 0x9C, 213};
  game.add("ENCD", 0, first).add("SCRP", 0, first, 3).add("ENCD", 1, first);
  game.add("EXCD", 1, {0x00, 0, 0x9C, 213});
  const ScriptRows rows = game.read();
  EXPECT_EQ(rows.room_palette[0], 1u);
  EXPECT_EQ(rows.room_palette[1], std::nullopt);
}

using Entered = std::map<std::pair<uint32_t, int32_t>, uint8_t>;

TEST(EntryScripts, SetStatesOfObjects) {
  SmallGame game;
  game.add("ENCD", 1, {0x07, 8, 0, 3, 0x07, 9, 0, 0, 0x05, 7, 1, 0x1F, 0x07, 8, 0, 3});
  game.add("EXCD", 1, {0x07, 10, 0, 1}).add("SCRP", 1, {0x07, 11, 0, 1}, 1);
  game.add("LSCR", 1, {200, 0x07, 12, 0, 1}).add("ENCD", 0, {0x07, 8, 0, 1});
  EXPECT_EQ(game.read().entered, (Entered{{{0, 8}, 1}, {{1, 8}, 3}, {{1, 9}, 0}, {{1, 263}, 1}}));
}

TEST(EntryScripts, SetNoStateIfTheySetSeveralOrOneByAVariable) {
  SmallGame game;
  game.add("ENCD", 0, {0x07, 8, 0, 3, 0x07, 8, 0, 1, 0x07, 8, 0, 1,  // 3 and 1
                       0x07, 9, 0, 1, 0x47, 9, 0, 5, 0,              // 1 and v5
                       0x87, 5, 0, 1});                              // of object v5
  EXPECT_EQ(game.read().entered, (Entered{{{0, 8}, kNoState}, {{0, 9}, kNoState}}));
}

TEST(EntryScripts, SetStatesAsTheArchiveHasThem) {
  // All but 0 are the image of versions 3 and 4.
  SmallGame v4(Version::v4);
  EXPECT_EQ(v4.add("EN", 0, {0x07, 8, 0, 3, 0x07, 8, 0, 1, 0x07, 9, 0, 0}).read().entered,
            (Entered{{{0, 8}, 1}, {{0, 9}, 0}}));
  // 254 and 255 are a random state and the next one.
  SmallGame v7(Version::v7);
  v7.add("ENCD", 0, {0x01, 8, 0,    0x01, 253, 0, 0x70, 0x01, 9,    0,   0x01,
                     254,  0, 0x70, 0x01, 10,  0, 0x01, 0xFF, 0xFF, 0x70});
  EXPECT_EQ(v7.read().entered, (Entered{{{0, 8}, 253}, {{0, 9}, kNoState}, {{0, 10}, kNoState}}));
}

TEST(EntryScripts, SetNoMoreStatesThanTheLimit) {
  Code code;
  for (size_t i = 0; i < kMaxScriptRows; ++i) {
    const auto low = static_cast<uint8_t>(i), high = static_cast<uint8_t>(i >> 8);
    code.insert(code.end(), {0x07, low, high, 1});
  }
  SmallGame game;
  EXPECT_EQ(game.add("ENCD", 0, code).add("ENCD", 1, code).read().entered.size(), kMaxScriptRows);
}

TEST(Scripts, FailAloneAndTogetherAreANote) {
  SmallGame game;
  game.add("SCRP", 0, {0x13, 5, 1, 3, 0xFF, 0xEF}, 1).add("SCRP", 1, {0xEF}, 2);
  game.add("SCRP", 1, {0x13, 6, 1, 4, 0xFF, 0x00}, 3);
  EXPECT_EQ(game.wearers(), (Texts{"5 in 3", "6 in 4"}));
  EXPECT_EQ(game.failures.kind, Column<FailureKind>{FailureKind::note});
  EXPECT_EQ(
      text_at(game.failures.error_offset, game.failures.error, 0),
      "2 of 3 scripts cannot be read to their ends, so some wearers may be missing; this one: "
      "unknown instruction 239");
  EXPECT_EQ(game.failures.offset[0], 8u + 5);
}

TEST(Scripts, OfVersion3TellTheirForm) {
  SmallGame loom(Version::v3);
  loom.add("SC", 0, {0x3B, 0x13, 5, 1, 3, 0xFF, 0x00}, 1);
  EXPECT_EQ(loom.wearers(), Texts{"5 in 3"});
  SmallGame indy(Version::v3);
  indy.add("SC", 0, {0x3B, 9, 0xAE, 0x13, 5, 1, 3, 0xFF, 0x00}, 1);
  EXPECT_EQ(indy.wearers(), Texts{"5 in 3"});
  EXPECT_TRUE(indy.failures.kind.empty());
}

TEST(Scripts, MakeNoMoreRowsThanTheLimit) {
  Code code;
  for (size_t i = 0; i < kMaxScriptRows + 5; ++i) {
    code.insert(code.end(), {0x13, 5, 1, 3, 11, 1, 2, 6, 1, 0xFF});
  }
  SmallGame game;
  const ScriptRows rows = game.add("SCRP", 0, code, 1).read();
  EXPECT_EQ(rows.wearers.id.size(), kMaxScriptRows);
  EXPECT_EQ(rows.recolours.id.size(), kMaxScriptRows);
  EXPECT_EQ(rows.calls.id.size(), kMaxScriptRows);
}

}  // namespace
}  // namespace wardrobe
