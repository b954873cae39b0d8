#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"

namespace wardrobe {

/// Returns the path of a text in UTF-8. On Windows, the constructor of std::filesystem::path would
/// assume another encoding. The path's string() is UTF-8 on all systems.
std::filesystem::path path_from(std::string_view text);

/// Opens a regular file. It is read, never mapped to memory, because it may shrink while open.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

/// Reads a whole file of at most `most` bytes.
Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path,
                                       uint64_t most = kMaxWholeFile);

/// What list_folder() lists. Links are files, except that links to folders are neither.
enum class Listed : uint8_t { all, files, folders };

/// The names in a folder, sorted.
Result<std::vector<std::filesystem::path>> list_folder(const std::filesystem::path& folder,
                                                       Listed what = Listed::all);

/// Whether both paths lead to one existing file, also through symbolic or hard links.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Whether the absolute `path` is `folder` or inside it. Links are not followed. Names are compared
/// as the file system does it, which may ignore case.
bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

enum class IfExists : uint8_t { fail, replace };

/// Writes a file atomically: at any moment, even after a crash, `path` is either missing, the old
/// file, or the complete new one. Where the file system has unnamed files (Linux), the data is
/// written to such a file, so that a killed process leaves nothing behind. Elsewhere it is written
/// to `.wardrobe.<random>.tmp` in the same folder; a killed process may leave that file there,
/// except on Windows. A leftover never prevents later writes.
///
/// IfExists::replace always goes through a `.tmp` name, and calls check(), if there is one, right
/// before that file gets its final name; an error of check() is returned. IfExists::fail never
/// overwrites a file, except on file systems with neither hard links nor an exclusive rename, where
/// a file that another process creates in the last instant is replaced.
Status write_file(const std::filesystem::path& path, Bytes bytes, IfExists if_exists,
                  const std::function<Status()>& check = {});

/// Renames a file or folder within a file system. IfExists is as for write_file.
Status rename_entry(const std::filesystem::path& from, const std::filesystem::path& to,
                    IfExists if_exists);

/// Makes the names in a folder last, as far as the system can do it.
void sync_folder(const std::filesystem::path& folder);

/// Creates an empty folder, `.wardrobe.<random>.tmp`, in `folder`.
Result<std::filesystem::path> create_temporary_folder(const std::filesystem::path& folder);

/// Renames a folder. `to` must be free, or an empty folder.
Status rename_folder(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes a folder with all that is in it, as far as possible.
void remove_folder(const std::filesystem::path& folder);

/// Swaps the names of two folders: on Linux in one step, elsewhere by renaming one after the other,
/// so that for an instant one name is free. Not all file systems can do it.
Status swap_folders(const std::filesystem::path& a, const std::filesystem::path& b);

/// A file that is being written from its start to its end.
class NewFile {
 public:
  NewFile() = default;
  virtual ~NewFile() = default;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  virtual Status append(Bytes bytes) = 0;
  /// Makes the content last.
  virtual Status sync() = 0;
};

/// Creates a file, which must not exist.
Result<std::unique_ptr<NewFile>> create_file(const std::filesystem::path& path);

/// Writes a new file, neither atomically nor synced. It is for files in a folder that gets its
/// final name only when it is complete.
Status write_part(const std::filesystem::path& path, Bytes bytes);

}  // namespace wardrobe
