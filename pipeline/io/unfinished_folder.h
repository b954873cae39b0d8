#pragma once

#include <filesystem>
#include <functional>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// A folder `.wardrobe.<random>.tmp` that gets its final name when its contents are complete. Until
/// then it is removed, with its contents, when the object is destroyed or the process is
/// interrupted (prepare_process).
class UnfinishedFolder {
 public:
  /// A new, empty one in `parent`.
  static Result<UnfinishedFolder> create(const std::filesystem::path& parent);

  UnfinishedFolder(UnfinishedFolder&& other) noexcept;
  UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;
  ~UnfinishedFolder();

  /// Empty after move_to().
  const std::filesystem::path& path() const { return path_; }

  /// Writes a new file, and the folders on its way. Threads may call it at once.
  Status write(const std::filesystem::path& name, Bytes bytes) const;

  /// Gives it its name, which must be free or that of an empty folder.
  Status move_to(const std::filesystem::path& target);

  /// Replaces the folder `target`: at any moment, either the old folder or the new one has the name
  /// (except in swap_folders). In between, removable(PATH) decides whether the old one, then at
  /// PATH, may be removed; if not, it gets its name back.
  Status replace(const std::filesystem::path& target,
                 const std::function<Status(const std::filesystem::path&)>& removable);

 private:
  explicit UnfinishedFolder(std::filesystem::path path);

  std::filesystem::path path_;
};

/// Removes all that exist, for a process that is about to end. None gets its name after that, and
/// none is created.
void remove_unfinished_folders();

}  // namespace wardrobe
