#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tests/unit/formats/shapes.h"

namespace wardrobe {
namespace {

/// Returns a random costume with windows of every mode and random codes.
AkosBuilder random_costume(uint8_t codec, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&random](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  AkosBuilder builder;
  builder.tables.codec = codec;
  builder.tables.flags = static_cast<uint16_t>(below(4));
  builder.tables.short_headers = below(2) == 0;
  for (unsigned i = below(257); i > 0; --i) {
    builder.tables.color.push_back(static_cast<uint8_t>(random()));
  }
  for (unsigned i = 3 * below(65); i > 0; --i) {
    builder.tables.rgb.push_back(static_cast<uint8_t>(random()));
  }
  for (unsigned i = below(9); i > 0; --i) {
    builder.tables.jump.push_back(static_cast<uint16_t>(random()));
  }
  const unsigned cels = 1 + below(200);
  for (unsigned i = 0; i < cels; ++i) {
    const auto place = [&] {
      return builder.tables.short_headers ? int16_t{0} : static_cast<int16_t>(random());
    };
    builder.cel(static_cast<uint16_t>(below(40)), static_cast<uint16_t>(below(40)),
                static_cast<uint8_t>(below(16)), place(), place(), place(), place());
  }
  for (unsigned number = 1 + below(4); number < 400; number += 1 + below(9)) {
    std::vector<AkosBuilder::Window> windows;
    for (unsigned limb = below(3); limb < 16; limb += 1 + below(8)) {
      const auto mode = static_cast<WindowMode>(below(9));
      const bool bare =
          mode == WindowMode::off || mode == WindowMode::stop || mode == WindowMode::unstop;
      AkosBuilder::Window window{static_cast<uint8_t>(limb), mode, {}, 0xFFFF};
      for (unsigned i = bare ? 0 : 1 + below(20); i > 0; --i) {
        const unsigned command = below(4);
        if (command == 0) window.codes.push_back(0xC0);
        window.codes.push_back(static_cast<uint8_t>(command == 0 ? random() : below(cels) & 0x7F));
      }
      windows.push_back(window);
    }
    builder.record(number, windows);
  }
  return builder;
}

TEST(AkosRoundTrip, GivesBackGeneratedCostumesOfEveryCodecModeAndCommand) {
  std::array<size_t, 9> modes{};
  std::array<bool, 256> commands{};
  for (unsigned seed = 0; seed < 200; ++seed) {
    constexpr std::array kCodecs = {kAkosRle, kAkosBomp, kAkosMajMin, kAkosTrle};
    const AkosBuilder builder = random_costume(kCodecs[seed % 4], seed);
    const StoredCostume& wrote = builder.tables;
    const Version version = seed % 3 == 0 ? Version::he70 : Version::v7;
    const StoredCostume back = *read_akos(builder.write(), version);
    EXPECT_EQ(back.flags, wrote.flags);
    EXPECT_EQ(back.codec, wrote.codec);
    EXPECT_EQ(back.directions, version == Version::v7 && (wrote.flags & 2) != 0 ? 8 : 4);
    EXPECT_EQ(back.mirror_west, (wrote.flags & 1) == 0);
    EXPECT_EQ(back.color, wrote.color);
    EXPECT_EQ(back.rgb, wrote.rgb);
    EXPECT_EQ(back.command, wrote.command);
    EXPECT_EQ(back.jump, wrote.jump);
    EXPECT_EQ(back.records.number, wrote.records.number);
    EXPECT_EQ(back.records.window_offset, wrote.records.window_offset);
    EXPECT_EQ(back.windows.limb, wrote.windows.limb);
    EXPECT_EQ(back.windows.mode, wrote.windows.mode);
    EXPECT_EQ(back.windows.start, wrote.windows.start);
    EXPECT_EQ(back.windows.length, wrote.windows.length);
    EXPECT_EQ(back.short_headers, wrote.short_headers);
    EXPECT_EQ(shapes_of(back), shapes_of(wrote));
    EXPECT_EQ(back.pictures[0].data_end - back.pictures[0].data, builder.data.size());
    for (const WindowMode mode : back.windows.mode) ++modes[static_cast<size_t>(mode)];
    for (size_t i = 0; i + 1 < back.command.size(); ++i) {
      if (back.command[i] == 0xC0) commands[back.command[i + 1]] = true;
    }
  }
  EXPECT_TRUE(std::ranges::all_of(modes, [](size_t count) { return count > 100; }));
  EXPECT_EQ(std::ranges::count(commands, true), 256);
}

}  // namespace
}  // namespace wardrobe
