// pack_game/<level>/<threads>  all stages, as the program calls them: from the bytes of the game to
//                              those of the archive, in memory that no earlier run has touched
// zstd_only/<level>/<threads>  only compresses the frames of that archive, in warm memory
// bake/<threads>               the timelines of all costumes

#include <malloc.h>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/large_sample.h"
#include "pipeline/parallel.h"
#include "pipeline/pipeline.h"

namespace wardrobe {
namespace {

void report_pixels(benchmark::State& state, size_t bytes) {
  state.SetItemsProcessed(static_cast<int64_t>(LargeSample::get().pixels()) * state.iterations());
  state.counters["archive_bytes"] = static_cast<double>(bytes);
}

void pack_sample(benchmark::State& state, int level, int threads) {
  const LargeSample& sample = LargeSample::get();
  const PackOptions options{.level = level, .threads = threads};
  size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Result<Packed> packed = pack_game(sample.input(), options);
    if (packed) bytes = packed->file.size();
    state.PauseTiming();
    malloc_trim(0);
    state.ResumeTiming();
  }
  if (bytes == 0) return state.SkipWithError("the large sample does not pack");
  report_pixels(state, bytes);
}

void bake_sample(benchmark::State& state, size_t threads) {
  const LargeSample& sample = LargeSample::get();
  Tables tables;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    tables = sample.tables();
    state.ResumeTiming();
    run_with_threads(threads, [&] { bake(tables, kDefaultMaxTicks); });
  }
  report_pixels(state, 0);
  state.counters["ticks"] = static_cast<double>(tables.timelines.tick.size());
  state.counters["frames"] = static_cast<double>(tables.frames.cel_offset.size() - 1);
}

void compress_frames(benchmark::State& state, int level, size_t threads) {
  const auto& pieces = LargeSample::get().pieces();
  std::vector<ZstdFrame> frames(pieces.size());
  std::vector<ZstdCompressor> compressors(threads);
  const auto compress_once = [&] {
    parallel_for(pieces.size(), [&](size_t i, size_t worker) {
      benchmark::DoNotOptimize(compressors[worker].compress(pieces[i], level, frames[i]));
    });
  };
  run_with_threads(threads, compress_once);  // warms the buffers
  for ([[maybe_unused]] auto _ : state) run_with_threads(threads, compress_once);
  size_t bytes = 0;
  for (const ZstdFrame& frame : frames) bytes += frame.bytes.size();
  report_pixels(state, bytes);
}

int register_all() {
  for (const int level : {1, 3, 6, 9, 12, 15, 19}) {
    for (const int threads : {1, 2}) {
      const std::string place = "/" + std::to_string(level) + "/" + std::to_string(threads);
      benchmark::RegisterBenchmark(("pack_game" + place).c_str(), pack_sample, level, threads)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("zstd_only" + place).c_str(), compress_frames, level, threads)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  for (const int threads : {1, 2}) {
    benchmark::RegisterBenchmark(("bake/" + std::to_string(threads)).c_str(), bake_sample, threads)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
}  // namespace wardrobe
