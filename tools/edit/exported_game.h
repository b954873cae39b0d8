#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/edit/json_fields.h"

namespace wardrobe {

/// A file of the game that was exported.
struct ExportedFile {
  std::string name;
  uint64_t size = 0;
};

/// The files that "game" of a manifest or an index of an export lists.
std::vector<ExportedFile> read_exported_files(JsonFields& root);

/// Row of Costumes → red, green and blue of each colour of its files, as they were written; empty
/// where an export lists none.
using ExportedPalettes = std::map<uint32_t, std::vector<uint8_t>>;
ExportedPalettes read_exported_palettes(JsonFields& root);

/// The name of a file of an export, which must not lead out of its folder.
std::string inner_file_name(JsonFields& fields, const std::string& name);

inline constexpr const char* kOtherGame = "; the folder was exported from another game";

/// Whether these are the files of this game. Errors start with `where`.
Status check_exported_game(const std::string& where, const std::vector<ExportedFile>& files,
                           const Tables& tables);

}  // namespace wardrobe
