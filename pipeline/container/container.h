#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// Bytes of a file that may_be_container() reads.
inline constexpr size_t kContainerHead = 8;

/// Whether a file of `size` bytes that starts like this may be a container (SCUMM.md §1
/// "Containers").
bool may_be_container(Bytes head, uint64_t size);

/// Opens a container as a folder; null if `file` is not one. `path` is the file's name in messages,
/// and begins the paths of the folders inside: "monkey1.pak/classic/en". Nothing is unpacked to
/// disk, and names inside are never used as names of the file system.
Result<std::unique_ptr<Folder>> open_container(const std::shared_ptr<const ByteSource>& file,
                                               const std::string& path);

/// Opens the `size` bytes of `file` from `offset` on, which must be inside it. The result keeps
/// `file` open.
std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size);

/// A file without its wrapper.
struct Unwrapped {
  std::unique_ptr<ByteSource> bytes;
  bool wrapped = false;  ///< it was in MacBinary (SCUMM.md §1 "Containers")
};
Result<Unwrapped> open_unwrapped(const Folder& folder, const std::string& name);

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
