#include <algorithm>
#include <optional>
#include <system_error>

#include "pipeline/find_game.h"
#include "pipeline/io/files.h"

namespace wardrobe {

namespace fs = std::filesystem;

namespace {

/// Whether a path leads to a folder in which a game keeps its rooms. The folder around a link does
/// not have the rooms.
bool is_rooms(const fs::path& folder) {
  std::error_code ignored;
  return is_rooms_folder(folder.filename().string()) &&
         fs::is_directory(fs::symlink_status(folder, ignored));
}

/// Opens the game of a folder of rooms together with the folder around it; nullopt if that has
/// none.
std::optional<GameInput> game_around(const fs::path& rooms) {
  Result<GameInput> input = open_game(*open_directory(rooms.parent_path().string()));
  if (!input || !input->index || input->folder != rooms.parent_path().string()) return std::nullopt;
  const std::string prefix = rooms.filename().string() + '/';
  const bool here = input->index->name.starts_with(prefix) ||
                    std::ranges::any_of(input->resources, [&](const GameFile& file) {
                      return file.name.starts_with(prefix);
                    });
  return here ? std::optional(*std::move(input)) : std::nullopt;
}

/// A path without a slash at its end.
fs::path without_slash(const fs::path& given) {
  return given.has_filename() ? given : given.parent_path();
}

/// A file on disk or in a container, as a folder on disk and a name from there on.
struct FolderAndName {
  fs::path folder;
  std::string name;
};

FolderAndName split_path(const fs::path& path) {
  std::error_code ignored;
  fs::path file = path;  // or the container that the path leads into
  for (fs::path parent = path.parent_path(); parent.has_relative_path() && file == path;
       parent = parent.parent_path()) {
    if (fs::is_regular_file(parent, ignored)) file = parent;
  }
  fs::path folder = file.parent_path();
  if (is_rooms(folder)) folder = folder.parent_path();
  const std::string inner = path.generic_string().substr(folder.generic_string().size());
  return {folder, inner.substr(inner.find_first_not_of('/'))};
}

}  // namespace

Result<GameInput> open_game(const fs::path& given) {
  std::error_code ignored;
  const fs::path path = without_slash(given);
  if (fs::is_directory(path, ignored)) {
    if (is_rooms(path)) {
      if (std::optional<GameInput> input = game_around(path)) return *std::move(input);
    }
    return open_game(*open_directory(path.string()));
  }
  if (!path.has_filename()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 '"' + given.string() + "\": there is no such file"};
  }
  const auto [folder, name] = split_path(path);
  return open_game(*open_directory(folder.string()), name);
}

Result<GamesInside> games_at(const fs::path& given) {
  std::error_code ignored;
  const fs::path path = without_slash(given);
  GamesInside inside;
  if (!fs::is_directory(path, ignored)) {
    const auto [folder, name] = split_path(path);
    Result<GamesInside> found = games_inside(*open_directory(folder.string()), name);
    if (found) inside = *std::move(found);
  } else if (!is_rooms(path)) {
    inside = games_inside(*open_directory(path.string()));
  }
  if (inside.paths.empty() && inside.unread.empty()) {
    const Result<GameInput> input = open_game(path);
    if (!input) return input.error();
    inside.paths.emplace_back();
  }
  const auto whole = [&](std::string& name) {
    name = name.empty() ? path.string() : (path / path_from(name)).string();
  };
  for (std::string& name : inside.paths) whole(name);
  for (GamesInside::Unread& unread : inside.unread) whole(unread.path);
  return inside;
}

fs::path game_folder(const GameInput& input) {
  return input.folder.empty() ? fs::path(".") : path_from(input.folder);
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
