#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/result.h"
#include "pipeline/io/unfinished_folder.h"
#include "tools/export/export.h"

namespace wardrobe {

/// A folder of exported files, which appears whole: it is written under a temporary name beside its
/// own. With `force` it replaces the files of an earlier export, which its index lists, and touches
/// no others.
class OutputFolder {
 public:
  /// An error if `path` exists, and is neither an empty folder nor, with `force`, one of an export.
  static Result<OutputFolder> create(const std::filesystem::path& path, bool force);

  /// Writes files, and the folders on their way. Threads may call it at once.
  Status write(const std::vector<ExportFile>& files) const;

  /// Puts `files`, all that were written, into place, in their order.
  Status finish(const std::vector<std::string>& files);

 private:
  OutputFolder(std::filesystem::path path, UnfinishedFolder temporary, bool replaces,
               std::vector<std::string> old_files)
      : path_(std::move(path)),
        temporary_(std::move(temporary)),
        replaces_(replaces),
        old_files_(std::move(old_files)) {}

  Status check_places(const std::vector<std::string>& files) const;
  Status move(const std::string& file) const;
  void remove_stale(const std::vector<std::string>& files) const;

  std::filesystem::path path_;
  UnfinishedFolder temporary_;
  bool replaces_;                       ///< there is a folder of an export
  std::vector<std::string> old_files_;  ///< of that
};

}  // namespace wardrobe
