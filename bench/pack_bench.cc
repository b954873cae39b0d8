// pack_game/<level>/<threads>  all stages, as the program calls them: from the bytes of the game to
//                              those of the archive, in memory that no earlier run has touched
// zstd_only/<level>/<threads>  only compresses the frames of that archive, with the same settings,
//                              in warm memory
// bake/<threads>               the timelines of all costumes
//
// Items are the pixels of all distinct pictures.

#include <malloc.h>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/game.h"
#include "formats/archive/file.h"
#include "pipeline/parallel.h"
#include "pipeline/pipeline.h"

namespace wardrobe {
namespace {

void report_pixels(benchmark::State& state) {
  const auto pixels = static_cast<int64_t>(BenchGame::get().pictures().pixel_offset.back());
  state.SetItemsProcessed(pixels * state.iterations());
}

void pack_all(benchmark::State& state, int level, int threads) {
  size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const auto packed = pack_game(BenchGame::get().input,
                                  {.level = level, .threads = threads, .backgrounds = true});
    if (packed) bytes = packed->file.size();
    state.PauseTiming();
    malloc_trim(0);
    state.ResumeTiming();
  }
  report_pixels(state);
  state.counters["archive_bytes"] = static_cast<double>(bytes);
}

void compress_frames(benchmark::State& state, int level, int threads) {
  const std::vector<BenchGame::Frame>& pieces = BenchGame::get().frames;
  std::vector<ZstdFrame> frames(pieces.size());
  std::vector<ZstdCompressor> compressors(static_cast<size_t>(threads));
  const auto compress_once = [&] {
    parallel_for(pieces.size(), [&](size_t i, size_t worker) {
      const auto& [bytes, content] = pieces[i];
      benchmark::DoNotOptimize(compressors[worker].compress(bytes, level, frames[i], content));
    });
  };
  run_with_threads(compressors.size(), compress_once);  // warms the buffers
  for ([[maybe_unused]] auto _ : state) run_with_threads(compressors.size(), compress_once);
  report_pixels(state);
}

void bake_all(benchmark::State& state, int threads) {
  Tables tables;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    tables = BenchGame::get().packed.tables;
    tables.timelines = {};
    tables.frames = {};
    tables.cels = {};
    tables.events = {};
    state.ResumeTiming();
    Progress progress;
    run_with_threads(static_cast<size_t>(threads),
                     [&] { bake(tables, kDefaultMaxTicks, progress); });
  }
  report_pixels(state);
  state.counters["ticks"] = static_cast<double>(tables.timelines.tick.size());
}

template <class... Arguments>
void add(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

int add_all() {
  for (const int threads : {1, 2}) {
    const std::string count = std::to_string(threads);
    for (const int level : {3, kDefaultLevel}) {
      const std::string place = std::to_string(level) + "/" + count;
      add("pack_game/" + place, pack_all, level, threads);
      add("zstd_only/" + place, compress_frames, level, threads);
    }
    add("bake/" + count, bake_all, threads);
  }
  return 0;
}

[[maybe_unused]] const int kAdded = add_all();

}  // namespace
}  // namespace wardrobe
