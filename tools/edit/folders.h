#pragma once

#include <filesystem>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "tools/edit/edits.h"
#include "tools/edit/layout.h"

namespace wardrobe {

/// Reads files of a folder by their names in it. A name that leads out of the folder, also through
/// a symbolic link, is refused.
LoadFile picture_folder(const std::filesystem::path& folder);

/// Writes the new game into an empty folder, with the old one's other files and, where `game` names
/// a folder, everything else in it. Errors name the file.
Status write_game_folder(const std::filesystem::path& game, const GameInput& input,
                         const NewFiles& files, const std::filesystem::path& folder);

}  // namespace wardrobe
