#pragma once

#include <algorithm>
#include <filesystem>
#include <stdlib.h>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/io/files.h"

namespace wardrobe {

/// A folder that is deleted with its contents at the end of the object's life.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "wardrobe.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  /// Writes a new file; fails the test if it exists.
  void put(const char* name, Bytes bytes) const {
    ASSERT_TRUE(write_file(path_ / name, bytes, IfExists::fail));
  }

  /// Returns the names of the folder's files, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace wardrobe
