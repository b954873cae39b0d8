#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos_commands.h"
#include "tests/unit/formats/akos/akos_builder.h"

namespace wardrobe {
namespace {

/// Returns those of 12 cels that a window over `codes` can show.
std::string reached(WindowMode mode, const std::vector<uint8_t>& codes, unsigned end = 0xFFFF,
                    const std::vector<uint16_t>& jumps = {}) {
  AkosBuilder builder;
  for (int cel = 0; cel < 12; ++cel) builder.cel(1, 1, 1);
  builder.record(4, {{0, mode, codes, end}});
  builder.tables.jump.assign(jumps.begin(), jumps.end());
  builder.tables.entry_offset = {0, 12, 12};
  builder.tables.entry_reached.assign(12, 0);
  follow_sequences(builder.tables, Version::he70, 0);
  std::string seen;
  for (size_t cel = 0; cel < 12; ++cel) {
    if (builder.tables.entry_reached[cel] != 0)
      seen += (seen.empty() ? "" : " ") + std::to_string(cel);
  }
  return seen;
}

TEST(Reach, FollowsBothWaysOfACondition) {
  // Cel 1; do if var 5 = 0: cel 2, goto 1; end if; cel 3.
  const std::vector<uint8_t> codes = {1, 0xC0, 0x90, 0, 0, 5, 2, 0xC0, 0x30, 1, 0, 0xC0, 0x9F, 3};
  EXPECT_EQ(reached(WindowMode::program, codes), "1 2 3");
  EXPECT_EQ(reached(WindowMode::unseen, codes), "1 2 3");
}

TEST(Reach, FollowsEveryJumpOfTheTable) {
  // Cel 1; jump by variable 9; cel 2, goto 0; cel 3, goto 0; cel 4, goto 0.
  const std::vector<uint8_t> codes = {1,    0xC0, 0x88, 9, 2, 0xC0, 0x30, 0, 0, 3,
                                      0xC0, 0x30, 0,    0, 4, 0xC0, 0x30, 0, 0};
  EXPECT_EQ(reached(WindowMode::program, codes), "1 2");
  EXPECT_EQ(reached(WindowMode::program, codes, 0xFFFF, {9, 14}), "1 2 3 4");
}

TEST(Reach, OfPlainWindows) {
  EXPECT_EQ(reached(WindowMode::loop, {1, 2, 3, 4}, 2), "1 2 3");
  EXPECT_EQ(reached(WindowMode::once, {1, 2, 3, 4}, 2), "1 2 3");
  EXPECT_EQ(reached(WindowMode::once, {1, 0x80, 2, 3, 4}, 2), "1 2 3 4")
      << "steps over the end of the window, which is inside a code";
  EXPECT_EQ(reached(WindowMode::frozen, {1, 2}), "1");
  EXPECT_EQ(reached(WindowMode::loop, {1, 0xC0, 0x30, 7, 0, 2, 3, 4}, 6), "1 4")
      << "a goto is never stood on, so its operands are not taken for cels";
  EXPECT_EQ(reached(WindowMode::loop, {1, 0xC0, 0x88, 9, 2, 3, 4}, 4, {6}), "1 2 4 9")
      << "a limb steps on from a branch that is not taken";
  EXPECT_EQ(reached(WindowMode::loop, {0xC0, 0x30, 4, 0, 9}, 3), "0 4 9")
      << "a goto at the start is taken the second time";
}

TEST(Reach, OfConditionsInPlainWindows) {
  // Mode 2 skips only the 2 bytes of a code itself, so it reads the operands as codes.
  const std::vector<uint8_t> codes = {1, 0xC0, 0x90, 0, 0, 5, 2, 0xC0, 0x9F, 3, 4};
  EXPECT_EQ(reached(WindowMode::loop, codes, 9), "0 1 2 3 5");
  EXPECT_EQ(reached(WindowMode::loop, codes, 6), "0 1 2 5") << "the end-if is outside";
  // A goto as operands; its target is 13. If the condition does not hold, the limb passes over it.
  EXPECT_EQ(
      reached(WindowMode::loop, {1, 0xC0, 0x90, 0xC0, 0x30, 13, 0, 0xC0, 0x9F, 6, 0, 0, 0, 4}, 9),
      "1 4 6");
}

/// Returns "message at position" of the problems of a window over `codes`.
std::string problems(WindowMode mode, const std::vector<uint8_t>& codes,
                     const std::vector<uint16_t>& jumps = {}) {
  AkosBuilder builder;
  for (int cel = 0; cel < 12; ++cel) builder.cel(1, 1, 1);
  builder.record(4, {{0, mode, codes}});
  builder.tables.jump.assign(jumps.begin(), jumps.end());
  builder.tables.entry_offset = {0, 12, 12};
  builder.tables.entry_reached.assign(12, 0);
  follow_sequences(builder.tables, Version::he70, 100);
  std::string text;
  for (const Error& problem : builder.tables.problems) {
    text += problem.message + " at " + std::to_string(problem.offset);
  }
  return text;
}

TEST(Reach, ReportsWhatLeadsOutOfTheSequences) {
  const auto program = [](const std::vector<uint8_t>& codes,
                          const std::vector<uint16_t>& jumps = {}) {
    return problems(WindowMode::program, codes, jumps);
  };
  EXPECT_EQ(program({0, 1, 0xC0, 0x30, 0, 0}), "");
  EXPECT_EQ(program({0, 1, 0xC0, 0xFF}), "") << "an end at the end";
  EXPECT_EQ(program({0, 1, 0xC0, 0x30, 90, 3}), "a sequence leads out of AKSQ at 102");
  EXPECT_EQ(program({0, 0xC0, 0x70, 90, 3, 0, 0, 0, 1, 0xC0, 0xFF}),
            "a sequence leads out of AKSQ at 101");
  EXPECT_EQ(program({0, 0xC0, 0x88, 1, 1, 0xC0, 0xFF}, {0, 4}), "");
  EXPECT_EQ(program({0, 0xC0, 0x88, 1, 1, 0xC0, 0xFF}, {0, 7}),
            "a sequence leads out of AKSQ at 101");
  EXPECT_EQ(program({0, 1}), "a sequence leads out of AKSQ at 101");
  EXPECT_EQ(program({0, 0xC0, 0x60}), "a sequence leads out of AKSQ at 101");
  EXPECT_EQ(program({0, 0xC0, 0x90, 0, 0, 1, 2}), "a sequence leads out of AKSQ at 101")
      << "no end-if";
  EXPECT_EQ(program({0, 0xC1, 0x23}), "unknown or incomplete command in a sequence at 101");
  EXPECT_EQ(program({0, 0xC0}), "unknown or incomplete command in a sequence at 101");
  EXPECT_EQ(problems(WindowMode::loop, {0, 1}), "");
  EXPECT_EQ(problems(WindowMode::once, {0, 0x80, 1}), "a sequence leads out of AKSQ at 101")
      << "passes over its end";
  EXPECT_EQ(problems(WindowMode::loop, {0, 0xC0, 0x30, 90, 3}),
            "a sequence leads out of AKSQ at 101");
}

}  // namespace
}  // namespace wardrobe
