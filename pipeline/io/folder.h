#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

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

/// A file in memory. Its name may lead through folders: "MONKEY/DISK01.LEC".
struct NamedBytes {
  std::string name;
  Bytes bytes;
};

/// Opens the innermost folder that contains all of `files`. The bytes of `files` must outlive the
/// files opened.
std::unique_ptr<Folder> open_files(std::vector<NamedBytes> files);

}  // namespace wardrobe
