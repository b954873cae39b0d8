// The kernels, on whole corpora; items are pixels.
//
//   decode/<variant>/row/<corpus>  naive, engine (below), reference (the kernels' scalar
//                                  form), every SIMD target, and best: the target that dispatch
//                                  chooses
//   decode/<variant>/row/game_once/manual_time  the game (WARDROBE_GAME) as in packing, where each
//                                  picture is decoded once: see run_as_once()
//   transpose/<target>/<corpus>    columns to rows
//   blit/<target>/<indexed|rgba>   every picture of synthetic16 onto a canvas of 320 × 200
//   copy/<memcpy|memset>/<corpus>  as many bytes as the corpus has pixels
//
// All of them except blit write pictures end to end into one buffer, which exceeds the second-level
// cache. To compare, run them interleaved and take medians:
//   --benchmark_enable_random_interleaving=true --benchmark_repetitions=9

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include "bench/corpus.h"
#include "bench/harness.h"
#include "kernels/blit.h"
#include "kernels/decode.h"
#include "kernels/reference.h"
#include "kernels/transpose.h"

namespace wardrobe {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

template <class Store>
void decode(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height, Store store) {
  const unsigned length_bits = static_cast<unsigned>(split);
  const unsigned length_mask = (1u << length_bits) - 1;
  size_t at = 0;
  size_t x = 0;
  size_t y = 0;
  while (x < width) {
    const unsigned byte = in[at++];
    unsigned length = byte & length_mask;
    if (length == 0) length = in[at++];
    if (length == 0) length = 256;
    for (; length != 0; --length) {
      store(y * width + x, static_cast<uint8_t>(byte >> length_bits));
      benchmark::ClobberMemory();
      if (++y == height) {
        y = 0;
        ++x;
      }
    }
  }
}

constexpr std::array<uint8_t, 64> kPalette = [] {
  std::array<uint8_t, 64> palette{};
  for (size_t i = 0; i < palette.size(); ++i) palette[i] = static_cast<uint8_t>(255 - i);
  return palette;
}();

/// Decodes RLE as it was done before there were kernels: with a loop for each code and a store for
/// each pixel. The compiler is kept from turning runs into memset.
void decode_naive(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                  uint8_t* out) {
  decode(in, split, width, height, [out](size_t at, uint8_t color) { out[at] = color; });
}

/// Decodes RLE as engines do: looks up each colour and skips colour 0.
void decode_like_engine(std::span<const uint8_t> in, RleSplit split, size_t width, size_t height,
                        uint8_t* out) {
  decode(in, split, width, height, [out](size_t at, uint8_t color) {
    if (color != 0) out[at] = kPalette[color];
  });
}

void to_rows(const Corpus& corpus, Buffers& buffers, size_t i) {
  decode_rle_rows(corpus.data_of(i), corpus.split[i], corpus.width[i], corpus.height[i],
                  buffers.picture(corpus, i), buffers.scratch);
}

void to_rows_by_reference(const Corpus& corpus, Buffers& buffers, size_t i) {
  decode_rle_rows_reference(corpus.data_of(i), corpus.split[i], corpus.width[i], corpus.height[i],
                            buffers.picture(corpus, i));
}

template <auto kDecode>
void plainly_to_rows(const Corpus& corpus, Buffers& buffers, size_t i) {
  kDecode(corpus.data_of(i), corpus.split[i], corpus.width[i], corpus.height[i],
          buffers.picture(corpus, i).data());
}

void transpose_corpus(benchmark::State& state, const std::string& name, int64_t target) {
  const Corpus& corpus = get_corpus(name);
  Buffers columns(corpus);
  for (size_t i = 0; i < corpus.count(); ++i) to_rows(corpus, columns, i);
  const TargetScope scope(target);
  run(state, name, [&](const Corpus&, Buffers& buffers, size_t i) {
    transpose(columns.picture(corpus, i), corpus.width[i], corpus.height[i],
              buffers.picture(corpus, i));
  });
}

template <class Draw>
void blit_corpus(benchmark::State& state, int64_t target, Draw draw) {
  const std::string name = "synthetic16";
  const Corpus& corpus = get_corpus(name);
  Buffers rows(corpus);
  for (size_t i = 0; i < corpus.count(); ++i) to_rows(corpus, rows, i);
  const TargetScope scope(target);
  run(state, name, [&](const Corpus&, Buffers&, size_t i) {
    const size_t width = corpus.width[i];
    const BlitPicture picture{rows.picture(corpus, i), width, corpus.height[i], width, 0};
    draw(picture, BlitAt{static_cast<int32_t>(i % 64), static_cast<int32_t>(i % 32), i % 2 == 1});
  });
}

void blit_indexed(benchmark::State& state, int64_t target) {
  std::vector<uint8_t> pixels(320 * 200);
  blit_corpus(state, target, [&](const BlitPicture& picture, BlitAt at) {
    blit(picture, at, Canvas<uint8_t>{pixels, 320, 200, 320});
  });
}

void blit_rgba(benchmark::State& state, int64_t target) {
  std::vector<uint32_t> pixels(320 * 200);
  const std::vector<uint32_t> palette(256, 0xFF804020);
  blit_corpus(state, target, [&](const BlitPicture& picture, BlitAt at) {
    blit(picture, at, BlitPalette(palette.data(), 256), Canvas<uint32_t>{pixels, 320, 200, 320});
  });
}

template <class Work>
void add_decoder(std::string_view variant, int64_t target, Work work) {
  for (const std::string& corpus : corpus_names()) {
    add({"decode", variant, "row", corpus}, [=](benchmark::State& state) {
      const TargetScope scope(target);
      run(state, corpus, work);
    });
    if (corpus != "game") continue;
    add({"decode", variant, "row", "game_once"}, [=](benchmark::State& state) {
      const TargetScope scope(target);
      run_as_once(state, corpus, "synthetic16", work);
    })->UseManualTime();
  }
}

void add_target(std::string_view name, int64_t target) {
  add_decoder(name, target, to_rows);
  for (const std::string& corpus : corpus_names()) {
    add({"transpose", name, corpus},
        [=](benchmark::State& state) { transpose_corpus(state, corpus, target); });
  }
  add({"blit", name, "indexed"}, [=](benchmark::State& state) { blit_indexed(state, target); });
  add({"blit", name, "rgba"}, [=](benchmark::State& state) { blit_rgba(state, target); });
}

int add_all() {
  add_decoder("naive", kBest, plainly_to_rows<decode_naive>);
  add_decoder("engine", kBest, plainly_to_rows<decode_like_engine>);
  add_decoder("reference", kBest, to_rows_by_reference);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    add_target(hwy::TargetName(target), target);
  }
  add_target("best", kBest);
  for (const std::string& corpus : corpus_names()) add_copies(corpus);
  benchmark::AddCustomContext("best_target",
                              hwy::TargetName(hwy::SupportedAndGeneratedTargets()[0]));
  benchmark::AddCustomContext("compiler", kCompiler);
  return 0;
}

[[maybe_unused]] const int kAdded = add_all();

}  // namespace
}  // namespace wardrobe
