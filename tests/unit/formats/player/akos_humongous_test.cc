#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/unit/formats/player/actors.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;

/// Returns the codes of C021 for cels 1, 2 …, `numbers` being those of their conditions.
Codes draw_many_if(const Codes& numbers, uint8_t cels) {
  Codes codes = {0xC0, 0x21, static_cast<uint8_t>(5 + numbers.size() + size_t{5} * cels),
                 static_cast<uint8_t>(numbers.size())};
  codes.insert(codes.end(), numbers.begin(), numbers.end());
  codes.push_back(cels);
  for (uint8_t cel = 1; cel <= cels; ++cel) codes.insert(codes.end(), {0, 0, 0, 0, cel});
  return codes;
}

Codes join(std::initializer_list<Codes> parts) {
  Codes codes;
  for (const Codes& part : parts) codes.insert(codes.end(), part.begin(), part.end());
  return codes;
}

/// An actor whose program is `codes`, and which has these conditions.
AkosActor actor_with(Version version, const Codes& codes, const std::vector<uint32_t>& conditions) {
  AkosActor actor(version);
  actor.record(kSouthOf2, {{0, WindowMode::program, codes}});
  actor.conditions(conditions);
  return actor;
}

TEST(AkosConditions, OfASilentActor) {
  // none; talk 1; talk 1 in all; not talk 1; talk 2; not talk 2; all of talk 1 and 2; shadow bits.
  const std::vector<uint32_t> conditions = {0,          1, 0x40000001, 0x80000001, 2,
                                            0x80000002, 3, 0x40000003, 0xE000};
  for (const Version version : kHumongous) {
    AkosActor actor = actor_with(version, draw_many_if({}, 9), conditions);
    EXPECT_EQ(actor.play(1), version < Version::he90 ? "12367" : "123679") << facts(version).name;
    EXPECT_TRUE(actor.reads()[kReadCondition]);
  }
  AkosActor seven = actor_with(Version::v7, draw_many_if({}, 2), {2, 2});
  seven.tables().costumes.condition_offset = {0, 0};
  EXPECT_EQ(seven.play(1), "12");
}

TEST(AkosConditions, HaveNumbersAndAPlaceForEachSequence) {
  AkosActor actor = actor_with(Version::he80, draw_many_if({2, 0, 9}, 4), {2, 0, 1, 2});
  EXPECT_EQ(actor.play(1), "13") << "by 2, 0, 9, which is not there, and 3";
  actor.tables().sequences.condition = {4};
  EXPECT_EQ(actor.play(1), "234") << "by 3, 1, 10 and 4";
}

TEST(AkosConditions, TalkingGoesToTheEndWhereABranchHasNoTarget) {
  AkosActor actor(Version::he80);
  actor.record(10, {{0, WindowMode::program, {1, 0xC0, 0xA4}}});
  actor.tables().costumes.command.insert(actor.tables().costumes.command.end(), {0, 0});
  Player player(actor.tables(), 0);
  begin(player, {2, Direction::south});
  player.set_talking(1);
  EXPECT_EQ(played(player, 2), "1 -") << "the bytes behind it are another costume's";
}

TEST(AkosConditions, OfATalkingActor) {
  const Codes many = draw_many_if({}, 3);
  for (const Version version : kHumongous) {
    AkosActor actor = actor_with(version, join({many, {0xC0, 0xA1, 27, 0, 4, 0xC0, 0xFF, 5}}),
                                 {1, 4, 0x80000004});
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    EXPECT_EQ(drawn(player), "13");
    player.set_talking(3);
    EXPECT_EQ(drawn(player), "2");
    player.set_talking(1);
    EXPECT_EQ(drawn(player), "13") << "talks with the mouth of a silent actor";
    EXPECT_EQ(played(player, 2), "13 5") << "but it talks";
    player.set_talking(0);
    player.start(2);
    EXPECT_EQ(played(player, 2), "13 4");
    player.set_talking(3);
    player.reset(Direction::south);
    player.start(2);
    EXPECT_EQ(played(player, 2), "13 4");
  }
}

TEST(AkosParts, OfTheTableOfJumps) {
  AkosActor actor(Version::he80);
  // cel 1; C088 by var 5; cel 2; cels 3, 4, 5 at 6 to 8.
  actor.record(kSouthOf2, {{0, WindowMode::program, {1, 0xC0, 0x88, 5, 2, 0xC0, 0xFF, 3, 4, 5}}});
  actor.tables().costumes.jump = {7, 8, 9};
  actor.tables().costumes.jump_offset = {0, 3};
  const auto second = [&](int16_t value) {
    Player player(actor.tables(), 0);
    begin(player, {2, Direction::south});
    player.set_variable(5, value);
    return played(player, 2);
  };
  EXPECT_EQ(second(1), "1 3");
  for (const int16_t value : {0, 4, -1}) EXPECT_EQ(second(value), "1 2") << value;
  actor.conditions({});
  actor.tables().sequences.jump = {1};
  actor.tables().sequences.jumps = {1};
  EXPECT_EQ(second(1), "1 4");
  for (const int16_t value : {0, 2, -1}) EXPECT_EQ(second(value), "1 2") << value;
  actor.tables().sequences.jumps = {9};
  EXPECT_EQ(second(2), "1 5");
  EXPECT_EQ(second(3), "1 2") << "past the table";
}

}  // namespace
}  // namespace wardrobe
