#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "formats/archive/archive.h"
#include "pipeline/pipeline.h"
#include "pipeline/write_archive.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> pack_once(const TestGame& game, int threads = 0, int level = 3) {
  PackOptions options;
  options.threads = threads;
  options.level = level;
  const Result<Packed> packed = pack_game(game.input(), options);
  EXPECT_TRUE(packed) << packed.error().message;
  return packed ? packed->file : std::vector<uint8_t>();
}

/// Returns a game with enough costumes for several tasks of every stage and several zstd frames.
TestGame larger_game() {
  std::vector<RoomDraft> rooms;
  for (unsigned r = 0; r < 8; ++r) {
    RoomDraft room{static_cast<uint8_t>(r + 1), "room", 1, 320, 144, grey_palette(), {}};
    for (unsigned c = 0; c < 8; ++c) {
      const auto seed = static_cast<uint8_t>(8 * r + c);
      room.costumes.push_back(
          {{static_cast<uint16_t>(seed + 1)}, simple_costume(seed, 100).write(Version::v6)});
    }
    rooms.push_back(std::move(room));
  }
  return {write_game(rooms, Version::v6, 0)};
}

TEST(Pack, CompressesTablesThatAreMuchLargerThanTheirCostumesAtALowLevel) {
  const auto at_level = [](size_t cels, int level) {
    SmallArchive small = small_archive();
    Tables& tables = small.tables;
    truncate_table(tables.cels, cels);
    for (size_t i = 0; i < cels; ++i) tables.cels.x[i] = static_cast<int32_t>(i * i % 1000);
    tables.frames.cel_offset.back() = static_cast<uint32_t>(cels);
    ArchiveWriter writer(level);
    writer.pixels().start(1);
    writer.pixels().take(0, small.pixels, 0);
    Progress progress;
    return *writer.finish(tables, progress);
  };
  EXPECT_NE(at_level(100'000, 9), at_level(100'000, 3));
  EXPECT_EQ(at_level(400'000, 9), at_level(400'000, 3));
  EXPECT_NE(at_level(400'000, 3), at_level(400'000, 1));
}

TEST(PackGame, WritesTheSameBytesWhateverTheThreads) {
  const TestGame game = larger_game();
  const std::vector<uint8_t> one = pack_once(game, 1);
  EXPECT_GT(read_seek_table(*open_memory(one))->count(), 4u) << "enough frames to be out of order";
  for (const int threads : {2, 3, 8}) EXPECT_EQ(pack_once(game, threads), one);
  EXPECT_EQ(pack_once(game, 1), one) << "twice in a row";
}

TEST(PackGame, WritesTheSameBytesOnEverySimdTarget) {
  const TestGame game = larger_game();
  const std::vector<uint8_t> best = pack_once(game);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(pack_once(game), best) << hwy::TargetName(target);
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(PackGame, WritesTheSameTablesAtEveryLevel) {
  const TestGame game = test_game(Version::v5);
  const std::vector<uint8_t> first_file = pack_once(game, 0, 1);
  const Result<Archive> first = Archive::open(open_memory(first_file));
  for (const int level : {3, 19}) {
    const std::vector<uint8_t> file = pack_once(game, 0, level);
    const Result<Archive> archive = Archive::open(open_memory(file));
    ASSERT_TRUE(archive);
    EXPECT_TRUE(same_tables(archive->tables(), first->tables()));
  }
}

TEST(PackGame, ReportsProgressFromNothingToTheWhole) {
  for (const int threads : {1, 0}) {
    std::vector<uint32_t> reports;
    std::atomic<int> inside = 0;
    PackOptions options{.level = 1, .threads = threads};
    options.progress = [&](uint32_t done, uint32_t total) {
      EXPECT_EQ(++inside, 1) << "two calls at a time";
      EXPECT_EQ(total, Progress::kTotal);
      reports.push_back(done);
      --inside;
      return true;
    };
    ASSERT_TRUE(pack_game(larger_game().input(), options));
    EXPECT_EQ(reports.front(), 0u);
    EXPECT_EQ(reports.back(), Progress::kTotal);
    EXPECT_TRUE(std::ranges::is_sorted(reports));
    EXPECT_GT(reports.size(), threads == 1 ? 64u : 5u) << "more than the stages";
  }
}

TEST(PackGame, StopsWhereverItIsCancelled) {
  const TestGame game = larger_game();
  for (const int threads : {1, 2}) {
    // With several threads, the number of calls varies. So this continues until a round is not
    // cancelled.
    bool cancelled = true;
    for (size_t calls_before = 0; cancelled; ++calls_before) {
      size_t calls = 0;
      cancelled = false;
      PackOptions options{.level = 1, .threads = threads};
      options.progress = [&](uint32_t, uint32_t) {
        EXPECT_FALSE(cancelled) << "called again";
        cancelled = calls++ == calls_before;
        return !cancelled;
      };
      const Result<Packed> packed = pack_game(game.input(), options);
      ASSERT_EQ(packed ? 1 : 0, cancelled ? 0 : 1) << "at call " << calls_before;
      if (cancelled) {
        EXPECT_EQ(packed.error().code, ErrorCode::cancelled);
      }
    }
  }
}

}  // namespace
}  // namespace wardrobe
