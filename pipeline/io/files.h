#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"

namespace wardrobe {

/// Opens a regular file. It is read, never mapped, since it may shrink while open.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

/// A whole file, of `most` bytes or fewer.
Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path,
                                       uint64_t most = kMaxWholeFile);

/// Whether both paths lead to one existing file, also through symbolic or hard links.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Whether `path` is `folder` or leads into it; both absolute, without links and dots.
bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

enum class IfExists : uint8_t { fail, replace };

/// Writes a file atomically: at any moment, even after a crash, `path` is missing, or the old file,
/// or the new one as a whole. Where the file system has unnamed files (Linux), the data is written
/// to one of those, so that a killed process leaves nothing behind; elsewhere to
/// `.wardrobe.<random>.tmp` in the same folder, which only a killed process leaves there. Such a
/// leftover is never in the way.
///
/// IfExists::replace always goes through a `.tmp` name. IfExists::fail never overwrites a file,
/// except on file systems with neither hard links nor an exclusive rename, where a file that
/// another process creates in the last instant is replaced.
Status write_file(const std::filesystem::path& path, Bytes bytes, IfExists if_exists);

/// Appends to a file, which is created if need be: all of `bytes` in one piece, so that several
/// processes may append at once. `path` must not be a symbolic link.
Status append_to_file(const std::filesystem::path& path, Bytes bytes);

/// Creates an empty folder, `.wardrobe.<random>.tmp`, in `folder`.
Result<std::filesystem::path> create_temporary_folder(const std::filesystem::path& folder);

/// Writes a new file, neither atomically nor synced: a part of a folder that gets its name when it
/// is complete.
Status write_part(const std::filesystem::path& path, Bytes bytes);

}  // namespace wardrobe
