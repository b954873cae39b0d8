// Every allocation that the C functions make fails once, and from then on: each call ends with a
// status, and what it was called with can still be used.

#include <cstdlib>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"
#include "tests/pipeline/test_game.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_pack.h"

namespace {

constexpr long kNever = -1;
long allocations_left =
    kNever;  // until they fail; the library's functions run on this thread alone
bool fails_for_good = false;
long failed = 0;

bool allocation_fails() {
  if (allocations_left == kNever) return false;
  if (allocations_left > 0) {
    --allocations_left;
    return false;
  }
  if (!fails_for_good) allocations_left = kNever;
  ++failed;
  return true;
}

}  // namespace

void* operator new(size_t size) {
  void* const memory = allocation_fails() ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  void* const memory =
      allocation_fails() ? nullptr : std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

namespace wardrobe {
namespace {

/// Sums up what a use of the library gave; equal sums, equal results.
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
  const wardrobe_canvas canvas{pixels, kSide, kSide, kSide, 16, 24, {}};
  wardrobe_player* player = nullptr;
  if (seen.fine(wardrobe_player_new(archive, 0, &player, nullptr))) {
    seen.fine(wardrobe_player_start(player, 1, WARDROBE_ALL_LIMBS, nullptr));
    seen.fine(wardrobe_player_step(player, nullptr));
    seen.fine(wardrobe_player_draw(player, nullptr, &canvas, nullptr));
  }
  wardrobe_player_free(player);
  seen.fine(wardrobe_draw_tick(archive, 0, 1, nullptr, &canvas, nullptr));
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
  for (uint32_t i = 0; i < wardrobe_columns(archive); ++i) {
    wardrobe_column column{};
    const char* const name = wardrobe_column_name(archive, i);
    if (seen.fine(wardrobe_read_column(archive, name, &column, nullptr))) {
      seen.add(&column.count, sizeof(column.count));
    }
  }
  draw(archive, seen);
  seen.fine(wardrobe_verify(archive, nullptr));
  wardrobe_close(archive);
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

/// Calls use() with each of its allocations failing, and compares it with a run where none does.
template <class Use>
void fail_each(const Use& use) {
  const uint64_t right = use().sum;
  for (const bool for_good : {false, true}) {
    long runs = 0;
    for (long place = 0;; ++place) {
      failed = 0;
      fails_for_good = for_good;
      allocations_left = place;
      const Seen seen = use();
      allocations_left = kNever;
      if (failed == 0) break;
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
  const TestGame game = test_game(6);
  fail_each([&] { return pack_game_files(game.files); });
}

}  // namespace
}  // namespace wardrobe
