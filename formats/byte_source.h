#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Bytes that can be read at any offset, by several threads at once.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  virtual uint64_t size() const = 0;
  /// Fills all of `out` from `offset` on, or fails. Never reads past the end, even if a file has
  /// shrunk below size().
  virtual Status read(uint64_t offset, std::span<uint8_t> out) const = 0;
};

/// Makes a source of bytes in memory, which must outlive it.
std::unique_ptr<ByteSource> open_memory(Bytes bytes);

}  // namespace wardrobe
