// The C functions on the archive of the large sample.
//
//   library/open_first_tick  opens the file, and draws the first tick of costume 0 in its colours
//   library/draw_tick        as replay/baked, but through wardrobe_draw_tick; everything drawn is
//                            decompressed beforehand

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/large_sample.h"
#include "bench/replay_canvas.h"
#include "pipeline/bake.h"
#include "pipeline/io/files.h"
#include "pipeline/write_archive.h"
#include "tools/library/wardrobe.h"

namespace wardrobe {
namespace {

void require(wardrobe_status status, const wardrobe_error& error) {
  if (status == WARDROBE_OK) return;
  std::fprintf(stderr, "libwardrobe: %s\n", error.message);
  std::exit(1);
}

/// A file with the archive of the large sample, as `pack` writes it. It exists as long as the
/// program runs.
class ArchiveFile {
 public:
  static const ArchiveFile& get() {
    static const ArchiveFile kFile;
    return kFile;
  }
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;
  ~ArchiveFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  const char* path() const { return path_.c_str(); }

 private:
  ArchiveFile() {
    const LargeSample& sample = LargeSample::get();
    Tables tables = sample.tables();
    bake(tables, kDefaultMaxTicks);
    const auto file = write_archive(tables, {}, sample.picture_pixels(), kDefaultLevel);
    if (!file || !write_file(path_, *file, IfExists::replace)) {
      std::fprintf(stderr, "the large sample cannot be written to %s\n", path_.c_str());
      std::exit(1);
    }
  }

  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / "wardrobe_bench_large.wardrobe";
};

struct Screen {
  std::vector<uint8_t> pixels;
  wardrobe_canvas canvas;

  explicit Screen(uint32_t pixel_size)
      : pixels(size_t{kWidth} * kHeight * pixel_size),
        canvas{
            pixels.data(), size_t{kWidth} * pixel_size, kWidth, kHeight, kAnchorX, kAnchorY, {}} {}
};

void open_first_tick(benchmark::State& state) {
  const ArchiveFile& file = ArchiveFile::get();
  const Screen screen(4);
  for ([[maybe_unused]] auto _ : state) {
    wardrobe_archive* archive = nullptr;
    wardrobe_error error{};
    wardrobe_costume costume{};
    wardrobe_colors colors;
    require(wardrobe_open_file(file.path(), &archive, &error), error);
    require(wardrobe_read_costume(archive, 0, &costume, sizeof(costume), &error), error);
    require(wardrobe_read_colors(archive, 0, WARDROBE_NONE, &colors, &error), error);
    require(wardrobe_draw_tick(archive, costume.first_timeline, 0, &colors, &screen.canvas,
                               sizeof(screen.canvas), &error),
            error);
    wardrobe_close(archive);
  }
}

/// The work of draw_tick: the number of pixels in the rectangles of the pictures drawn, and of
/// ticks.
struct Work {
  size_t pixels = 0;
  size_t ticks = 0;
};

Work count_work(const Tables& tables) {
  Work work;
  for (uint32_t line = 0; line < tables.timelines.flags.size(); line += kEveryTimeline) {
    for (const uint32_t i : rows_of(tables.timelines.tick_offset, line)) {
      for (const uint32_t cel : rows_of(tables.frames.cel_offset, tables.timelines.tick[i])) {
        const uint32_t picture = tables.cels.picture[cel];
        work.pixels += size_t{tables.pictures.width[picture]} * tables.pictures.height[picture];
      }
      ++work.ticks;
    }
  }
  return work;
}

void draw_tick(benchmark::State& state) {
  Tables tables = LargeSample::get().tables();
  bake(tables, kDefaultMaxTicks);
  const Work work = count_work(tables);
  const Screen screen(1);
  wardrobe_archive* archive = nullptr;
  wardrobe_error error{};
  require(wardrobe_open_file(ArchiveFile::get().path(), &archive, &error), error);
  const auto draw_all = [&] {
    for (uint32_t line = 0; line < tables.timelines.flags.size(); line += kEveryTimeline) {
      const uint32_t ticks = rows_of(tables.timelines.tick_offset, line).size();
      for (uint32_t tick = 0; tick < ticks; ++tick) {
        require(wardrobe_draw_tick(archive, line, tick, nullptr, &screen.canvas,
                                   sizeof(screen.canvas), &error),
                error);
      }
    }
  };
  draw_all();  // Decompresses everything drawn; replay/baked has it in memory, too.
  for ([[maybe_unused]] auto _ : state) {
    draw_all();
    benchmark::ClobberMemory();
  }
  wardrobe_close(archive);
  state.SetItemsProcessed(static_cast<int64_t>(work.pixels) * state.iterations());
  state.counters["frames"] =
      benchmark::Counter(static_cast<double>(work.ticks) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

BENCHMARK(open_first_tick)->Name("library/open_first_tick")->Unit(benchmark::kMicrosecond);
BENCHMARK(draw_tick)->Name("library/draw_tick")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wardrobe
