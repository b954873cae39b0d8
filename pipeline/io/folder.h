#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// The files of a folder, wherever they are.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  virtual ~Folder() = default;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// What messages call it. Empty: the current one.
  const std::string& path() const { return path_; }
  std::string path_of(const std::string& name) const {
    return path_.empty() || path_.back() == '/' ? path_ + name : path_ + '/' + name;
  }

  /// What is in it, sorted. Not everything needs to be a file that opens.
  virtual Result<std::vector<std::string>> names() const = 0;
  virtual Result<std::unique_ptr<ByteSource>> open(const std::string& name) const = 0;

 private:
  std::string path_;
};

/// A folder of the file system, by its path; empty: the current one.
std::unique_ptr<Folder> open_directory(std::string path);

/// A file in memory. Its name may lead through folders: "MONKEY/DISK01.LEC".
struct NamedBytes {
  std::string name;
  Bytes bytes;
};

/// The folder that all of the files are in, or below; those further below are left out. Their bytes
/// must outlive what is opened.
std::unique_ptr<Folder> open_files(std::vector<NamedBytes> files);

}  // namespace wardrobe
