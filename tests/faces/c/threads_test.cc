// 64 threads read, draw and play one archive. ThreadSanitizer ends the program with status 66 if it
// finds a race.

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdio>
#include <thread>
#include <vector>

#include "formats/bytes.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_columns.h"
#include "tools/library/wardrobe_player.h"
#include "tools/library/wardrobe_room.h"

namespace wardrobe {
namespace {

constexpr unsigned kThreads = 64;
constexpr uint32_t kCostumes = 300;
constexpr uint32_t kSide = 48;
constexpr size_t kCanvas = 96;

/// Returns an archive of costumes with one picture each. Its tables and its pixels take several
/// zstd frames each.
std::vector<uint8_t> archive_file() {
  SmallArchive archive;
  Tables& tables = archive.tables;
  tables.game.version[0] = Version::v6;
  for (const char* name : {"GAME.000", "GAME.001"}) {
    append_text(tables.sources.name_offset, tables.sources.name, name);
    tables.sources.size.push_back(4096);
    tables.sources.xor_key.push_back(0);
    tables.sources.xxh64.push_back(0);
  }
  for (uint32_t i = 0; i < kCostumes; ++i) {
    archive.add_picture(kSide, kSide, static_cast<uint8_t>(i));
    uint8_t* const pixels = archive.pixels.data() + archive.pixels.size() - kSide * kSide;
    pixels[0] = static_cast<uint8_t>(i);
    pixels[1] = static_cast<uint8_t>(i >> 8);
    tables.pictures.xxh64.back() = xxh64({pixels, kSide * kSide});
    archive.add_costume(static_cast<uint16_t>(i + 1), kNone, {i});
  }
  return write_archive(tables, archive.pixels, 1);
}

/// Draws a timeline both baked and live; returns a hash of both, or 0 if anything failed.
uint64_t show(const wardrobe_archive* archive, uint32_t row) {
  std::vector<uint8_t> baked(kCanvas * kCanvas);
  std::vector<uint8_t> live(kCanvas * kCanvas);
  wardrobe_canvas canvas{baked.data(), kCanvas,     kCanvas, kCanvas,
                         kCanvas / 2,  kCanvas / 2, {},      nullptr};
  if (wardrobe_draw_tick(archive, row, 0, nullptr, &canvas, sizeof(canvas), nullptr) != WARDROBE_OK)
    return 0;
  wardrobe_timeline timeline{};
  wardrobe_player* player = nullptr;
  if (wardrobe_read_timeline(archive, row, &timeline, sizeof(timeline), nullptr) != WARDROBE_OK ||
      wardrobe_player_new(archive, timeline.costume, &player, nullptr) != WARDROBE_OK) {
    return 0;
  }
  canvas.pixels = live.data();
  const bool played =
      wardrobe_player_reset(player, timeline.degrees, 0, nullptr) == WARDROBE_OK &&
      wardrobe_player_start(player, timeline.chore, WARDROBE_ALL_LIMBS, nullptr) == WARDROBE_OK &&
      wardrobe_player_draw(player, nullptr, &canvas, sizeof(canvas), nullptr) == WARDROBE_OK &&
      wardrobe_player_step(player, nullptr) == WARDROBE_OK;
  wardrobe_player_free(player);
  return played ? xxh64(baked, live) : 0;
}

/// Returns whether this thread sees what every thread should see.
bool look(const wardrobe_archive* archive, unsigned thread, const std::vector<uint64_t>& expected) {
  bool right = true;
  for (uint32_t i = 0; i < kCostumes; ++i) {
    const uint32_t row = (i * 7 + thread * 11) % kCostumes;
    right = show(archive, row) == expected[row] && right;
  }
  wardrobe_column column{};
  right =
      wardrobe_read_column(archive, "pixels", &column, sizeof(column), nullptr) == WARDROBE_OK &&
      right;
  if (thread % 16 == 0) right = wardrobe_verify(archive, nullptr) == WARDROBE_OK && right;
  return right;
}

int run() {
  const std::vector<uint8_t> file = archive_file();
  std::vector<uint64_t> expected;
  wardrobe_archive* archive = nullptr;
  if (wardrobe_open_memory(file.data(), file.size(), &archive, nullptr) != WARDROBE_OK) return 1;
  for (uint32_t row = 0; row < kCostumes; ++row) expected.push_back(show(archive, row));
  wardrobe_archive_free(archive);
  if (std::ranges::count(expected, uint64_t{0}) != 0) return 1;

  if (wardrobe_open_memory(file.data(), file.size(), &archive, nullptr) != WARDROBE_OK) return 1;
  std::barrier start(kThreads);
  std::atomic<unsigned> right = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      if (look(archive, i, expected)) ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  wardrobe_archive_free(archive);
  std::printf("%u of %u threads saw what they should\n", right.load(), kThreads);
  return right == kThreads ? 0 : 1;
}

}  // namespace
}  // namespace wardrobe

int main() { return wardrobe::run(); }
