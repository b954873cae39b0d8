#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/decode.h"

namespace wardrobe {

/// Pictures as a game stores them, for the benchmarks of the kernels. Picture i is stored at
/// data[data_offset[i]] up to data[data_offset[i + 1]].
class Corpus {
 public:
  std::vector<uint8_t> data;
  std::vector<size_t> data_offset{0};
  std::vector<uint16_t> width;
  std::vector<uint16_t> height;
  std::vector<RleSplit> split;          ///< of RLE; empty for the other codecs
  std::vector<size_t> pixel_offset{0};  ///< where the pixels go, in pictures laid end to end

  size_t count() const { return width.size(); }
  size_t pixels() const { return pixel_offset.back(); }
  size_t pixels(size_t i) const { return pixel_offset[i + 1] - pixel_offset[i]; }
  std::span<const uint8_t> data_of(size_t i) const {
    return std::span<const uint8_t>(data).subspan(data_offset[i],
                                                  data_offset[i + 1] - data_offset[i]);
  }

  void add(std::span<const uint8_t> picture_data, uint16_t picture_width, uint16_t picture_height);
};

/// Returns the corpus of that name, which is made on first use. `synthetic16` and `synthetic32` are
/// those of bench/synthetic/pictures.h. `game` is every RLE picture of the game that the
/// environment variable WARDROBE_GAME names, if it is set. `akos5`, `akos16` and `akos32` are the
/// pictures of akos_pictures.h in these codecs.
const Corpus& get_corpus(const std::string& name);
/// Returns the names of the RLE corpora.
std::vector<std::string> corpus_names();

}  // namespace wardrobe
