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
  std::string doubt{};  ///< as Folder::doubt
};
using Members = std::vector<Member>;

/// The error that a reader returns if the file is not a container of its kind.
inline Error other_kind() { return {ErrorCode::unknown_format, 0, "not a container of this kind"}; }
inline Error damaged(const std::string& what) { return {ErrorCode::damaged, kNoOffset, what}; }

/// Returns the files in a .PAK of the Special Editions.
Result<Members> pak_members(const std::shared_ptr<const ByteSource>& file);
/// Returns the files in the container of a Mac game. The first 8 bytes tell what may be one.
bool may_be_mac(Bytes head, uint64_t size);
Result<Members> mac_members(const std::shared_ptr<const ByteSource>& file);
/// Returns the files in a .zip. A file is inflated to memory when more than its first bytes are
/// read.
Result<Members> zip_members(const std::shared_ptr<const ByteSource>& file);

/// A member stored uncompressed in its container.
struct StoredMember {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
  const char* problem = nullptr;  ///< why it cannot be opened
};

/// Whether a name has bytes that no name has.
bool has_control_bytes(const std::string& name);

/// Makes members from stored ones. One that ends after the end of the file cannot be opened, nor
/// one whose name has control bytes. Those that overlap another one are doubtful; if the sizes in a
/// folder add up to more than twice the file, none of them can be opened.
Members members_of(const std::shared_ptr<const ByteSource>& file, std::vector<StoredMember> stored);

/// Returns `count` bytes of the file from `offset` on; none if it has fewer.
std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count);

/// Returns the folder part of a name, without the final slash.
std::string folder_of(const std::string& name);

}  // namespace wardrobe
