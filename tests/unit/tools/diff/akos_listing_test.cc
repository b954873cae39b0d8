#include "tools/diff/akos_listing.h"

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;
constexpr uint32_t kAkosCostume = 2;
constexpr uint32_t kItsWindow = 2;

/// Returns the small archive. Its AKOS costume has these commands, and one program, which starts at
/// `start`.
Tables with_program(const Codes& commands, uint16_t start) {
  Tables t = small_akos_archive().tables;
  t.costumes.command = commands;
  t.costumes.command_offset = {0, 0, 0, static_cast<uint32_t>(commands.size())};
  t.windows.start[kItsWindow] = start;
  return t;
}

TEST(AkosListing, EndsWithAGotoToWhatItHasListed) {
  // The codes are cel 1, cel 2 and a goto 0; the program starts at cel 2.
  const Tables t = with_program({1, 2, 0xC0, 0x30, 0, 0}, 1);
  EXPECT_EQ(listing_of(t, kAkosCostume, kItsWindow).commands,
            (Codes{2, 0xC0, 0x30, 0, 0,  // cel 2, goto target 0
                   1, 0xC0, 0x30, 1, 0,  // target 0: cel 1, goto target 1
                   2, 0, 0, 0}));        // the positions of targets 0 and 1
}

TEST(AkosListing, FollowsTheJumpTable) {
  Tables t = with_program({0xC0, 0x88, 1, 5}, 0);
  t.costumes.jump = {3};
  t.costumes.jump_offset.back() = 1;
  EXPECT_EQ(listing_of(t, kAkosCostume, kItsWindow).commands,
            (Codes{0xC0, 0x88, 1, 5,  // jump by variable 1, cel 5
                   0, 0,              // the jump table: target 0
                   1, 0}));           // the position of target 0
}

TEST(AkosListing, HasTheJumpTableOnce) {
  constexpr uint16_t kJumps = 200;
  constexpr size_t kCommands = 1000;
  Codes commands;
  for (size_t i = 0; i < kCommands; ++i) commands.insert(commands.end(), {0xC0, 0x88, 1});
  Tables t = with_program(commands, 0);
  for (uint16_t i = 0; i < kJumps; ++i) t.costumes.jump.push_back(static_cast<uint16_t>(3 * i));
  t.costumes.jump_offset.back() = kJumps;
  const Codes listed = listing_of(t, kAkosCostume, kItsWindow).commands;
  EXPECT_LE(listed.size(), commands.size() + 8 * kJumps);
}

TEST(AkosListing, HasAnEndForABranchWithoutTarget) {
  // The target of C0A4 would be in the costume that follows.
  Tables t = with_program({5, 0xC0, 0xA4}, 0);
  t.costumes.command.insert(t.costumes.command.end(), {0, 0});
  EXPECT_EQ(listing_of(t, kAkosCostume, kItsWindow).commands,
            (Codes{5, 0xC0, 0xA4, 0, 0, 0xFF, 0xFF}));
}

TEST(AkosListing, NamesItsCels) {
  const Tables t = with_program({1, 0x85, 0x34, 2}, 0);
  EXPECT_EQ(listing_of(t, kAkosCostume, kItsWindow).slots, (std::vector<uint16_t>{1, 0x534, 2}));
}

TEST(AkosListing, OfACostIsItsWindow) {
  Tables t = small_archive().tables;
  t.costumes.command = {3, 0x84, 5};
  t.costumes.command_offset = {0, 3, 3};
  t.windows.start[0] = 1;
  t.windows.length[0] = 2;
  EXPECT_EQ(listing_of(t, 0, 0).commands, (Codes{0x84, 5}));
  EXPECT_EQ(listing_of(t, 0, 0).slots, (std::vector<uint16_t>{4, 5}));
}

}  // namespace
}  // namespace wardrobe
