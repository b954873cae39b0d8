#include "bench/corpus.h"

#include <cstdio>
#include <cstdlib>
#include <map>

#include "bench/akos_pictures.h"
#include "bench/synthetic/pictures.h"
#include "formats/akos/akos.h"
#include "kernels/encode.h"
#include "kernels/reference.h"
#include "pipeline/game_path.h"
#include "pipeline/parse.h"
#include "pipeline/picture_codec.h"
#include "pipeline/scan.h"

namespace wardrobe {
namespace {

constexpr size_t kPictures = 3000;
constexpr size_t kAkosCandidates = 9800;  // of which some 3,000 are kept
constexpr uint64_t kSeed = 1;

Corpus make_synthetic(RleSplit split) {
  const unsigned colors = split == RleSplit::colors16 ? 16 : 32;
  const SyntheticPictures from = make_synthetic_pictures(colors, kPictures, kSeed);
  const std::span<const uint8_t> all(from.pixels);
  Corpus corpus;
  std::vector<uint8_t> rle;
  for (size_t i = 0; i < kPictures; ++i) {
    const auto pixels = all.subspan(from.offset[i], from.offset[i + 1] - from.offset[i]);
    rle.resize(encode_rle_bound(pixels.size()));
    const size_t size = encode_rle(pixels, from.width[i], from.height[i], split, rle);
    corpus.add(std::span(rle).first(size), from.width[i], from.height[i]);
    corpus.split.push_back(split);
  }
  return corpus;
}

/// Returns every RLE picture of a COST or AKOS that decodes, trimmed to the bytes that decoding
/// reads.
Corpus make_game(const char* path) {
  Corpus corpus;
  const Result<GameInput> input = open_game(path);
  const Result<Scanned> scanned = input ? scan(*input, 0) : input.error();
  if (!scanned) {
    std::fprintf(stderr, "WARDROBE_GAME: %s\n", scanned.error().message.c_str());
    std::exit(1);
  }
  const Parsed parsed = parse(*scanned);
  const StoredPictures& from = parsed.stored;
  std::vector<uint8_t> out;
  for (size_t costume = 0; costume < parsed.costumes.id.size(); ++costume) {
    if (parsed.costumes.codec[costume] != kAkosRle) continue;
    const Costumes& costumes = parsed.costumes;
    const RleSplit split =
        rle_split(elements_at(costumes.color_offset, costumes.color, costume).size());
    for (const uint32_t c : rows_of(from.row_offset, costume)) {
      const size_t pixels = size_t{from.width[c]} * from.height[c];
      if (from.fault[c] != PictureFault::none || pixels == 0 || pixels > 1 << 22) continue;
      const Bytes rle = Bytes(scanned->data).subspan(from.data[c], from.data_end[c] - from.data[c]);
      out.resize(pixels);
      const DecodeResult result =
          decode_rle_rows_reference(rle, split, from.width[c], from.height[c], out);
      if (result.end != DecodeEnd::complete) continue;
      corpus.add(rle.first(result.consumed), from.width[c], from.height[c]);
      corpus.split.push_back(split);
    }
  }
  if (corpus.count() == 0) {
    std::fprintf(stderr, "WARDROBE_GAME: no picture of RLE that decodes\n");
    std::exit(1);
  }
  return corpus;
}

/// Writes a picture to the last argument and returns its size in bytes.
using Encode = size_t (*)(std::span<const uint8_t> pixels, size_t width, size_t height,
                          std::span<uint8_t> out);

Corpus make_akos(Encode encode, size_t (*bound)(size_t width, size_t height)) {
  const SyntheticPictures from = make_akos_pictures(kAkosCandidates, kSeed);
  const std::span<const uint8_t> all(from.pixels);
  Corpus corpus;
  std::vector<uint8_t> data;
  for (size_t i = 0; i < from.width.size(); ++i) {
    const auto pixels = all.subspan(from.offset[i], from.offset[i + 1] - from.offset[i]);
    data.resize(bound(from.width[i], from.height[i]));
    const size_t size = encode(pixels, from.width[i], from.height[i], data);
    corpus.add(std::span(data).first(size), from.width[i], from.height[i]);
  }
  return corpus;
}

const char* game_path() { return std::getenv("WARDROBE_GAME"); }

Corpus make_corpus(const std::string& name) {
  if (name == "game") return make_game(game_path());
  if (name == "akos5") return make_akos(encode_bomp, encode_bomp_bound);
  if (name == "akos16") {
    return make_akos(encode_majmin, [](size_t width, size_t height) {
      return encode_majmin_bound(width * height);
    });
  }
  if (name == "akos32") return make_akos(encode_trle, encode_trle_bound);
  return make_synthetic(name == "synthetic16" ? RleSplit::colors16 : RleSplit::colors32);
}

}  // namespace

void Corpus::add(std::span<const uint8_t> picture_data, uint16_t picture_width,
                 uint16_t picture_height) {
  data.insert(data.end(), picture_data.begin(), picture_data.end());
  data_offset.push_back(data.size());
  width.push_back(picture_width);
  height.push_back(picture_height);
  pixel_offset.push_back(pixels() + size_t{picture_width} * picture_height);
}

std::vector<std::string> corpus_names() {
  std::vector<std::string> names = {"synthetic16", "synthetic32"};
  if (game_path() != nullptr) names.emplace_back("game");
  return names;
}

const Corpus& get_corpus(const std::string& name) {
  static std::map<std::string, Corpus> corpora;
  auto found = corpora.find(name);
  if (found == corpora.end()) {
    found = corpora.emplace(name, make_corpus(name)).first;
  }
  return found->second;
}

}  // namespace wardrobe
