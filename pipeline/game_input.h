#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// One of the files of a game.
struct GameFile {
  std::string name;  ///< relative to the game folder
  uint8_t xor_key = 0;
  unsigned disk = 0;  ///< the number in the name's ending: 1 for X.001, X.LA1, X.(a); 0: none
  std::unique_ptr<ByteSource> bytes;
};

/// The files to pack from: an index, unless a resource file was named by itself, and the resource
/// files in order of their disk numbers.
struct GameInput {
  std::optional<GameFile> index;
  std::vector<GameFile> resources;
};

/// Finds the files of a game (SCUMM.md §1 "Names"): `path` is a game folder, an index file (its
/// resource files lie beside it under the same name, in any case), or one resource file. Files are
/// told by their first tag, not by their name. Errors name the file.
Result<GameInput> open_game(const std::filesystem::path& path);

}  // namespace wardrobe
