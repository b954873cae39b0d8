// replay/<variant>: every 8th timeline drawn tick by tick on one canvas; items are pixels of the
// pictures' rectangles.
//
//   baked    cels from the archive's tables, blit kernel
//   live     cels from the player, blit kernel
//   library  the archive through wardrobe_draw_tick; everything drawn is decompressed beforehand
//
// open_first_tick: opens the archive, which is in memory, and draws the first tick of costume 0 in
// its colours.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/game.h"
#include "formats/player.h"
#include "kernels/blit.h"
#include "tools/library/wardrobe.h"

namespace wardrobe {
namespace {

constexpr uint32_t kWidth = 640;
constexpr uint32_t kHeight = 480;
constexpr int32_t kAnchorX = 320;
constexpr int32_t kAnchorY = 400;
constexpr uint32_t kEveryTimeline = 8;

/// A canvas with `pixel_size` bytes a pixel, and what was drawn on it.
struct Screen {
  std::vector<uint8_t> pixels;
  wardrobe_canvas canvas;
  size_t ticks = 0;
  size_t drawn = 0;  ///< pixels

  explicit Screen(uint32_t pixel_size)
      : pixels(size_t{kWidth} * kHeight * pixel_size),
        canvas{pixels.data(), size_t{kWidth} * pixel_size, kWidth, kHeight, kAnchorX, kAnchorY, {},
               nullptr} {}

  void count(uint32_t picture) {
    const PicturesView& pictures = BenchGame::get().pictures();
    drawn += size_t{pictures.width[picture]} * pictures.height[picture];
  }

  void draw(uint32_t picture, int32_t x, int32_t y, bool flip) {
    const PicturesView& pictures = BenchGame::get().pictures();
    const size_t width = pictures.width[picture];
    blit({BenchGame::get().pixels(picture), width, pictures.height[picture], width,
          pictures.transparent[picture]},
         {kAnchorX + x, kAnchorY + y, flip}, Canvas<uint8_t>{pixels, kWidth, kHeight, kWidth});
    count(picture);
  }
};

void replay_baked(const Tables& tables, Screen& screen) {
  for (uint32_t line = 0; line < tables.timelines.flags.size(); line += kEveryTimeline) {
    for (const uint32_t tick : rows_of(tables.timelines.tick_offset, line)) {
      const Cels& cels = tables.cels;
      for (const uint32_t c : rows_of(tables.frames.cel_offset, tables.timelines.tick[tick])) {
        screen.draw(cels.picture[c], cels.x[c], cels.y[c], cels.flip[c] != 0);
      }
      ++screen.ticks;
    }
  }
}

void replay_live(const Tables& tables, Screen& screen) {
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    Player player(tables, costume);
    for (const uint32_t line : rows_of(tables.costumes.record_offset, costume)) {
      if (line % kEveryTimeline != 0) continue;
      const RecordKey key =
          record_key(tables.records.number[line], tables.costumes.directions[costume]);
      player.reset(key.facing);
      player.start(key.chore);
      for (size_t left = rows_of(tables.timelines.tick_offset, line).size(); left != 0; --left) {
        player.draw(cels);
        for (const Cel& cel : cels) screen.draw(cel.picture, cel.x, cel.y, cel.flip != 0);
        events.clear();
        player.step(events);
        ++screen.ticks;
      }
    }
  }
}

void require(wardrobe_status status, const wardrobe_error& error) {
  if (status == WARDROBE_OK) return;
  std::fprintf(stderr, "libwardrobe: %s\n", error.message);
  std::exit(1);
}

wardrobe_archive* open_archive() {
  const std::vector<uint8_t>& file = BenchGame::get().packed.file;
  wardrobe_archive* archive = nullptr;
  wardrobe_error error{};
  require(wardrobe_open_memory(file.data(), file.size(), &archive, &error), error);
  return archive;
}

void replay_library(const wardrobe_archive* archive, const Tables& tables, Screen& screen) {
  wardrobe_error error{};
  for (uint32_t line = 0; line < tables.timelines.flags.size(); line += kEveryTimeline) {
    uint32_t number = 0;
    for (const uint32_t tick : rows_of(tables.timelines.tick_offset, line)) {
      require(wardrobe_draw_tick(archive, line, number++, nullptr, &screen.canvas,
                                 sizeof(screen.canvas), &error),
              error);
      for (const uint32_t c : rows_of(tables.frames.cel_offset, tables.timelines.tick[tick])) {
        screen.count(tables.cels.picture[c]);
      }
      ++screen.ticks;
    }
  }
}

template <class Replay>
void measure(benchmark::State& state, const Replay& replay) {
  const Tables& tables = BenchGame::get().packed.tables;
  Screen screen(1);
  replay(tables, screen);  // The first time, the library decompresses.
  screen.ticks = screen.drawn = 0;
  for ([[maybe_unused]] auto _ : state) {
    replay(tables, screen);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(screen.drawn));
  const auto ticks = static_cast<double>(screen.ticks);
  state.counters["ticks"] = benchmark::Counter(ticks, benchmark::Counter::kIsRate);
}

void baked(benchmark::State& state) { measure(state, replay_baked); }
void live(benchmark::State& state) { measure(state, replay_live); }
void library(benchmark::State& state) {
  wardrobe_archive* archive = open_archive();
  measure(state, [archive](const Tables& tables, Screen& screen) {
    replay_library(archive, tables, screen);
  });
  wardrobe_archive_free(archive);
}

void open_first_tick(benchmark::State& state) {
  const Screen screen(4);
  for ([[maybe_unused]] auto _ : state) {
    wardrobe_archive* archive = open_archive();
    wardrobe_error error{};
    wardrobe_costume costume{};
    wardrobe_colors colors;
    require(wardrobe_read_costume(archive, 0, &costume, sizeof(costume), &error), error);
    require(wardrobe_read_colors(archive, 0, WARDROBE_NONE, &colors, &error), error);
    require(wardrobe_draw_tick(archive, costume.first_timeline, 0, &colors, &screen.canvas,
                               sizeof(screen.canvas), &error),
            error);
    wardrobe_archive_free(archive);
  }
}

BENCHMARK(baked)->Name("replay/baked")->Unit(benchmark::kMillisecond);
BENCHMARK(live)->Name("replay/live")->Unit(benchmark::kMillisecond);
BENCHMARK(library)->Name("replay/library")->Unit(benchmark::kMillisecond);
BENCHMARK(open_first_tick)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace wardrobe
