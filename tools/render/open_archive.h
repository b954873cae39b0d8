#pragma once

#include <filesystem>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// An open archive.
struct OpenArchive {
  Archive archive;
  const TablesView& tables = archive.tables();
};

/// Opens an archive. Errors name the file.
Result<OpenArchive> open_archive(const std::filesystem::path& path);

}  // namespace wardrobe
