#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Bytes that can be read at any place, by several threads at once.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  virtual uint64_t size() const = 0;
  /// Fills `out` from `offset` on, or fails: never half. No reading past the end, not even when the
  /// file has become shorter than size().
  virtual Status read(uint64_t offset, std::span<uint8_t> out) const = 0;
};

/// A regular file, read and never mapped: it may shrink or fail underneath.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

/// Bytes that are in memory already and outlive it.
std::unique_ptr<ByteSource> open_memory(Bytes bytes);

/// A whole file.
Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path);

enum class IfExists : uint8_t { fail, replace };

/// Writes a file so that at any moment, whatever happens, there is none of that name (or the old
/// one) or the whole one: written without a name in the same folder where the file system can do
/// that, else under a temporary one, synced, then given its name.
Status write_file(const std::filesystem::path& path, Bytes bytes, IfExists if_exists);

}  // namespace wardrobe
