// diff/<pair>        two archives of the large sample compared, starting from the bytes of both
//                    files: hash, tables, comparison
// diff/<pair>/tables the comparison alone, with the tables already read
//
//   equal      the same archive twice
//   changed    every 10th costume differs: a pixel in every 5th picture, the place of every 10th
//              entry and the mode of every 20th window
//   scattered  a tenth as dense, but in every costume: about as many differences, for which nearly
//              all frames of pixels must be decompressed

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/large_sample.h"
#include "formats/archive/archive.h"
#include "formats/hash.h"
#include "pipeline/bake.h"
#include "pipeline/write_archive.h"
#include "tools/diff/diff.h"

namespace wardrobe {
namespace {

constexpr int kLevel = 3;

std::vector<uint8_t> packed(const Tables& tables, const std::vector<Bytes>& pixels) {
  Result<std::vector<uint8_t>> file = write_archive(tables, {}, pixels, kLevel);
  if (!file) {
    std::fprintf(stderr, "the large sample does not pack: %s\n", file.error().message.c_str());
    std::exit(1);
  }
  return *std::move(file);
}

/// Returns the archive of the large sample with changes to every `density`-th picture of every
/// `costumes`-th costume.
std::vector<uint8_t> changed_archive(size_t costumes, size_t density) {
  Tables tables = LargeSample::get().tables();
  std::vector<Bytes> pixels = LargeSample::get().picture_pixels();
  std::vector<std::vector<uint8_t>> others;
  others.reserve(pixels.size());
  for (size_t costume = 0; costume < tables.costumes.id.size(); costume += costumes) {
    const uint32_t first = tables.limb_tables.entry_offset[tables.costumes.table_offset[costume]];
    const uint32_t last =
        tables.limb_tables.entry_offset[tables.costumes.table_offset[costume + 1]];
    for (size_t entry = first; entry < last; entry += density) {
      const uint32_t picture = tables.entries.picture[entry];
      if (picture == kNone) continue;
      others.emplace_back(pixels[picture].begin(), pixels[picture].end());
      others.back()[others.back().size() / 2] ^= 1;
      pixels[picture] = others.back();
      tables.pictures.xxh64[picture] = xxh64(pixels[picture]);
    }
    for (size_t entry = first; entry < last; entry += 2 * density) ++tables.entries.x[entry];
    const uint32_t windows = tables.records.window_offset[tables.costumes.record_offset[costume]];
    for (size_t i = windows;
         i < tables.records.window_offset[tables.costumes.record_offset[costume + 1]];
         i += 4 * density) {
      if (tables.windows.length[i] > 0) tables.windows.mode[i] ^= 1;
    }
  }
  bake(tables, kDefaultMaxTicks);
  return packed(tables, pixels);
}

/// The files of the archives that are compared.
struct DiffCorpus {
  std::vector<uint8_t> before;
  std::vector<uint8_t> changed = changed_archive(10, 5);
  std::vector<uint8_t> scattered = changed_archive(1, 50);

  DiffCorpus() {
    Tables tables = LargeSample::get().tables();
    bake(tables, kDefaultMaxTicks);
    before = packed(tables, LargeSample::get().picture_pixels());
  }

  static const DiffCorpus& get() {
    static const DiffCorpus kCorpus;
    return kCorpus;
  }
};

/// An open archive.
struct Opened {
  Archive archive;
  const Tables& tables = archive.tables();

  explicit Opened(Bytes file) : archive(*Archive::open(open_memory(file))) {}
  DiffInput input() const {
    return {tables, [this](uint32_t picture) { return archive.read_picture(picture); }};
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
    if (!check_file_hash(*open_memory(corpus.before))) return;
    if (!check_file_hash(*open_memory(corpus.*other))) return;
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

int register_all() {
  const std::pair<const char*, std::vector<uint8_t> DiffCorpus::*> pairs[] = {
      {"diff/equal", &DiffCorpus::before},
      {"diff/changed", &DiffCorpus::changed},
      {"diff/scattered", &DiffCorpus::scattered}};
  for (const auto& [name, other] : pairs) {
    benchmark::RegisterBenchmark(name, compare_files, other)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((std::string(name) + "/tables").c_str(), compare_tables, other)
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
}  // namespace wardrobe
