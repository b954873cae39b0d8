#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// Commands write only through OutputFiles and OutputFolder, by one rule. Without --force, nothing
/// that exists is touched. With it, a file is replaced if it is a regular file, or the name of a
/// link, and no input; and a folder is replaced if an export wrote everything in it and nothing has
/// changed since, as the index in it shows. Anything else in the way is named before the work
/// starts, and checked again right before names change. Errors name the file.

/// One file, or several in one folder. The file "-" is the standard output.
class OutputFiles {
 public:
  /// Checks that the files may be written and that none of them is one of the `inputs`, even under
  /// another name.
  static Result<OutputFiles> create(std::vector<std::filesystem::path> paths, bool force,
                                    std::vector<std::filesystem::path> inputs);

  /// Writes one of the files. They get their names when all of them have been written: one file
  /// atomically, several one right after the other.
  Status save(const std::filesystem::path& path, Bytes bytes);

  /// Writes the only file piece by piece: append() all pieces, then finish().
  Status append(Bytes bytes);
  Status finish();

 private:
  OutputFiles(std::vector<std::filesystem::path> paths, bool force,
              std::vector<std::filesystem::path> inputs)
      : paths_(std::move(paths)), inputs_(std::move(inputs)), force_(force) {}

  Status check(const std::filesystem::path& path) const;
  Status check_all() const;
  /// Creates temporary_ beside `path`.
  Status create_temporary(const std::filesystem::path& path);
  /// Moves what is in temporary_ into place.
  Status move_into_place();

  std::vector<std::filesystem::path> paths_;
  std::vector<std::filesystem::path> inputs_;
  bool force_;
  std::optional<UnfinishedFolder> temporary_;  ///< holds files until all are complete
  size_t written_ = 0;                         ///< files in temporary_
  std::unique_ptr<NewFile> file_;              ///< the one that append() writes
};

/// A folder that appears only once it is complete. Until then, it has a temporary name: beside its
/// place or, if an empty folder is there, in that folder, which is then filled entry by entry.
class OutputFolder {
 public:
  /// Checks that the folder may be written. `force` is nullopt if the command has no --force. The
  /// folder must not contain any of the `inputs` (files or folders), or be inside one of them.
  static Result<OutputFolder> create(const std::filesystem::path& path, std::optional<bool> force,
                                     const std::vector<std::filesystem::path>& inputs);

  /// The folder with its temporary name.
  const std::filesystem::path& temporary() const { return temporary_.path(); }

  /// Writes a new file, and creates the folders in its path. Several threads may call it at once.
  Status write(const std::string& name, Bytes bytes) const;

  /// Moves the folder, with everything in temporary(), into place.
  Status finish();

 private:
  enum class Place : uint8_t { free, empty_folder, old_export };

  OutputFolder(std::filesystem::path path, UnfinishedFolder temporary, Place place)
      : path_(std::move(path)), temporary_(std::move(temporary)), place_(place) {}

  static Result<Place> place_at(const std::filesystem::path& path, std::optional<bool> force);

  std::filesystem::path path_;
  UnfinishedFolder temporary_;
  Place place_;  ///< what is at path_
};

}  // namespace wardrobe
