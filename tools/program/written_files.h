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
  std::string name;  ///< relative to the record's folder, with '/'
  uint64_t hash = 0;
};

/// The record of the files that the program has written to a folder or below it: `.wardrobe-files`
/// in that folder, a text that `xxh64sum --check` reads. Lines are appended before the files get
/// their names and are never removed, so that the record also lists files left by a killed run.
/// Archives are not in the record, since each holds a hash of its own bytes.
class WrittenFiles {
 public:
  /// The record of `folder`; empty if there is no readable one.
  explicit WrittenFiles(const std::filesystem::path& folder);

  /// Whether the file at `place` holds exactly the bytes that the program has written under this
  /// name. A symbolic link, or anything else that is not a regular file, never counts.
  bool holds(const std::string& name, const std::filesystem::path& place) const;

  /// The first entry, by name, in the folder `name` or below it that the program has not written,
  /// empty folders included; nullopt if there is none. The folder is read from `place`, its present
  /// path.
  std::optional<std::filesystem::path> first_other(const std::string& name,
                                                   const std::filesystem::path& place) const;

  /// Appends the files that are not in the record yet. Errors name the record.
  Status add(const std::vector<WrittenFile>& files);

 private:
  std::filesystem::path path() const { return folder_ / kWrittenFiles; }

  std::filesystem::path folder_;
  std::set<std::string> lines_;
  bool torn_ = false;  ///< the last line has no end: a run was killed while writing it
};

/// All regular files in `folder` and below it, named as if the folder's name were `name`:
/// "NAME/walk.gif".
Result<std::vector<WrittenFile>> hash_folder(const std::filesystem::path& folder,
                                             const std::string& name);

}  // namespace wardrobe
