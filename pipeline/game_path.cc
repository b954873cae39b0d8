#include "pipeline/game_path.h"

#include <system_error>

namespace wardrobe {

namespace fs = std::filesystem;

Result<GameInput> open_game(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return open_game(*open_directory(path.string()));
  return open_game(*open_directory(path.parent_path().string()), path.filename().string());
}

std::vector<fs::path> paths_of(const GameInput& input) {
  const fs::path folder = input.folder;
  std::vector<fs::path> paths;
  if (input.index) paths.push_back(folder / input.index->name);
  for (const GameFile& file : input.resources) paths.push_back(folder / file.name);
  for (const InputProblem& problem : input.problems) paths.push_back(folder / problem.name);
  return paths;
}

}  // namespace wardrobe
