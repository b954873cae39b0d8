#pragma once

#include <string>
#include <vector>

#include "pipeline/game_input.h"

namespace wardrobe {

/// The files that say which games are in a folder: the indexes, or without any, the resource files;
/// none: there is no game.
struct LeadingFiles {
  FileKind kind;
  std::vector<std::string> names;
};
LeadingFiles leading_files(const Folder& folder);

/// The same as open_game, but of files that are in the folder itself. `program` is not searched.
Result<GameInput> find_game(const Folder& folder);
Result<GameInput> find_game(const Folder& folder, const std::string& name);

}  // namespace wardrobe
