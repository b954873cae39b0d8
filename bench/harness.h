#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include "bench/corpus.h"
#include "kernels/decode.h"

// Shared by the benchmarks of decoders.

namespace wardrobe {

/// Leaves the choice of target to dispatch.
constexpr int64_t kBest = 0;

/// Makes the kernels run on one target for as long as the object lives.
class TargetScope {
 public:
  explicit TargetScope(int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  TargetScope(const TargetScope&) = delete;
  TargetScope& operator=(const TargetScope&) = delete;
  ~TargetScope() { hwy::SetSupportedTargetsForTest(kBest); }
};

struct Buffers {
  explicit Buffers(const Corpus& corpus) : out(corpus.pixels() + kPixelPadding) {
    size_t most = 0;
    for (size_t i = 0; i < corpus.count(); ++i) most = std::max(most, corpus.pixels(i));
    scratch.resize(most + kPixelPadding);
  }

  std::span<uint8_t> picture(const Corpus& corpus, size_t i) {
    return std::span(out).subspan(corpus.pixel_offset[i], corpus.pixels(i) + kPixelPadding);
  }

  std::vector<uint8_t> out;
  std::vector<uint8_t> scratch;
};

/// Measures work(corpus, buffers, i) over all pictures.
template <class Work>
void run(benchmark::State& state, const std::string& name, Work work) {
  const Corpus& corpus = get_corpus(name);
  Buffers buffers(corpus);
  for ([[maybe_unused]] auto _ : state) {
    for (size_t i = 0; i < corpus.count(); ++i) work(corpus, buffers, i);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(corpus.pixels()) * state.iterations());
}

/// Like run(), but measures each pass right after the same work on other pictures. A game is so
/// small that the processor would learn its branches from pass to pass; in packing, each picture is
/// decoded once. Needs UseManualTime().
template <class Work>
void run_as_once(benchmark::State& state, const std::string& name, const std::string& other,
                 Work work) {
  const Corpus& corpus = get_corpus(name);
  const Corpus& others = get_corpus(other);
  Buffers buffers(corpus);
  Buffers other_buffers(others);
  for ([[maybe_unused]] auto _ : state) {
    for (size_t i = 0; i < others.count(); ++i) work(others, other_buffers, i);
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < corpus.count(); ++i) work(corpus, buffers, i);
    benchmark::ClobberMemory();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(time.count());
  }
  state.SetItemsProcessed(static_cast<int64_t>(corpus.pixels()) * state.iterations());
}

/// Registers a benchmark. Its name is `parts`, joined by slashes.
template <class Function>
auto* add(std::initializer_list<std::string_view> parts, Function function) {
  std::string name;
  for (const std::string_view part : parts) {
    if (!name.empty()) name += '/';
    name += part;
  }
  return benchmark::RegisterBenchmark(name.c_str(), function)->Unit(benchmark::kMicrosecond);
}

inline void copy_memcpy(benchmark::State& state, const std::string& name) {
  Buffers from(get_corpus(name));
  run(state, name, [&](const Corpus& corpus, Buffers& buffers, size_t i) {
    if (i == 0) std::memcpy(buffers.out.data(), from.out.data(), corpus.pixels());
  });
}

inline void copy_memset(benchmark::State& state, const std::string& name) {
  run(state, name, [](const Corpus& corpus, Buffers& buffers, size_t i) {
    if (i == 0) std::memset(buffers.out.data(), 1, corpus.pixels());
  });
}

/// copy/<memcpy|memset>/<corpus>
inline void add_copies(const std::string& corpus) {
  add({"copy", "memcpy", corpus}, [=](benchmark::State& state) { copy_memcpy(state, corpus); });
  add({"copy", "memset", corpus}, [=](benchmark::State& state) { copy_memset(state, corpus); });
}

}  // namespace wardrobe
