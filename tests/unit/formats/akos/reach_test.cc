#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos_commands.h"
#include "tests/unit/formats/akos/akos_builder.h"

namespace wardrobe {
namespace {

using Codes = std::vector<uint8_t>;

/// Returns the tables of a costume of 12 cels and a window over `codes`, which have been followed.
StoredCostume followed(WindowMode mode, const Codes& codes, unsigned end,
                       const std::vector<uint16_t>& jumps) {
  AkosBuilder builder;
  for (int cel = 0; cel < 12; ++cel) builder.cel(1, 1, 1);
  builder.record(4, {{0, mode, codes, end}});
  builder.tables.jump.assign(jumps.begin(), jumps.end());
  builder.tables.entry_offset = {0, 12, 12};
  builder.tables.entry_reached.assign(12, 0);
  follow_sequences(builder.tables, Version::he70, 100);
  return builder.tables;
}

TEST(Reach, FindsTheCelsThatAWindowCanShow) {
  // Cel 1; do if var 5 = 0: cel 2, goto 1; end if; cel 3.
  const Codes branch = {1, 0xC0, 0x90, 0, 0, 5, 2, 0xC0, 0x30, 1, 0, 0xC0, 0x9F, 3};
  // Cel 1; jump by variable 9; cel 2, goto 0; cel 3, goto 0; cel 4, goto 0.
  const Codes table = {1,    0xC0, 0x88, 9, 2, 0xC0, 0x30, 0, 0, 3,
                       0xC0, 0x30, 0,    0, 4, 0xC0, 0x30, 0, 0};
  // Windows pass over the 2 bytes of a command itself, so they read the operands as codes.
  const Codes skip = {1, 0xC0, 0x90, 0, 0, 5, 2, 0xC0, 0x9F, 3, 4};
  const struct {
    const char* what;
    WindowMode mode;
    Codes codes;
    const char* cels;
    unsigned end = 0xFFFF;
    std::vector<uint16_t> jumps = {};
  } cases[] = {
      {"both ways of a condition", WindowMode::program, branch, "1 2 3"},
      {"both ways of a condition", WindowMode::unseen, branch, "1 2 3"},
      {"no table of jumps", WindowMode::program, table, "1 2"},
      {"every jump of the table", WindowMode::program, table, "1 2 3 4", 0xFFFF, {9, 14}},
      {"up to the end", WindowMode::loop, {1, 2, 3, 4}, "1 2 3", 2},
      {"up to the end", WindowMode::once, {1, 2, 3, 4}, "1 2 3", 2},
      {"over the end, which is inside a code", WindowMode::once, {1, 0x80, 2, 3, 4}, "1 2 3 4", 2},
      {"frozen", WindowMode::frozen, {1, 2}, "1"},
      {"a goto is never stood on", WindowMode::loop, {1, 0xC0, 0x30, 7, 0, 2, 3, 4}, "1 4", 6},
      {"a branch may not be taken",
       WindowMode::loop,
       {1, 0xC0, 0x88, 9, 2, 3, 4},
       "1 2 4 9",
       4,
       {6}},
      {"a goto at the start is taken later", WindowMode::loop, {0xC0, 0x30, 4, 0, 9}, "0 4 9", 3},
      {"a condition", WindowMode::loop, skip, "0 1 2 3 5", 9},
      {"the end-if is outside", WindowMode::loop, skip, "0 1 2 5", 6},
      {"a goto as operands, which may be passed over",
       WindowMode::loop,
       {1, 0xC0, 0x90, 0xC0, 0x30, 13, 0, 0xC0, 0x9F, 6, 0, 0, 0, 4},
       "1 4 6",
       9},
  };
  for (const auto& one : cases) {
    const StoredCostume tables = followed(one.mode, one.codes, one.end, one.jumps);
    std::string seen;
    for (size_t cel = 0; cel < 12; ++cel) {
      if (tables.entry_reached[cel] != 0) seen += (seen.empty() ? "" : " ") + std::to_string(cel);
    }
    EXPECT_EQ(seen, one.cels) << one.what;
  }
}

TEST(Reach, ReportsWhatLeadsOutOfTheSequences) {
  const std::string out = "a sequence leads out of AKSQ at 101";
  const std::string unknown = "unknown or incomplete command in a sequence at 101";
  const struct {
    const char* what;
    WindowMode mode;
    Codes codes;
    std::string problem;
    std::vector<uint16_t> jumps = {};
  } cases[] = {
      {"a loop", WindowMode::program, {0, 1, 0xC0, 0x30, 0, 0}, ""},
      {"an end at the end", WindowMode::program, {0, 1, 0xC0, 0xFF}, ""},
      {"a goto", WindowMode::program, {0, 0xC0, 0x30, 90, 3}, out},
      {"a jump", WindowMode::program, {0, 0xC0, 0x70, 90, 3, 0, 0, 0, 1, 0xC0, 0xFF}, out},
      {"a table", WindowMode::program, {0, 0xC0, 0x88, 1, 1, 0xC0, 0xFF}, "", {0, 4}},
      {"a table", WindowMode::program, {0, 0xC0, 0x88, 1, 1, 0xC0, 0xFF}, out, {0, 7}},
      {"no end", WindowMode::program, {0, 1}, out},
      {"no end", WindowMode::program, {0, 0xC0, 0x60}, out},
      {"no end-if", WindowMode::program, {0, 0xC0, 0x90, 0, 0, 1, 2}, out},
      {"unknown", WindowMode::program, {0, 0xC1, 0x23}, unknown},
      {"incomplete", WindowMode::program, {0, 0xC0}, unknown},
      {"a window", WindowMode::loop, {0, 1}, ""},
      {"passes over its end", WindowMode::once, {0, 0x80, 1}, out},
      {"a goto in a window", WindowMode::loop, {0, 0xC0, 0x30, 90, 3}, out},
  };
  for (const auto& one : cases) {
    std::string text;
    for (const Error& problem : followed(one.mode, one.codes, 0xFFFF, one.jumps).problems) {
      text += problem.message + " at " + std::to_string(problem.offset);
    }
    EXPECT_EQ(text, one.problem) << one.what;
  }
}

}  // namespace
}  // namespace wardrobe
