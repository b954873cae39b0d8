// Strips of the pictures and z-planes of rooms. Items are pixels, for masks as well.
//
//   strips/<variant>/<raw|basic_columns|basic_rows|run|he|bytes|mask>
//     reference (the kernels' plain form), every SIMD target, and best; masks have one form
//   strips/copy/memcpy
//     as many bytes as the rooms have pixels
//
// 32 rooms of 640 × 200, whose strips differ in how much is drawn in them: 2.6 bits a pixel on
// average in the coding `basic`, as in real games.

#include <cstring>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include "bench/harness.h"
#include "bench/synthetic/random.h"
#include "kernels/decode.h"
#include "kernels/reference.h"
#include "kernels/strip_codes.h"
#include "tools/sample/strips_encode.h"

namespace wardrobe {
namespace {

constexpr size_t kWidth = 640;
constexpr size_t kHeight = 200;
constexpr size_t kRooms = 32;
constexpr size_t kPixels = kRooms * kWidth * kHeight;
constexpr uint8_t kMask = 0;  ///< stands for the strips of a z-plane among the codes

using DecodeStrip = DecodeResult (*)(std::span<const uint8_t> in, size_t height, uint8_t* out,
                                     size_t stride);

/// Draws the pixels of a strip, row-major. Most are equal to the pixel before them in the order of
/// the data. Of the others, some differ from it slightly, and the rest have one of a few colours.
void draw_strip(Random& random, bool by_columns, uint8_t* out) {
  const auto detail = static_cast<int>(random.in_range(0, 12) * random.in_range(0, 12));
  uint8_t colors[6];
  for (uint8_t& color : colors) color = random.byte();
  uint8_t color = colors[0];
  for (size_t i = 0; i < kStripWidth * kHeight; ++i) {
    if (random.percent(detail)) {
      const auto kind = random.in_range(0, 4);
      if (kind < 3) {
        color = static_cast<uint8_t>(color + (kind == 0 ? 1 : 255));
      } else {
        color = colors[random.in_range(0, 5)];
      }
    }
    out[by_columns ? i % kHeight * kStripWidth + i / kHeight : i] = color;
  }
}

/// All strips of all rooms in one code, and where each begins.
struct Strips {
  explicit Strips(uint8_t code) {
    Random random(1);
    uint8_t pixels[kStripWidth * kHeight];
    for (size_t i = 0; i < kRooms * kWidth / kStripWidth; ++i) {
      draw_strip(random, strip_code(code).by_columns, pixels);
      begin.push_back(data.size());
      if (code == kMask) {
        for (uint8_t& pixel : pixels) pixel = pixel % 8 == 0 ? pixel : uint8_t{0};
        encode_mask_strip(pixels, kStripWidth, kHeight, data);
      } else {
        encode_strip(code, pixels, kStripWidth, kHeight, data);
      }
    }
    begin.push_back(data.size());
  }

  std::span<const uint8_t> of(size_t i) const {
    return std::span(data).subspan(begin[i], begin[i + 1] - begin[i]);
  }

  std::vector<uint8_t> data;
  std::vector<size_t> begin;
};

void decode_all(benchmark::State& state, uint8_t code, DecodeStrip decode, int64_t target) {
  const TargetScope scope(target);
  const Strips strips(code);
  const size_t width = code == kMask ? kWidth / kStripWidth : kWidth;
  const size_t step = code == kMask ? 1 : kStripWidth;
  std::vector<uint8_t> out(kRooms * width * kHeight);
  for ([[maybe_unused]] auto _ : state) {
    for (size_t i = 0; i + 1 < strips.begin.size(); ++i) {
      const size_t room = i / (kWidth / kStripWidth);
      const size_t column = i % (kWidth / kStripWidth);
      decode(strips.of(i), kHeight, out.data() + room * width * kHeight + column * step, width);
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(kPixels) * state.iterations());
  state.counters["bits"] = 8.0 * static_cast<double>(strips.data.size()) / kPixels;
}

void copy_all(benchmark::State& state) {
  const std::vector<uint8_t> from(kPixels, 1);
  std::vector<uint8_t> out(kPixels);
  for ([[maybe_unused]] auto _ : state) {
    std::memcpy(out.data(), from.data(), kPixels);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(kPixels) * state.iterations());
}

void add_coding(const std::string& name, uint8_t code) {
  const auto add_variant = [&](const std::string& variant, DecodeStrip decode, int64_t target) {
    add({"strips", variant, name},
        [=](benchmark::State& state) { decode_all(state, code, decode, target); });
  };
  if (code == kMask) {
    add_variant("best", decode_mask_strip, kBest);
    return;
  }
  add_variant("reference", decode_strip_reference, kBest);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    add_variant(hwy::TargetName(target), decode_strip, target);
  }
  add_variant("best", decode_strip, kBest);
}

int add_strips() {
  add_coding("raw", 1);
  add_coding("basic_columns", 18);
  add_coding("basic_rows", 28);
  add_coding("run", 68);
  add_coding("he", 138);
  add_coding("bytes", 9);
  add_coding("mask", kMask);
  add({"strips", "copy", "memcpy"}, copy_all);
  return 0;
}

[[maybe_unused]] const int kAddedStrips = add_strips();

}  // namespace
}  // namespace wardrobe
