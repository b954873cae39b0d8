#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "tests/unit/formats/cost/cost_builder.h"
#include "tests/unit/formats/shapes.h"
#include "tools/sample/write_costume.h"

namespace wardrobe {
namespace {

/// Returns a costume of several limbs with every kind of window, null entries and shared pictures.
CostBuilder random_costume(uint8_t format, std::mt19937& random) {
  CostBuilder builder(format);
  const auto pick = [&random](int from, int to) {
    return static_cast<int>(from + random() % static_cast<unsigned>(to - from + 1));
  };
  const auto small = [&] { return static_cast<int16_t>(pick(-300, 300)); };
  const bool redirects = (format & 0x7E) == 0x60;
  std::vector<uint32_t> candidates;
  const int pictures = pick(1, 12);
  for (int i = 0; i < pictures; ++i) {
    const auto width = static_cast<uint16_t>(pick(0, 40));
    const auto height = static_cast<uint16_t>(pick(0, 40));
    if (redirects && i > 0 && pick(0, 2) == 0) {
      candidates.push_back(
          builder.picture_of({}, width, height, small(), small(), small(), small(), 0, 0));
    } else {
      candidates.push_back(builder.picture(width, height, 1, small(), small(), small(), small()));
    }
  }
  std::vector<std::vector<uint32_t>> tables(kLimbs);
  size_t next = 0;
  for (size_t limb = 0; limb < kLimbs; ++limb) {
    if (limb > 0 && next == candidates.size() && pick(0, 3) != 0) continue;
    for (int i = pick(1, 4); i > 0; --i) {
      const bool fresh = next < candidates.size();
      const uint32_t candidate = fresh ? candidates[next++] : candidates[random() % next];
      tables[limb].push_back(i > 1 && pick(0, 5) == 0 ? kNone : candidate);
      if (fresh && tables[limb].back() == kNone) tables[limb].back() = candidate;
    }
  }
  // Every picture must be in a table, because read_cost reads no others.
  while (next < candidates.size()) tables[kLimbs - 1].push_back(candidates[next++]);
  for (size_t limb = 0; limb < kLimbs; ++limb) builder.table(limb, tables[limb]);
  for (uint16_t number = 4; number < 24; number += 1) {
    if (pick(0, 2) == 0) continue;
    for (uint8_t limb = 0; limb < kLimbs; ++limb) {
      if (tables[limb].empty()) continue;
      if (number > 4 && pick(0, 4) == 0) {
        builder.window(limb, WindowMode::off, 0, 0);
        continue;
      }
      Column<uint8_t>& commands = builder.tables().command;
      const auto start = static_cast<uint16_t>(commands.size());
      const int length = pick(1, 6);
      for (int i = 0; i < length; ++i) {
        commands.push_back(static_cast<uint8_t>(random() % tables[limb].size()));
      }
      builder.window(limb, pick(0, 1) == 0 ? WindowMode::loop : WindowMode::once, start,
                     static_cast<uint16_t>(length));
    }
    builder.end_record(number);
  }
  return builder;
}

/// Returns whether there is a record 4. It gives every used limb a window, without which read_cost
/// would leave out the limb's table.
bool all_limbs_play(const StoredCostume& tables) {
  return !tables.records.number.empty() && tables.records.number[0] == 4;
}

TEST(CostRoundTrip, GivesTheSameTables) {
  std::mt19937 random(20261121);
  int compared = 0;
  for (const uint8_t format : {0x58, 0x59, 0xD8, 0xD9, 0x60, 0x61, 0xE0, 0xE1}) {
    for (const Version version : {Version::v5, Version::v6}) {
      for (int i = 0; i < 40; ++i) {
        CostBuilder builder = random_costume(format, random);
        const StoredCostume& wrote = builder.tables();
        if (!all_limbs_play(wrote)) continue;
        ++compared;
        const std::vector<uint8_t> payload = builder.write(version);
        const StoredCostume read = read_whole_cost(payload, version);
        EXPECT_EQ(read.format, wrote.format);
        EXPECT_EQ(read.color, wrote.color);
        EXPECT_EQ(read.command, wrote.command);
        EXPECT_EQ(read.records.number, wrote.records.number);
        EXPECT_EQ(read.records.window_offset, wrote.records.window_offset);
        EXPECT_EQ(read.windows.limb, wrote.windows.limb);
        EXPECT_EQ(read.windows.mode, wrote.windows.mode);
        EXPECT_EQ(read.windows.start, wrote.windows.start);
        EXPECT_EQ(read.windows.length, wrote.windows.length);
        EXPECT_EQ(read.entry_offset, wrote.entry_offset);
        EXPECT_EQ(read.entry_picture, wrote.entry_picture);
        EXPECT_EQ(shapes_of(read), shapes_of(wrote));
        EXPECT_TRUE(read.problems.empty());
        for (size_t c = 0; c < read.pictures.size(); ++c) {
          EXPECT_EQ(read.pictures[c].redirect_limb, wrote.pictures[c].redirect_limb);
          if (read.pictures[c].redirect_limb != kNoLimb) continue;
          const uint32_t begin = builder.rle_offset()[c];
          const Bytes rle = builder.rle().subspan(begin, builder.rle_offset()[c + 1] - begin);
          EXPECT_TRUE(
              std::ranges::equal(rle, Bytes(payload).subspan(read.pictures[c].data, rle.size())));
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(WriteCost, RefusesWhatSixteenBitOffsetsDoNotReach) {
  CostBuilder builder;
  std::vector<uint32_t> entries;
  for (int i = 0; i < 20; ++i) {
    entries.push_back(builder.picture_of(std::vector<uint8_t>(5000, 0x11), 100, 50));
  }
  builder.table(0, entries);
  builder.record(4, 0, {0});
  const auto payload =
      write_cost(builder.tables(), builder.rle(), builder.rle_offset(), Version::v5);
  ASSERT_FALSE(payload);
  EXPECT_EQ(payload.error().code, ErrorCode::limit);
}

TEST(WriteCost, RefusesAWindowOfALimbWithoutEntries) {
  CostBuilder builder;
  builder.record(4, 3, {0});
  const auto payload =
      write_cost(builder.tables(), builder.rle(), builder.rle_offset(), Version::v5);
  ASSERT_FALSE(payload);
  EXPECT_EQ(payload.error().message, "limb 3 has a window but no entries");
}

}  // namespace
}  // namespace wardrobe
