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

TEST(AkosCommands, AreThoseOfTheDocument) {
  // SCUMM.md §6 "Commands"; AkosPlayer plays each of them.
  std::vector<unsigned> known;
  for (unsigned value = kFirstAkosCommand; value < 0x10000; ++value) {
    const AkosFlow flow = first_of(padded(static_cast<uint16_t>(value))).flow;
    if (flow != AkosFlow::unknown && flow != AkosFlow::draw_many) known.push_back(value & 0xFF);
  }
  EXPECT_EQ(known,
            (std::vector<unsigned>{0x01, 0x10, 0x15, 0x16, 0x17, 0x18, 0x19, 0x30, 0x31, 0x40, 0x42,
                                   0x44, 0x45, 0x46, 0x47, 0x48, 0x50, 0x60, 0x61, 0x70, 0x71, 0x72,
                                   0x73, 0x74, 0x75, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
                                   0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x90, 0x91, 0x92, 0x93,
                                   0x94, 0x95, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xFF}));
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

TEST(AkosControlFlow, FindsInfiniteLoopsOfGotos) {
  const Code random = {0xC0, 0x82, 0, 0, 9, 0, 5, 0xC0, 0x30, 0, 0};
  EXPECT_FALSE(AkosControlFlow(AkosCommands(random, Version::v7)).loops_forever(0));
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
