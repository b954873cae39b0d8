#include "tools/sample/sample.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/versions.h"
#include "kernels/reference.h"

namespace wardrobe {
namespace {

constexpr unsigned kWest = 0;
constexpr unsigned kEast = 1;
constexpr unsigned kSouth = 2;
constexpr unsigned kNorth = 3;

constexpr size_t kHero = 0;
constexpr size_t kCaterpillar = 1;
constexpr size_t kCat = 2;
constexpr size_t kJester = 3;
constexpr size_t kGhost = 4;

/// A costume of the sample game, read back.
struct SampleCostume {
  std::vector<uint8_t> payload;
  std::vector<uint16_t> ids;
  StoredCostume tables;
};

std::vector<SampleCostume> read_sample(Version version, unsigned copies = 1) {
  std::vector<SampleCostume> costumes;
  for (const RoomDraft& room : sample_rooms(version, copies)) {
    for (const CostumeDraft& draft : room.costumes) {
      SampleCostume& costume = costumes.emplace_back(SampleCostume{draft.payload, draft.ids, {}});
      costume.tables = *read_cost(costume.payload, version);
      for (const Error& problem : costume.tables.problems) {
        ADD_FAILURE() << "costume " << costumes.size() - 1 << ": " << problem.message;
      }
    }
  }
  return costumes;
}

using Pixels = std::vector<uint8_t>;

Pixels decode(const SampleCostume& costume, size_t candidate) {
  const StoredPicture& from = costume.tables.pictures[candidate];
  const RleSplit split =
      costume.tables.color.size() == 32 ? RleSplit::colors32 : RleSplit::colors16;
  Pixels pixels(size_t{from.width} * from.height);
  const DecodeResult result = decode_rle_rows_reference(Bytes(costume.payload).subspan(from.data),
                                                        split, from.width, from.height, pixels);
  EXPECT_EQ(result.end, DecodeEnd::complete);
  return pixels;
}

/// Limb, index, width, height, x, y, xinc, yinc, pixels.
using Shown = std::tuple<size_t, size_t, int, int, int, int, int, int, Pixels>;

std::vector<Shown> shown_pictures(const SampleCostume& costume) {
  const StoredCostume& tables = costume.tables;
  std::vector<Shown> all;
  for (size_t limb = 0; limb < kLimbs; ++limb) {
    for (uint32_t row = tables.entry_offset[limb]; row < tables.entry_offset[limb + 1]; ++row) {
      const size_t i = tables.entry_picture[row];
      const StoredPicture& from = tables.pictures[i];
      all.emplace_back(limb, row - tables.entry_offset[limb], from.width, from.height, from.x,
                       from.y, from.xinc, from.yinc, decode(costume, i));
    }
  }
  return all;
}

size_t redirects(const SampleCostume& costume) {
  return static_cast<size_t>(std::ranges::count_if(
      costume.tables.pictures,
      [](const StoredPicture& picture) { return picture.redirect_limb != kNoLimb; }));
}

bool has_record(const StoredCostume& tables, unsigned chore, unsigned direction) {
  return std::ranges::count(tables.records.number, chore * 4 + direction) == 1;
}

/// Limb, mode and commands of a record.
using Window = std::tuple<uint8_t, WindowMode, std::vector<uint8_t>>;

std::vector<Window> windows_of(const StoredCostume& tables, size_t record) {
  std::vector<Window> windows;
  for (uint32_t i = tables.records.window_offset[record];
       i < tables.records.window_offset[record + 1]; ++i) {
    const auto first = tables.command.begin() + tables.windows.start[i];
    windows.emplace_back(tables.windows.limb[i], tables.windows.mode[i],
                         std::vector<uint8_t>(first, first + tables.windows.length[i]));
  }
  return windows;
}

std::vector<Window> windows_of(const StoredCostume& tables, unsigned chore, unsigned direction) {
  const auto& numbers = tables.records.number;
  const auto found = std::ranges::find(numbers, chore * 4 + direction);
  return windows_of(tables, static_cast<size_t>(found - numbers.begin()));
}

class SampleGame : public testing::TestWithParam<Version> {};

TEST_P(SampleGame, HasTheCostumesItPromises) {
  const std::vector<SampleCostume> costumes = read_sample(GetParam());
  ASSERT_EQ(costumes.size(), 5u);
  for (const size_t speaker : {kHero, kCaterpillar, kJester, kGhost}) {
    for (unsigned chore = 1; chore <= 6; ++chore) {
      for (const unsigned direction : {kWest, kEast, kSouth, kNorth}) {
        EXPECT_TRUE(has_record(costumes[speaker].tables, chore, direction))
            << "costume " << speaker << " chore " << chore << " direction " << direction;
      }
    }
  }
  EXPECT_FALSE(has_record(costumes[kCat].tables, 2, kSouth));
  EXPECT_EQ(costumes[kHero].ids.size(), 2u);
  EXPECT_TRUE(costumes[kCat].ids.empty());
  EXPECT_EQ(costumes[kHero].tables.color.size(), 16u);
  EXPECT_EQ(costumes[kGhost].tables.color.size(), 32u);
}

TEST_P(SampleGame, MirrorsAllButTheGhost) {
  const std::vector<SampleCostume> costumes = read_sample(GetParam());
  for (const size_t i : {kHero, kCaterpillar, kCat, kJester}) {
    const StoredCostume& tables = costumes[i].tables;
    EXPECT_TRUE(tables.mirror_west);
    EXPECT_EQ(windows_of(tables, 3, kWest), windows_of(tables, 3, kEast));
  }
  EXPECT_FALSE(costumes[kGhost].tables.mirror_west);
  EXPECT_NE(windows_of(costumes[kGhost].tables, 3, kWest),
            windows_of(costumes[kGhost].tables, 3, kEast));
}

TEST_P(SampleGame, StopsTheHerosHeadWhileWalking) {
  const StoredCostume tables = read_sample(GetParam())[kHero].tables;
  const std::vector<Window> walk = windows_of(tables, 2, kEast);
  const std::vector<Window> stand = windows_of(tables, 3, kEast);
  const Window stop{1, WindowMode::loop, {kCommandStop}};
  const Window unstop{1, WindowMode::loop, {kCommandUnstop}};
  EXPECT_EQ(std::ranges::count(walk, stop), 1);
  EXPECT_EQ(std::ranges::count(stand, unstop), 1);
}

TEST_P(SampleGame, CarriesTheCaterpillarsRingsAlongByMoves) {
  const StoredCostume tables = read_sample(GetParam())[kCaterpillar].tables;
  const auto [limb, mode, commands] = windows_of(tables, 2, kEast)[3];
  ASSERT_EQ(limb, 3);
  std::set<int> lifts;
  for (const uint8_t command : commands) {
    const uint32_t picture = tables.entry_picture[tables.entry_offset[limb] + command];
    EXPECT_EQ(tables.pictures[picture].xinc, 8);
    lifts.insert(tables.pictures[picture].yinc);
  }
  EXPECT_GT(lifts.size(), 3u);
}

TEST_P(SampleGame, SharesPicturesBetweenSlots) {
  const StoredCostume tables = read_sample(GetParam())[kJester].tables;
  EXPECT_LT(tables.pictures.size(), tables.entry_picture.size());
}

TEST_P(SampleGame, HasRoomsWithNamesAndTrueColours) {
  const std::vector<RoomDraft> rooms = sample_rooms(GetParam(), 2);
  ASSERT_EQ(rooms.size(), 4u);
  std::set<unsigned> numbers;
  for (const RoomDraft& room : rooms) {
    EXPECT_FALSE(room.name.empty());
    EXPECT_LE(room.name.size(), 9u);
    EXPECT_TRUE(numbers.insert(room.number).second);
    for (size_t i = 0; i < room.palettes.count(); ++i) {
      EXPECT_EQ(room.palettes.rgb_offset[i + 1] - room.palettes.rgb_offset[i], 768u);
    }
  }
  EXPECT_EQ(rooms[0].palettes.count(), 2u);
  EXPECT_EQ(rooms[1].palettes.count(), 1u);
}

/// Expects that the window's commands show a picture or do what SCUMM.md §4 says, and come to rest.
void expect_resolved(const StoredCostume& tables, Version version, const Window& window) {
  const auto& [limb, mode, commands] = window;
  if (mode == WindowMode::off) return;
  if (commands[0] == kCommandStop || commands[0] == kCommandUnstop) {
    EXPECT_EQ(commands.size(), 1u);
    return;
  }
  const CostLayout& layout = facts(version).cost;
  const uint32_t count = tables.entry_offset[limb + 1u] - tables.entry_offset[limb];
  for (const uint8_t command : commands) {
    if (command == kCommandHide || layout.takes_no_time(command)) continue;
    ASSERT_LT(command, 0x71);
    ASSERT_LT(command, count);
    EXPECT_NE(tables.entry_picture[tables.entry_offset[limb] + command], kNone);
  }
  const auto rests = [&](uint8_t command) { return !layout.takes_no_time(command); };
  if (mode == WindowMode::loop) {
    EXPECT_TRUE(std::ranges::any_of(commands, rests));
  } else {
    EXPECT_TRUE(rests(commands.back()));
  }
}

TEST_P(SampleGame, EveryCommandResolvesAndEveryPictureIsReached) {
  for (const SampleCostume& costume : read_sample(GetParam(), 2)) {
    const StoredCostume& tables = costume.tables;
    for (size_t record = 0; record < tables.records.number.size(); ++record) {
      for (const Window& window : windows_of(tables, record)) {
        expect_resolved(tables, GetParam(), window);
      }
    }
    EXPECT_EQ(std::ranges::count(tables.entry_reached, 0), 0);
    EXPECT_FALSE(tables.entry_picture.empty());
  }
}

TEST_P(SampleGame, HasOtherPicturesInEveryCopy) {
  constexpr unsigned kCopies = 8;
  const std::vector<SampleCostume> costumes = read_sample(GetParam(), kCopies);
  ASSERT_EQ(costumes.size(), 5 * kCopies);
  std::set<uint16_t> ids;
  for (size_t drawn = 0; drawn < 5; ++drawn) {
    std::set<std::vector<Shown>> known;
    for (size_t i = drawn; i < costumes.size(); i += 5) {
      EXPECT_TRUE(known.insert(shown_pictures(costumes[i])).second) << "costume " << i;
      for (const uint16_t id : costumes[i].ids) EXPECT_TRUE(ids.insert(id).second);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, SampleGame, testing::Values(Version::v5, Version::v6));

TEST(SampleGames, ShowTheSameInBothVersions) {
  const std::vector<SampleCostume> v5 = read_sample(Version::v5);
  const std::vector<SampleCostume> v6 = read_sample(Version::v6);
  ASSERT_EQ(v5.size(), v6.size());
  for (size_t i = 0; i < v5.size(); ++i) {
    EXPECT_EQ(v5[i].ids, v6[i].ids);
    EXPECT_EQ(v5[i].tables.color, v6[i].tables.color);
    EXPECT_EQ(v5[i].tables.command, v6[i].tables.command);
    EXPECT_EQ(v5[i].tables.mirror_west, v6[i].tables.mirror_west);
    EXPECT_EQ(v5[i].tables.records.number, v6[i].tables.records.number);
    EXPECT_EQ(shown_pictures(v5[i]), shown_pictures(v6[i])) << "costume " << i;
  }
}

TEST(SampleGames, RedirectInV6Only) {
  for (const SampleCostume& costume : read_sample(Version::v5)) EXPECT_EQ(redirects(costume), 0u);
  const std::vector<SampleCostume> v6 = read_sample(Version::v6);
  EXPECT_EQ(v6[kJester].tables.format, 0x60);
  EXPECT_GT(redirects(v6[kJester]), 40u);
  EXPECT_EQ(redirects(v6[kHero]), 0u);
}

/// A version, the XXH64 of its game's index, and that of its resource files together. Changing the
/// art changes these numbers.
struct Files {
  Version version;
  uint64_t index;
  uint64_t resources;
};

TEST(SampleGames, StayTheSameByteForByte) {
  constexpr Files kFiles[] = {
      {Version::v1, 3765973757639627588u, 6560317552135905186u},
      {Version::v2, 9137379765790479975u, 2282387574203278025u},
      {Version::v3_16, 13106641466088405191u, 12981970945674317434u},
      {Version::v3, 16678341983935178583u, 12826709025596147959u},
      {Version::v4, 4846546201877933321u, 15660903802964000258u},
      {Version::v5, 18432872309097339728u, 8137328610245737802u},
      {Version::v6, 10124364895992226358u, 496022571468177383u},
      {Version::v7, 10183221170052889259u, 2216548257428092409u},
      {Version::v8, 2450504953530004788u, 16328772339212925362u},
      {Version::he70, 2502002816410380651u, 1818739415028054767u},
  };
  for (const Files& expected : kFiles) {
    const GameFiles game = write_game(sample_rooms(expected.version), expected.version, 0);
    EXPECT_EQ(xxh64(game.index), expected.index) << "version " << facts(expected.version).name;
    ASSERT_EQ(game.disks.size(), facts(expected.version).room_files ? 2u : 1u);
    std::vector<uint8_t> all;
    for (const std::vector<uint8_t>& disk : game.disks) {
      all.insert(all.end(), disk.begin(), disk.end());
    }
    EXPECT_EQ(xxh64(all), expected.resources) << "version " << facts(expected.version).name;
  }
}

}  // namespace
}  // namespace wardrobe
