// decode/<variant>/<codec>: all pictures of the game that the codec can hold; items are pixels.
//
//   variant   reference (the kernels' plain form), every SIMD target, and for RLE naive (below)
//   codec     rle16, rle32: COST with 16 and 32 colours; akos5, akos16, akos32: codecs of AKOS;
//             strip_<coding>: the pictures, cut into strips as those of rooms are
//
// The pictures are encoded by the kernels' own encoders, and decoded end to end into one buffer.

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include "bench/game.h"
#include "kernels/decode.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "kernels/row_codes.h"
#include "tools/sample/strips_encode.h"

namespace wardrobe {
namespace {

using Pixels = std::span<const uint8_t>;
using Output = std::span<uint8_t>;

struct Codec {
  const char* name;
  unsigned colors;
  bool in_strips;
  size_t (*encode)(Pixels pixels, size_t width, size_t height, Output out);
  using Decode = DecodeResult(Bytes in, size_t width, size_t height, Output out, Output scratch);
  Decode* reference;
  Decode* best;
  Decode* naive = nullptr;
};

/// Decodes RLE as it was done before there were kernels: with a loop for each code and a store for
/// each pixel. The compiler is kept from turning runs into memset.
template <RleSplit kSplit>
DecodeResult decode_naive(Bytes in, size_t width, size_t height, Output out, Output) {
  constexpr unsigned kBits = static_cast<unsigned>(kSplit);
  size_t at = 0;
  for (size_t x = 0, y = 0; x < width;) {
    const unsigned byte = in[at++];
    unsigned length = byte & ((1u << kBits) - 1);
    if (length == 0) length = in[at++];
    for (; length != 0; --length) {
      out[y * width + x] = static_cast<uint8_t>(byte >> kBits);
      benchmark::ClobberMemory();
      if (++y == height) {
        y = 0;
        ++x;
      }
    }
  }
  return {DecodeEnd::complete, at};
}

template <RleSplit kSplit>
Codec rle(const char* name, unsigned colors) {
  return {name,
          colors,
          false,
          [](Pixels pixels, size_t width, size_t height, Output out) {
            return encode_rle(pixels, width, height, kSplit, out);
          },
          [](Bytes in, size_t width, size_t height, Output out, Output) {
            return decode_rle_rows_reference(in, kSplit, width, height, out);
          },
          [](Bytes in, size_t width, size_t height, Output out, Output scratch) {
            return decode_rle_rows(in, kSplit, width, height, out, scratch);
          },
          decode_naive<kSplit>};
}

template <auto kDecode>
DecodeResult without_scratch(Bytes in, size_t width, size_t height, Output out, Output) {
  return kDecode(in, width, height, out);
}

template <auto kDecode>
DecodeResult one_strip(Bytes in, size_t, size_t height, Output out, Output) {
  return kDecode(in, height, out.data(), kStripWidth);
}

template <uint8_t kCode>
Codec strip(const char* name) {
  return {name,
          256,
          true,
          [](Pixels pixels, size_t, size_t height, Output out) {
            std::vector<uint8_t> data;
            encode_strip(kCode, pixels.data(), kStripWidth, height, data);
            std::ranges::copy(data, out.begin());
            return data.size();
          },
          one_strip<decode_strip_reference>,
          one_strip<decode_strip>};
}

const std::array kCodecs = {
    rle<RleSplit::colors16>("rle16", 16),
    rle<RleSplit::colors32>("rle32", 32),
    Codec{"akos5", 256, false, encode_bomp, without_scratch<decode_bomp_rows_reference>,
          without_scratch<decode_bomp_rows>},
    Codec{"akos16", 256, false, encode_majmin, without_scratch<decode_majmin_rows_reference>,
          without_scratch<decode_majmin_rows>},
    Codec{"akos32", 256, false, encode_trle, without_scratch<decode_trle_rows_reference>,
          without_scratch<decode_trle_rows>},
    strip<18>("strip_basic"),
    strip<68>("strip_run"),
    strip<138>("strip_he"),
    strip<9>("strip_bytes"),
};

/// Pictures as a codec stores them.
struct Corpus {
  struct Stored {
    std::vector<uint8_t> data;
    size_t width;
    size_t height;
  };
  std::vector<Stored> pictures;
  size_t pixels = 0;
  size_t largest = 0;  ///< in pixels

