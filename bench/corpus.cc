#include "bench/corpus.h"

#include <map>

#include "kernels/rle_encode.h"
#include "pipeline/synthetic.h"

namespace wardrobe {
namespace {

constexpr size_t kPictures = 3000;
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
    corpus.add(std::span(rle).first(size), from.width[i], from.height[i], split);
  }
  return corpus;
}

}  // namespace

void Corpus::add(std::span<const uint8_t> picture_rle, uint16_t picture_width,
                 uint16_t picture_height, RleSplit picture_split) {
  rle.insert(rle.end(), picture_rle.begin(), picture_rle.end());
  rle_offset.push_back(rle.size());
  width.push_back(picture_width);
  height.push_back(picture_height);
  split.push_back(picture_split);
  pixel_offset.push_back(pixels() + size_t{picture_width} * picture_height);
}

std::vector<std::string> corpus_names() { return {"synthetic16", "synthetic32"}; }

const Corpus& get_corpus(const std::string& name) {
  static std::map<std::string, Corpus> corpora;
  auto found = corpora.find(name);
  if (found == corpora.end()) {
    const auto split = name == "synthetic16" ? RleSplit::colors16 : RleSplit::colors32;
    found = corpora.emplace(name, make_synthetic(split)).first;
  }
  return found->second;
}

}  // namespace wardrobe
