// The decoders of the AKOS codecs other than RLE, measured as in decode_bench.cc:
//
//   decode/<variant>/row/<akos5|akos16|akos32>  reference (the kernels' scalar form), every SIMD
//                                               target, and best

#include <string>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include "bench/corpus.h"
#include "bench/harness.h"
#include "kernels/decode.h"
#include "kernels/reference.h"

namespace wardrobe {
namespace {

using Decode = DecodeResult (*)(std::span<const uint8_t> in, size_t width, size_t height,
                                std::span<uint8_t> out);

struct Codec {
  std::string corpus;
  Decode reference;
  Decode best;
};

void add_decoder(const std::string& variant, const Codec& codec, Decode decode, int64_t target) {
  add({"decode", variant, "row", codec.corpus}, [=](benchmark::State& state) {
    const TargetScope scope(target);
    run(state, codec.corpus, [decode](const Corpus& corpus, Buffers& buffers, size_t i) {
      decode(corpus.data_of(i), corpus.width[i], corpus.height[i], buffers.picture(corpus, i));
    });
  });
}

void add_codec(const Codec& codec) {
  add_decoder("reference", codec, codec.reference, kBest);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    add_decoder(hwy::TargetName(target), codec, codec.best, target);
  }
  add_decoder("best", codec, codec.best, kBest);
  add_copies(codec.corpus);
}

int add_all() {
  add_codec({"akos5", decode_bomp_rows_reference, decode_bomp_rows});
  add_codec({"akos16", decode_majmin_rows_reference, decode_majmin_rows});
  add_codec({"akos32", decode_trle_rows_reference, decode_trle_rows});
  return 0;
}

[[maybe_unused]] const int kAdded = add_all();

}  // namespace
}  // namespace wardrobe
