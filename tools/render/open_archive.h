#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// An open archive.
struct OpenArchive {
  Archive archive;
  const TablesView& tables = archive.tables();
};

/// Opens an archive and loads all of its tables. Errors name the file.
Result<OpenArchive> open_archive(const std::filesystem::path& path);
/// Opens an archive and loads only these tables, with Archive::load_tables().
Result<OpenArchive> open_archive(const std::filesystem::path& path,
                                 const std::vector<std::string_view>& tables);

/// Loads everything to play a costume, a row of Costumes: its program, and its timelines with
/// events.
Status load_costume(const Archive& archive, uint32_t costume);

}  // namespace wardrobe
