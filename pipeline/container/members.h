#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "formats/byte_source.h"
#include "formats/result.h"

namespace wardrobe {

/// A file inside a container.
struct Member {
  std::string name;  ///< may lead through folders: "classic/en/monkey1.000"
  std::function<Result<std::unique_ptr<ByteSource>>()> open;
};
using Members = std::vector<Member>;

/// The error that a reader returns for a file that is not a container of its kind.
inline Error other_kind() { return {ErrorCode::unknown_format, 0, "not a container of this kind"}; }
inline Error damaged(const std::string& what) { return {ErrorCode::damaged, kNoOffset, what}; }

/// A .PAK of the Special Editions.
Result<Members> pak_members(const std::shared_ptr<const ByteSource>& file);
/// The container of a Mac game.
Result<Members> mac_members(const std::shared_ptr<const ByteSource>& file);
/// A .zip. When more than the first bytes of a file in it are read, the file is inflated to memory.
Result<Members> zip_members(const std::shared_ptr<const ByteSource>& file);

/// A member stored uncompressed in its container.
struct Stretch {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
  const char* problem = nullptr;  ///< why it cannot be opened
};

/// Members from stretches. A stretch that ends after the end of the file cannot be opened. Neither
/// can the stretches of a folder whose sizes add up to more than the file, since they must overlap.
Members members_of(const std::shared_ptr<const ByteSource>& file, std::vector<Stretch> stretches);

/// `count` bytes of the file from `offset` on; empty if it has fewer.
std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count);

/// The folder part of a name, without the final slash.
std::string folder_of(const std::string& name);

}  // namespace wardrobe
