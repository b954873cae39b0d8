#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

inline constexpr const char* kWrittenFiles = ".wardrobe-files";

/// A file and the XXH64 of its bytes.
struct WrittenFile {
  std::string name;  ///< relative to the record's folder, with "/" between folders
  uint64_t hash = 0;
};

/// The record of the files that the program has written to a folder or below it: `.wardrobe-files`
/// in that folder, a text that `xxh64sum --check` reads. Lines are added before the files get their
/// names, and never removed, so that the record also has the files of a run that was killed.
/// Archives are not in it, because each has a hash of its own bytes.
class WrittenFiles {
 public:
  /// Reads the record of `folder`; empty if there is none that can be read.
  explicit WrittenFiles(const std::filesystem::path& folder);

  /// Whether the file at `place` has exactly the bytes that the program has written under this
  /// name. False for a symbolic link and for anything else that is not a regular file.
  bool holds(const std::string& name, const std::filesystem::path& place) const;

  /// Returns the first entry, by name, of the folder `name` or below it that the program has not
  /// written; empty folders count. nullopt if there is none. `place` is the present path of the
  /// folder.
  std::optional<std::filesystem::path> first_other(const std::string& name,
                                                   const std::filesystem::path& place) const;

  /// Appends the files that the record does not have yet. Errors name the record.
  Status add(const std::vector<WrittenFile>& files);

 private:
  std::filesystem::path path() const { return folder_ / kWrittenFiles; }

  std::filesystem::path folder_;
  std::set<std::string> lines_;
  bool torn_ = false;  ///< whether the last line is incomplete: a run was killed while writing it
};

/// Returns all regular files in `folder` and below it. Their names start with `name`, whatever the
/// folder's own name is: "NAME/walk.gif".
Result<std::vector<WrittenFile>> hash_folder(const std::filesystem::path& folder,
                                             const std::string& name);

}  // namespace wardrobe
