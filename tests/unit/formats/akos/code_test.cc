#include <vector>

#include <gtest/gtest.h>

#include "formats/akos_commands.h"

namespace wardrobe {
namespace {

using Code = std::vector<uint8_t>;

AkosCode first_of(const Code& bytes, Version version = Version::v7) {
  return AkosCommands(bytes, version).at(0);
}

/// Returns a code followed by more operand bytes than any command needs, each of them 9.
Code padded(uint16_t value) {
  Code bytes(32, 9);
  bytes[0] = static_cast<uint8_t>(value >> 8);
  bytes[1] = static_cast<uint8_t>(value);
  return bytes;
}

TEST(AkosCommands, ReadsCelsOfOneAndTwoBytes) {
  EXPECT_EQ(first_of({0x7F}).flow, AkosFlow::cel);
  EXPECT_EQ(first_of({0x7F}).size, 1);
  const AkosCode two = first_of({0x81, 0x23});
  EXPECT_EQ(two.flow, AkosFlow::cel);
  EXPECT_EQ(two.size, 2);
  EXPECT_EQ(two.value & kAkosCelMask, 0x123);
}

TEST(AkosCommands, KnowsTheSizeOfEveryCommand) {
  // SCUMM.md §6 "Commands".
  const std::vector<std::pair<uint16_t, unsigned>> sizes = {
      {0xC001, 2}, {0xC010, 5}, {0xC015, 3}, {0xC016, 5}, {0xC017, 5}, {0xC018, 5}, {0xC019, 5},
      {0xC030, 4}, {0xC031, 5}, {0xC040, 5}, {0xC042, 3}, {0xC044, 3}, {0xC045, 9}, {0xC046, 9},
      {0xC047, 9}, {0xC048, 9}, {0xC050, 3}, {0xC060, 2}, {0xC061, 2}, {0xC070, 7}, {0xC071, 7},
      {0xC072, 7}, {0xC073, 7}, {0xC074, 7}, {0xC075, 7}, {0xC080, 3}, {0xC081, 3}, {0xC082, 7},
      {0xC083, 3}, {0xC084, 4}, {0xC085, 6}, {0xC086, 2}, {0xC087, 6}, {0xC088, 3}, {0xC089, 8},
      {0xC08A, 4}, {0xC08B, 6}, {0xC08C, 3}, {0xC08D, 3}, {0xC08E, 4}, {0xC090, 5}, {0xC091, 5},
      {0xC092, 5}, {0xC093, 5}, {0xC094, 5}, {0xC095, 5}, {0xC09F, 2}, {0xC0A0, 4}, {0xC0A1, 4},
      {0xC0A2, 4}, {0xC0A3, 3}, {0xC0A4, 2}, {0xC0A5, 2}, {0xC0FF, 2}};
  for (const auto& [value, size] : sizes) {
    EXPECT_EQ(first_of(padded(value)).size, size) << std::hex << value;
    EXPECT_NE(first_of(padded(value)).flow, AkosFlow::unknown) << std::hex << value;
  }
  size_t known = 0;
  for (unsigned value = kFirstAkosCommand; value < 0x10000; ++value) {
    const AkosFlow flow = first_of(padded(static_cast<uint16_t>(value))).flow;
    known += flow != AkosFlow::unknown && flow != AkosFlow::draw_many ? 1 : 0;
  }
  EXPECT_EQ(known, sizes.size()) << "a command that SCUMM.md does not name";
}

TEST(AkosCommands, SoundControlIsShorterInHumongousGames) {
  EXPECT_EQ(first_of(padded(0xC089), Version::he60).size, 8);
  EXPECT_EQ(first_of(padded(0xC089), Version::he61).size, 6);
  EXPECT_EQ(first_of(padded(0xC089), Version::he70).size, 6);
}

TEST(AkosCommands, ACommandWithCutOperandsIsUnknown) {
  for (const uint16_t value : {0xC010, 0xC030, 0xC045, 0xC070, 0xC0A5}) {
    const Code whole = padded(value);
    const size_t size = value == 0xC0A5 ? 4 : first_of(whole).size;
    const Code cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size) - 1);
    EXPECT_EQ(first_of(cut).flow, AkosFlow::unknown) << std::hex << value;
    EXPECT_EQ(first_of(cut).step, 2) << std::hex << value;
  }
  EXPECT_EQ(first_of({0xC0}).step, 0) << "half a code";
  EXPECT_EQ(AkosCommands({}, Version::v7).at(0).step, 0);
  EXPECT_EQ(first_of({0xC0, 0x45, 2}).flow, AkosFlow::unknown) << "a size too small for itself";
}

