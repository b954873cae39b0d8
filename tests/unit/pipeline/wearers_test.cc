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

// What wearers, recolours and calls are is compared with another reader by
// oracle/play/scripts_test.py.

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

  /// "5 in 3": actors and their costumes.
  std::vector<std::string> wearers() {
    const Wearers from = read().wearers;
    std::vector<std::string> texts;
    for (size_t i = 0; i < from.id.size(); ++i) {
      texts.push_back(std::to_string(from.actor[i]) + " in " + std::to_string(from.id[i]));
    }
    return texts;
  }

  Failures failures;

 private:
  Scanned scanned_;
  std::vector<Code> codes_;
  std::vector<std::tuple<Tag, uint32_t, uint32_t>> rest_;
};

using Texts = std::vector<std::string>;

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
