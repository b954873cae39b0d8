#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// An input of two files: a byte that chooses something, the size of the first file as a u24, then
/// both files.
struct TwoFiles {
  uint8_t choice = 0;
  Bytes first;
  Bytes second;
};

/// Splits any input of at least 4 bytes.
inline TwoFiles split_files(Bytes input) {
  ByteReader reader(input);
  const uint32_t word = reader.u32();
  const Bytes files = input.subspan(4);
  const size_t size = std::min<size_t>(word >> 8, files.size());
  return {static_cast<uint8_t>(word), files.first(size), files.subspan(size)};
}

inline std::vector<uint8_t> join_files(const TwoFiles& files) {
  std::vector<uint8_t> out;
  ByteWriter writer(out);
  writer.u32(static_cast<uint32_t>(files.first.size()) << 8 | files.choice);
  writer.bytes(files.first);
  writer.bytes(files.second);
  return out;
}

}  // namespace wardrobe
