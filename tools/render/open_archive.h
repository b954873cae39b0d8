#pragma once

#include <cstdint>
#include <filesystem>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// An open archive.
struct OpenArchive {
  Archive archive;
  const Tables& tables = archive.tables();
};

/// Which tables are loaded.
enum class Load : uint8_t {
  all,
  index,  ///< Archive::load_index(): enough to find costumes and rooms
};

/// Opens an archive and loads its tables. Errors name the file.
Result<OpenArchive> open_archive(const std::filesystem::path& path, Load load = Load::all);

/// Loads everything to play a costume, a row of Costumes: its program, and its timelines with
/// events.
Status load_costume(const Archive& archive, uint32_t costume);

}  // namespace wardrobe
