#pragma once

#include <filesystem>
#include <vector>

#include "pipeline/game_input.h"

namespace wardrobe {

/// Finds the files of a game on disk: `path` is a game folder, or a file that open_game accepts,
/// possibly inside a container.
Result<GameInput> open_game(const std::filesystem::path& path);

/// The games at a path that open_game() accepts, and below it, with whole paths. An error if there
/// is nothing to open.
Result<GamesInside> games_at(const std::filesystem::path& path);

/// Returns the folder of the game, to which the names of its files are relative.
std::filesystem::path game_folder(const GameInput& input);

/// Returns the paths of all files of the input on disk, including those with problems. For a game
/// in a container, that is the path of the container.
std::vector<std::filesystem::path> paths_of(const GameInput& input);

}  // namespace wardrobe