TEST(AkosCommands, ReadsDrawManyInAllItsForms) {
  // dx 1, dy −2, cel 5; then dx 3, dy 4, cel 0x123.
  const Code items = {2, 1, 0, 0xFE, 0xFF, 5, 3, 0, 4, 0, 0x81, 0x23};
  const Code move = {7, 0, 0xF8, 0xFF};
  const auto join = [](const std::vector<Code>& parts) {
    Code all;
    for (const Code& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  const std::vector<std::pair<Code, bool>> forms = {
      {join({{0xC0, 0x20}, items}), false},
      {join({{0xC0, 0x25}, move, items}), true},
      {join({{0xC0, 0x21, 18, 2, 0xAA, 0xBB}, items}), false},
      {join({{0xC0, 0x22, 21, 1, 0xAA}, move, items}), true}};
  for (const auto& [bytes, moves] : forms) {
    const AkosCommands commands(bytes, Version::he70);
    ASSERT_EQ(commands.at(0).flow, AkosFlow::draw_many);
    EXPECT_EQ(commands.at(0).size, bytes.size());
    const AkosItems found = commands.items(0);
    EXPECT_EQ(found.conditional, bytes[1] == 0x21 || bytes[1] == 0x22);
    EXPECT_EQ(found.dx, moves ? 7 : 0);
    EXPECT_EQ(found.dy, moves ? -8 : 0);
    ASSERT_EQ(found.count, 2u);
    size_t at = found.position;
    const AkosItem first = commands.next_item(at);
    EXPECT_EQ(std::tuple(first.dx, first.dy, first.cel), std::tuple(1, -2, 5));
    const AkosItem second = commands.next_item(at);
    EXPECT_EQ(std::tuple(second.dx, second.dy, second.cel), std::tuple(3, 4, 0x123));
    EXPECT_EQ(at, bytes.size());
    for (size_t size = 2; size < bytes.size(); ++size) {
      const Code cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
      EXPECT_EQ(first_of(cut, Version::he70).flow, AkosFlow::unknown) << "cut to " << size;
    }
  }
}

TEST(AkosCommands, ADrawManyLongerThanItsStatedSizeIsUnknown) {
  // The only item has a cel of two bytes, so the size should be 11.
  for (const uint8_t size : {10, 11, 12}) {
    const Code bytes = {0xC0, 0x21, size, 0, 1, 0, 0, 0, 0, 0x81, 0x23, 0, 0};
    EXPECT_EQ(first_of(bytes).flow, size < 11 ? AkosFlow::unknown : AkosFlow::draw_many);
    EXPECT_EQ(first_of(bytes).size, size < 11 ? 0 : size);
  }
}

TEST(AkosControlFlow, ARandomNumberCanEndALoop) {
  const Code bytes = {0xC0, 0x82, 0, 0, 9, 0, 5, 0xC0, 0x30, 0, 0};
  const AkosCommands commands(bytes, Version::v7);
  EXPECT_FALSE(AkosControlFlow(commands).loops_forever(0));
  EXPECT_FALSE(AkosControlFlow(commands).loops_forever(7));
}

TEST(AkosControlFlow, FindsInfiniteLoopsOfGotos) {
  // 0: goto 4. 4: ++var 0. 6: goto 4. 10: goto 14. 14: cel. 15: goto 10. 19: goto 0.
  const Code bytes = {0xC0, 0x30, 4, 0,    0xC0, 0x60, 0xC0, 0x30, 4,    0, 0xC0, 0x30,
                      14,   0,    3, 0xC0, 0x30, 10,   0,    0xC0, 0x30, 0, 0};
  const AkosCommands commands(bytes, Version::v7);
  AkosControlFlow flow(commands);
  EXPECT_FALSE(flow.loops_forever(19)) << "leads into a loop, but is not on it";
  EXPECT_FALSE(flow.loops_forever(0));
  EXPECT_TRUE(flow.loops_forever(4));
  EXPECT_TRUE(flow.loops_forever(6));
  EXPECT_FALSE(flow.loops_forever(10)) << "shows a cel on the way";
  EXPECT_FALSE(flow.loops_forever(14));
  EXPECT_FALSE(flow.loops_forever(1000));
}

}  // namespace
}  // namespace wardrobe
