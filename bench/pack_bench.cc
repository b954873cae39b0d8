// pack/<level>/<threads>: the whole pipeline in memory, buffers warm, from the bytes of the game to
// those of the archive. zstd_only/<level>/<threads>: the same frames compressed, and nothing else.

#include <string>

#include <benchmark/benchmark.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "bench/large_sample.h"
#include "pipeline/pipeline.h"

namespace wardrobe {
namespace {

void report_pixels(benchmark::State& state, size_t bytes) {
  state.SetItemsProcessed(static_cast<int64_t>(LargeSample::get().pixels()) * state.iterations());
  state.counters["archive_bytes"] = static_cast<double>(bytes);
}

void pack_sample(benchmark::State& state, int level, int threads) {
  const LargeSample& sample = LargeSample::get();
  PackWorkspace workspace;
  size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Result<Packed> packed =
        pack_game(sample.input(), {.level = level, .threads = threads}, workspace);
    if (!packed) return state.SkipWithError(packed.error().message.c_str());
    bytes = packed->file.size();
  }
  report_pixels(state, bytes);
}

void compress_frames(benchmark::State& state, int level, int threads) {
  const auto& pieces = LargeSample::get().pieces();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<size_t>(threads));
  tbb::task_arena arena(threads);
  std::vector<Frame> frames(pieces.size());
  tbb::enumerable_thread_specific<FrameCompressor> compressors;
  for ([[maybe_unused]] auto _ : state) {
    arena.execute([&] {
      tbb::parallel_for(
          size_t{0}, pieces.size(),
          [&](size_t i) {
            benchmark::DoNotOptimize(compressors.local().compress(pieces[i], level, frames[i]));
          },
          tbb::simple_partitioner());
    });
  }
  size_t bytes = 0;
  for (const Frame& frame : frames) bytes += frame.bytes.size();
  report_pixels(state, bytes);
}

int register_all() {
  for (const int level : {1, 3, 6, 9, 12, 15, 19}) {
    for (const int threads : {1, 2}) {
      const std::string place = "/" + std::to_string(level) + "/" + std::to_string(threads);
      benchmark::RegisterBenchmark(("pack" + place).c_str(), pack_sample, level, threads)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("zstd_only" + place).c_str(), compress_frames, level, threads)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
}  // namespace wardrobe
