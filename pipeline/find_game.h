#pragma once

#include <string>
#include <vector>

#include "pipeline/game_input.h"

namespace wardrobe {

/// The files that show which games are in a folder: the indexes or, without any, the resource
/// files. Empty if there is no game.
struct LeadingFiles {
  FileKind kind;
  std::vector<std::string> names;
};
LeadingFiles leading_files(const Folder& folder);

/// Like open_game(), but considers only files in the folder itself, and does not search `program`.
Result<GameInput> find_game(const Folder& folder);
Result<GameInput> find_game(const Folder& folder, const std::string& name);

}  // namespace wardrobe
