// Each allocation that the C functions make fails, once or from then on. Every call then ends with
// a status, and its arguments can still be used.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/faces/c/failing_new.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_columns.h"
#include "tools/library/wardrobe_pack.h"
#include "tools/library/wardrobe_player.h"
#include "tools/library/wardrobe_room.h"

namespace wardrobe {
namespace {

/// A sum over the results of using the library. Equal sums mean equal results.
struct Seen {
  uint64_t sum = 0;
  wardrobe_status worst = WARDROBE_OK;

  bool fine(wardrobe_status status) {
    if (status != WARDROBE_OK) worst = status;
    return status == WARDROBE_OK;
  }
  void add(const void* data, size_t size) {
    for (size_t i = 0; i < size; ++i) sum = sum * 31 + static_cast<const uint8_t*>(data)[i];
  }
};

constexpr uint32_t kSide = 32;

void draw(const wardrobe_archive* archive, Seen& seen) {
  uint8_t pixels[kSide * kSide] = {};
  const wardrobe_canvas canvas{pixels, kSide, kSide, kSide, 16, 24, {}, nullptr};
  wardrobe_player* player = nullptr;
  if (seen.fine(wardrobe_player_new(archive, 0, &player, nullptr))) {
    seen.fine(wardrobe_player_start(player, 1, WARDROBE_ALL_LIMBS, nullptr));
    seen.fine(wardrobe_player_step(player, nullptr));
    seen.fine(wardrobe_player_draw(player, nullptr, &canvas, sizeof(canvas), nullptr));
  }
  wardrobe_player_free(player);
  seen.fine(wardrobe_draw_tick(archive, 0, 1, nullptr, &canvas, sizeof(canvas), nullptr));
  seen.add(pixels, sizeof(pixels));
}

Seen read_archive(const std::vector<uint8_t>& file) {
  Seen seen;
  wardrobe_archive* archive = nullptr;
  wardrobe_error error{};
  if (!seen.fine(wardrobe_open_memory(file.data(), file.size(), &archive, &error))) {
    EXPECT_EQ(archive, nullptr);
    EXPECT_EQ(error.status, seen.worst);
    EXPECT_NE(error.message[0], 0);
    return seen;
  }
  for (uint32_t i = 0; i < wardrobe_column_count(archive); ++i) {
    wardrobe_column column{};
    const char* const name = wardrobe_column_name(archive, i);
    if (seen.fine(wardrobe_read_column(archive, name, &column, sizeof(column), nullptr))) {
      seen.add(&column.count, sizeof(column.count));
    }
  }
  const uint8_t* image = nullptr;
  size_t size = 0;
  seen.fine(wardrobe_read_image(archive, &image, &size, nullptr));
  draw(archive, seen);
  const char* name = nullptr;
  seen.fine(wardrobe_read_name(archive, "records", 0, &name, nullptr));
  seen.fine(wardrobe_verify(archive, nullptr));
  wardrobe_archive_free(archive);
  return seen;
}

Seen pack_game_files(const GameFiles& game) {
  Seen seen;
  const wardrobe_file files[] = {{"GAME.000", game.index.data(), game.index.size()},
                                 {"GAME.001", game.disks[0].data(), game.disks[0].size()}};
  wardrobe_pack_options options{};
  options.level = 1;
  options.threads = 1;
  wardrobe_packed* packed = nullptr;
  if (seen.fine(wardrobe_pack_files(files, 2, &options, sizeof(options), &packed, nullptr))) {
    size_t size = 0;
    const void* const bytes = wardrobe_packed_bytes(packed, &size);
    seen.add(bytes, size);
    wardrobe_packed_free(packed);
  }
  return seen;
}

/// Calls use() once for each of its allocations, which fails; compares the results with those of a
/// run without failures.
template <class Use>
void fail_each(const Use& use) {
  const uint64_t right = use().sum;
  for (const bool for_good : {false, true}) {
    long runs = 0;
    for (long place = 0;; ++place) {
      fail_allocations(place, for_good);
      const Seen seen = use();
      if (stop_failing() == 0) break;
      ++runs;
      if (seen.worst == WARDROBE_OK) {
        EXPECT_EQ(seen.sum, right) << "allocation " << place;
      } else {
        EXPECT_EQ(seen.worst, WARDROBE_E_MEMORY) << "allocation " << place;
      }
    }
    EXPECT_GT(runs, 10);
    EXPECT_EQ(use().sum, right);
  }
}

TEST(WithoutMemory, AnArchiveIsReadOrTheCallSaysSo) {
  const SmallArchive small = small_akos_archive();
  const std::vector<uint8_t> file = write_archive(small.tables, small.pixels);
  fail_each([&] { return read_archive(file); });
}

TEST(WithoutMemory, AGameIsPackedOrTheCallSaysSo) {
  const TestGame game = test_game(Version::v6);
  fail_each([&] { return pack_game_files(game.files); });
}

}  // namespace
}  // namespace wardrobe
