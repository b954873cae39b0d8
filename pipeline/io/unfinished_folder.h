#pragma once

#include <filesystem>
#include <functional>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// A folder `.wardrobe.<random>.tmp` that gets its final name when its contents are complete. If
/// the object is destroyed or the process is interrupted before that, the folder is removed with
/// its contents (prepare_process).
class UnfinishedFolder {
 public:
  /// Creates a new, empty folder in `parent`.
  static Result<UnfinishedFolder> create(const std::filesystem::path& parent);

  UnfinishedFolder(UnfinishedFolder&& other) noexcept;
  UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;
  ~UnfinishedFolder();

  /// Empty once the folder has been moved.
  const std::filesystem::path& path() const { return path_; }

  /// Writes a new file, and creates the folders on its path. Several threads may call it at once.
  Status write(const std::filesystem::path& name, Bytes bytes) const;

  /// Gives the folder its final name, which must be free or belong to an empty folder.
  Status move_to(const std::filesystem::path& target);

  /// Moves everything in the folder to `target`, a folder in the same file system, entry by entry
  /// in the order of names; then removes the folder. An interrupt waits until that is done. Errors
  /// name what could not be moved; entries before it stay in `target`.
  Status move_contents(const std::filesystem::path& target, IfExists if_exists);

  /// Replaces the folder `target`: at any moment, either the old folder or the new one has the name
  /// (for an exception see swap_folders). In between, removable(PATH) decides whether the old
  /// folder, then at PATH, may be removed; if not, the old folder gets its name back.
  Status replace(const std::filesystem::path& target,
                 const std::function<Status(const std::filesystem::path&)>& removable);

 private:
  explicit UnfinishedFolder(std::filesystem::path path);

  std::filesystem::path path_;
};

/// Removes all unfinished folders, for a process that is about to end. After that, no folder gets
/// its final name, and none is created.
void remove_unfinished_folders();

}  // namespace wardrobe
