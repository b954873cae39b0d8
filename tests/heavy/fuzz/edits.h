#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Applies a fuzzer's input to `bytes` as changes, so that the result passes the first checks. Each
/// change is a position (3 bytes) and a value (1 byte). A value of 0 at position 0xFFFFFF cuts the
/// bytes in half.
inline std::vector<uint8_t> edited(std::vector<uint8_t> bytes, Bytes edits) {
  ByteReader reader(edits);
  while (reader.left() >= 4 && !bytes.empty()) {
    const uint32_t word = reader.u32();
    const uint32_t place = word & 0xFFFFFF;
    if (word == 0xFFFFFF) {
      bytes.resize(bytes.size() / 2);
    } else {
      bytes[place % bytes.size()] = static_cast<uint8_t>(word >> 24);
    }
  }
  return bytes;
}

/// Traps if `condition` is false. For faults that no sanitizer would see.
inline void require(bool condition) {
  if (!condition) __builtin_trap();
}

}  // namespace wardrobe
