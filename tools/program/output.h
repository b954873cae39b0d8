#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/io/unfinished_folder.h"
#include "tools/program/written_files.h"

namespace wardrobe {

/// Commands write only through OutputFiles and OutputFolder, by one rule. An existing file is
/// replaced only with --force, and only if the program wrote it and it has not changed since:
/// WrittenFiles, the record beside the files, shows this. Any other existing file is refused by
/// name before the work starts. At any moment, there is either the complete old output or the
/// complete new one. Errors name the file.

/// A CLI11 check for options that name an output. Returns an error message, or an empty string.
std::string check_name(const std::string& name);

/// The help text of --force.
inline constexpr const char* kForceHelp =
    "Replace the output of an earlier run if it has not changed since";

/// One file, or several that are written one by one.
class OutputFiles {
 public:
  enum class Kind : uint8_t {
    file,
    archive,  ///< has a hash of its own and needs no record
  };

  /// Checks that the files may be written and that none of them is one of the `inputs`, even under
  /// another name.
  static Result<OutputFiles> create(const std::vector<std::filesystem::path>& paths, bool force,
                                    const std::vector<std::filesystem::path>& inputs,
                                    Kind kind = Kind::file);

  /// Writes one of the files atomically, with write_file.
  Status save(const std::filesystem::path& path, Bytes bytes);

 private:
  OutputFiles(bool force, Kind kind) : force_(force), kind_(kind) {}

  Status check(const std::filesystem::path& path);
  bool is_ours(const std::filesystem::path& path);
  WrittenFiles& record_of(const std::filesystem::path& path);

  bool force_;
  Kind kind_;
  std::map<std::filesystem::path, WrittenFiles> records_;  ///< by folder
};

/// A folder that appears only once it is complete. Until then, it has a temporary name in the same
/// parent folder.
class OutputFolder {
 public:
  /// Checks that the folder may be written. It must not contain any of the `inputs` (files or
  /// folders), and must not be inside one of them.
  static Result<OutputFolder> create(const std::filesystem::path& path, bool force,
                                     const std::vector<std::filesystem::path>& inputs);

  /// The folder with its temporary name.
  const std::filesystem::path& temporary() const { return temporary_.path(); }

  /// Writes a new file, and creates the folders in its path. Several threads may call it at once.
  Status write(const std::string& name, Bytes bytes) const;

  /// Moves the folder, with everything in temporary(), into place.
  Status finish();

 private:
  OutputFolder(std::filesystem::path path, UnfinishedFolder temporary, bool replaces)
      : path_(std::move(path)), temporary_(std::move(temporary)), replaces_(replaces) {}

  std::filesystem::path path_;
  UnfinishedFolder temporary_;
  bool replaces_;  ///< whether there is a folder of an earlier run
};

}  // namespace wardrobe
