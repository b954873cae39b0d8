#pragma once

#include <filesystem>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// An open archive with its tables read and checked.
struct OpenArchive {
  Archive archive;
  Tables tables;
};

/// Error messages name the file.
Result<OpenArchive> open_archive(const std::filesystem::path& path);

}  // namespace wardrobe
