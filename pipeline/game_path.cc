#include "pipeline/game_path.h"

#include <system_error>

#include "pipeline/io/files.h"

namespace wardrobe {

namespace fs = std::filesystem;

Result<GameInput> open_game(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return open_game(*open_directory(path.string()));
  fs::path file = path;  // or the container that the path leads into
  for (fs::path parent = path.parent_path(); parent.has_relative_path() && file == path;
       parent = parent.parent_path()) {
    if (fs::is_regular_file(parent, ignored)) file = parent;
  }
  const fs::path folder = file.parent_path();
  const std::string inside = path.generic_string().substr(file.generic_string().size());
  return open_game(*open_directory(folder.string()), file.filename().string() + inside);
}

std::vector<fs::path> paths_of(const GameInput& input) {
  const fs::path folder = path_from(input.folder);
  if (!input.container.empty()) return {folder / path_from(input.container)};
  std::vector<fs::path> paths;
  if (input.index) paths.push_back(folder / path_from(input.index->name));
  for (const GameFile& file : input.resources) paths.push_back(folder / path_from(file.name));
  for (const InputProblem& problem : input.problems)
    paths.push_back(folder / path_from(problem.name));
  return paths;
}

}  // namespace wardrobe
