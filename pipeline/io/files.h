#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
/// file, or the complete new one. Until then, it is in an UnfinishedFolder beside `path`. Errors
/// name the file.
Status write_file(const std::filesystem::path& path, Bytes bytes, IfExists if_exists);

/// Renames a file or folder within a file system. IfExists::fail never overwrites a file, except on
/// file systems with neither hard links nor an exclusive rename, where a file that another process
/// creates in the last instant is replaced.
Status rename_entry(const std::filesystem::path& from, const std::filesystem::path& to,
                    IfExists if_exists);

/// Makes the names in a folder last, as far as the system can do it.
void sync_folder(const std::filesystem::path& folder);

/// Renames a folder. `to` must be free, or an empty folder.
Status rename_folder(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes a folder with all that is in it, as far as possible.
void remove_folder(const std::filesystem::path& folder);

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

/// Writes a new file, not atomically. It is for files in a folder that gets its final name only
/// when it is complete. `sync` makes the content last.
Status write_part(const std::filesystem::path& path, Bytes bytes, bool sync = false);

/// A folder of files: on disk, in memory or inside a container.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  virtual ~Folder() = default;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// The folder's name in messages. Empty: the current folder.
  const std::string& path() const { return path_; }
  std::string path_of(const std::string& name) const {
    return path_.empty() || path_.back() == '/' ? path_ + name : path_ + '/' + name;
  }

  /// The sorted names of the files in the folder, whether or not they can be opened.
  virtual Result<std::vector<std::string>> names() const = 0;
  /// The sorted names of the folders in it. Links to folders are left out: they may lead in
  /// circles.
  virtual Result<std::vector<std::string>> folders() const = 0;
  /// `name` may lead through the folders: "Rooms 1/00.LFL".
  virtual Result<std::unique_ptr<ByteSource>> open(const std::string& name) const = 0;
  /// Opens one of folders().
  virtual std::unique_ptr<Folder> folder(const std::string& name) const = 0;
  /// Why the content of a file is suspect, though it can be read; empty: it is not.
  virtual std::string doubt(const std::string& /*name*/) const { return {}; }

 private:
  std::string path_;
};

/// Opens a folder of the file system. An empty `path` is the current folder.
std::unique_ptr<Folder> open_directory(std::string path);

/// A file in a folder that is not on disk. Its name may lead through folders: "en/monkey1.000".
struct Member {
  std::string name;
  std::function<Result<std::unique_ptr<ByteSource>>()> open;
  std::string doubt{};  ///< as Folder::doubt
};

/// Opens a folder of such files. Of several with the same name, the last counts.
std::unique_ptr<Folder> open_members(std::string path, std::vector<Member> members);

/// A file in memory. Its name may lead through folders: "MONKEY/DISK01.LEC".
struct NamedBytes {
  std::string name;
  Bytes bytes;
};

/// Opens the innermost folder that contains all of `files`. The bytes of `files` must outlive the
/// files opened.
std::unique_ptr<Folder> open_files(const std::vector<NamedBytes>& files);

/// A folder `.wardrobe.<random>.tmp` that gets its final name when its contents are complete. If
/// the object is destroyed or the process is interrupted before that, the folder is removed with
/// its contents (prepare_process). A killed process leaves it, which never prevents later writes.
class UnfinishedFolder {
 public:
  /// Creates a new, empty folder in `parent`.
  static Result<UnfinishedFolder> create(const std::filesystem::path& parent);

  UnfinishedFolder(UnfinishedFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;
  ~UnfinishedFolder();

  /// Empty once the folder has been moved.
  const std::filesystem::path& path() const { return path_; }

  /// Writes a new file, and creates the folders on its path. Several threads may call it at once.
  Status write(const std::filesystem::path& name, Bytes bytes, bool sync = false) const;

  /// Gives the folder its final name, which must be free or belong to an empty folder.
  Status move_to(const std::filesystem::path& target);

  /// Moves everything in the folder to `target`, a folder in the same file system, entry by entry
  /// in the order of names; then removes the folder. An interrupt waits until that is done. Errors
  /// name what could not be moved; entries before it stay in `target`.
  Status move_contents(const std::filesystem::path& target, IfExists if_exists);

  /// Replaces the folder `target`: at any moment, either the old folder or the new one has the
  /// name, except for an instant on other systems than Linux. In between, removable(PATH) decides
  /// whether the old folder, then at PATH, may be removed; if not, the old folder gets its name
  /// back.
  Status replace(const std::filesystem::path& target,
                 const std::function<Status(const std::filesystem::path&)>& removable);

 private:
  explicit UnfinishedFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

/// Removes all unfinished folders, for a process that is about to end. After that, no folder gets
/// its final name, and none is created.
void remove_unfinished_folders();

inline constexpr size_t kHugePage = 2 << 20;

/// Bytes that are about to be written, and not initialised before. A buffer of kHugePage bytes or
/// more is in huge pages, if the system has them (Linux): the first touch of many small pages can
/// take longer than decoding into them.
class HugeBuffer {
 public:
  HugeBuffer() = default;
  /// Throws std::bad_alloc if there is not enough memory.
  explicit HugeBuffer(size_t size);

  size_t size() const { return memory_ == nullptr ? 0 : memory_.get_deleter().size; }
  uint8_t* begin() const { return memory_.get(); }
  uint8_t* end() const { return begin() + size(); }

 private:
  struct Free {
    size_t size;  ///< of the buffer
    void operator()(uint8_t* memory) const;
  };

  std::unique_ptr<uint8_t[], Free> memory_;
};

}  // namespace wardrobe