  void add(const Codec& codec, Pixels from, size_t width, size_t height) {
    std::vector<uint8_t> data(4 * from.size() + 16);  // more than any codec writes
    data.resize(codec.encode(from, width, height, data));
    pictures.push_back({std::move(data), width, height});
    pixels += from.size();
    largest = std::max(largest, from.size());
  }
};

const Corpus& corpus_of(const Codec& codec) {
  static std::map<std::string, Corpus> corpora;
  const auto [found, is_new] = corpora.try_emplace(codec.name);
  Corpus& corpus = found->second;
  const BenchGame& game = BenchGame::get();
  const PicturesView& pictures = game.pictures();
  for (uint32_t row = 0; is_new && row < pictures.width.size(); ++row) {
    const size_t width = pictures.width[row];
    const size_t height = pictures.height[row];
    std::vector<uint8_t> pixels(game.pixels(row).begin(), game.pixels(row).end());
    if (*std::ranges::max_element(pixels) >= codec.colors) continue;
    // Codec 32 has 255 as its transparent colour, so the two change places.
    const uint8_t transparent = pictures.transparent[row];
    for (uint8_t& pixel : pixels) {
      if (codec.colors != 256) break;
      pixel = pixel == transparent       ? kTransparent255
              : pixel == kTransparent255 ? transparent
                                         : pixel;
    }
    if (!codec.in_strips) corpus.add(codec, pixels, width, height);
    std::vector<uint8_t> strip(kStripWidth * height);
    for (size_t x = 0; codec.in_strips && x + kStripWidth <= width; x += kStripWidth) {
      for (size_t y = 0; y < height; ++y) {
        std::copy_n(&pixels[y * width + x], kStripWidth, &strip[y * kStripWidth]);
      }
      corpus.add(codec, strip, kStripWidth, height);
    }
  }
  return corpus;
}

void measure(benchmark::State& state, const Codec& codec, Codec::Decode* decode, int64_t target) {
  const Corpus& corpus = corpus_of(codec);
  if (corpus.pixels == 0) return state.SkipWithError("no picture of the game is of this kind");
  std::vector<uint8_t> out(corpus.pixels + kPixelPadding);
  std::vector<uint8_t> scratch(corpus.largest + kPixelPadding);
  hwy::SetSupportedTargetsForTest(target);
  for ([[maybe_unused]] auto _ : state) {
    Output to(out);
    for (const auto& [data, width, height] : corpus.pictures) {
      decode(data, width, height, to, scratch);
      to = to.subspan(width * height);
    }
    benchmark::ClobberMemory();
  }
  hwy::SetSupportedTargetsForTest(0);
  state.SetItemsProcessed(static_cast<int64_t>(corpus.pixels) * state.iterations());
}

int add_all() {
  for (const Codec& codec : kCodecs) {
    const auto add = [&](const std::string& variant, Codec::Decode* decode, int64_t target) {
      benchmark::RegisterBenchmark(("decode/" + variant + "/" + codec.name).c_str(),
                                   [&codec, decode, target](benchmark::State& state) {
                                     measure(state, codec, decode, target);
                                   })
          ->Unit(benchmark::kMicrosecond);
    };
    if (codec.naive != nullptr) add("naive", codec.naive, 0);
    add("reference", codec.reference, 0);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      if ((target & (HWY_SCALAR | HWY_EMU128)) != 0) continue;  // These run the plain form.
      add(hwy::TargetName(target), codec.best, target);
    }
  }
  return 0;
}

[[maybe_unused]] const int kAdded = add_all();

}  // namespace
}  // namespace wardrobe
