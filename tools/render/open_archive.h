#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/result.h"

namespace wardrobe {

/// An archive file in memory, with its tables read and checked.
struct OpenArchive {
  std::vector<uint8_t> file;
  Archive archive;  ///< reads from `file`
  Tables tables;
};

/// Errors are told with the file's name.
Result<OpenArchive> open_archive(const std::filesystem::path& path);

}  // namespace wardrobe
