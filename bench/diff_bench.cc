// diff/<pair>        two archives of the large sample compared, from the bytes of both files on:
//                    hash, tables, comparison
// diff/<pair>/tables the comparison alone, tables at hand
//
//   equal    the same archive twice
//   changed  every 50th picture has another pixel, every 100th entry another place and every 200th
//            window another mode: every costume differs

#include <cstdio>
#include <cstdlib>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/large_sample.h"
#include "formats/archive/archive.h"
#include "formats/hash.h"
#include "pipeline/bake.h"
#include "pipeline/diff/diff.h"

namespace wardrobe {
namespace {

constexpr int kLevel = 3;

std::vector<uint8_t> packed(const Tables& tables, const std::vector<Bytes>& pixels) {
  PackBuffers buffers;
  Result<std::vector<uint8_t>> file = pack(tables, pixels, kLevel, buffers, {});
  if (!file) {
    std::fprintf(stderr, "the large sample does not pack: %s\n", file.error().message.c_str());
    std::exit(1);
  }
  return *std::move(file);
}

/// The files of the archives that are compared.
struct DiffCorpus {
  std::vector<uint8_t> before;
  std::vector<uint8_t> changed;

  DiffCorpus() {
    Tables tables = LargeSample::get().tables();
    std::vector<Bytes> pixels = LargeSample::get().picture_pixels();
    bake(tables, kDefaultMaxTicks);
    before = packed(tables, pixels);

    std::vector<std::vector<uint8_t>> others;
    others.reserve(pixels.size());
    for (size_t i = 0; i < pixels.size(); i += 50) {
      others.emplace_back(pixels[i].begin(), pixels[i].end());
      others.back()[others.back().size() / 2] ^= 1;
      pixels[i] = others.back();
      tables.pictures.xxh64[i] = xxh64(pixels[i]);
    }
    for (size_t i = 0; i < tables.entries.x.size(); i += 100) ++tables.entries.x[i];
    for (size_t i = 0; i < tables.windows.mode.size(); i += 200) {
      if (tables.windows.length[i] > 0) tables.windows.mode[i] ^= 1;
    }
    tables.timelines = {};
    tables.frames = {};
    tables.cels = {};
    tables.events = {};
    bake(tables, kDefaultMaxTicks);
    changed = packed(tables, pixels);
  }

  static const DiffCorpus& get() {
    static const DiffCorpus kCorpus;
    return kCorpus;
  }
};

/// An archive with its tables.
struct Opened {
  Archive archive;
  Tables tables;

  explicit Opened(Bytes file) : archive(*Archive::open(file)), tables(*archive.read_tables()) {}
  DiffInput input() {
    return {tables, [this](uint32_t picture, std::vector<uint8_t>& out) {
              return archive.read_picture(tables.pictures, picture, out);
            }};
  }
};

void report(benchmark::State& state, const Result<Diff>& found, const Tables& tables) {
  if (!found) return state.SkipWithError(found.error().message.c_str());
  state.counters["findings"] = static_cast<double>(found->findings.size());
  state.counters["pictures"] = static_cast<double>(tables.pictures.width.size());
}

void compare_files(benchmark::State& state, std::vector<uint8_t> DiffCorpus::*other) {
  const DiffCorpus& corpus = DiffCorpus::get();
  for ([[maybe_unused]] auto _ : state) {
    if (!file_hash_matches(corpus.before) || !file_hash_matches(corpus.*other)) return;
    Opened before(corpus.before);
    Opened after(corpus.*other);
    report(state, diff(before.input(), after.input()), before.tables);
  }
}

void compare_tables(benchmark::State& state, std::vector<uint8_t> DiffCorpus::*other) {
  Opened before(DiffCorpus::get().before);
  Opened after(DiffCorpus::get().*other);
  for ([[maybe_unused]] auto _ : state) {
    report(state, diff(before.input(), after.input()), before.tables);
  }
}

BENCHMARK_CAPTURE(compare_files, equal, &DiffCorpus::before)
    ->Name("diff/equal")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare_files, changed, &DiffCorpus::changed)
    ->Name("diff/changed")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare_tables, equal, &DiffCorpus::before)
    ->Name("diff/equal/tables")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare_tables, changed, &DiffCorpus::changed)
    ->Name("diff/changed/tables")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wardrobe
