#include <algorithm>
#include <utility>

#include "pipeline/container/container.h"
#include "pipeline/find_game.h"
#include "pipeline/game_names.h"
#include "pipeline/program_index.h"
#include "pipeline/unread_games.h"

namespace wardrobe {
namespace {

/// A folder inside a container.
struct Place {
  std::unique_ptr<Folder> folder;
  std::string container;  ///< name of the container
};

/// Returns the part of `path` after the folder `outer`.
std::string name_from(const Folder& outer, const std::string& path) {
  return path.substr(outer.path_of("").size());
}

/// Returns the folders in a container; none if the file is not a container.
Result<std::vector<Place>> places_in(const Folder& outer, const std::string& container) {
  Result<std::unique_ptr<ByteSource>> file = outer.open(container);
  if (!file) return std::vector<Place>{};
  ASSIGN_OR_RETURN(std::vector<std::unique_ptr<Folder>> folders,
                   folders_in(*std::move(file), outer.path_of(container)));
  std::vector<Place> places;
  for (std::unique_ptr<Folder>& folder : folders) places.push_back({std::move(folder), container});
  return places;
}

/// Returns the input of a game found in `place`, with names relative to `outer`.
Result<GameInput> moved_out(Result<GameInput> input, const Folder& outer, const Place& place) {
  if (!input) return input;
  const std::string prefix = name_from(outer, place.folder->path()) + '/';
  if (input->index) input->index->name.insert(0, prefix);
  for (GameFile& file : input->resources) file.name.insert(0, prefix);
  for (InputProblem& problem : input->problems) problem.name.insert(0, prefix);
  if (!input->program.empty()) input->program.insert(0, prefix);
  input->folder = outer.path();
  input->container = place.container;
  return input;
}

/// Adds the index to the input, if it is inside a program.
Result<GameInput> with_index(const Folder& folder, Result<GameInput> input) {
  if (input && !input->index && input->problems.empty() && !input->program.empty()) {
    search_programs(folder, *input);
  }
  return input;
}

Result<GameInput> game_at(const Folder& outer, const Place& place) {
  return moved_out(with_index(*place.folder, find_game(*place.folder)), outer, place);
}

/// Finds the only game in these places. If some games have an index, only those count. An error if
/// there are several; nullopt if there is none.
std::optional<Result<GameInput>> only_game(const Folder& outer, const std::string& title,
                                           const std::vector<Place>& places) {
  std::vector<LeadingFiles> leading;
  for (const Place& place : places) leading.push_back(leading_files(*place.folder));
  for (const FileKind kind : {FileKind::index, FileKind::resources}) {
    const Place* last = nullptr;
    size_t count = 0;
    std::string names;
    for (size_t i = 0; i < places.size(); ++i) {
      if (leading[i].names.empty() || leading[i].kind != kind) continue;
      last = &places[i];
      ++count;
      for (const std::string& name : leading[i].names) {
        if (!names.empty()) names += ", ";
        names += name_from(outer, last->folder->path_of(name));
      }
    }
    if (count > 1) {
      std::string message = title;
      message.append(": several games inside; name one of their files: ").append(names);
      return Error{ErrorCode::not_found, kNoOffset, std::move(message)};
    }
    if (count == 1) return game_at(outer, *last);
  }
  return std::nullopt;
}

/// Returns the reason for which there is no game in these places: an unsupported file, or a file
/// that has the name of a game's file but cannot be opened.
std::optional<Error> problem_in(const std::vector<Place>& places) {
  for (const Place& place : places) {
    if (const auto what = unread_game_in(*place.folder)) {
      return Error{ErrorCode::unknown_format, kNoOffset, *what};
    }
    const Result<std::vector<std::string>> names = place.folder->names();
    if (!names) continue;
    for (const std::string& name : *names) {
      if (!name_of(name).kind) continue;
      const Result<std::unique_ptr<ByteSource>> file = place.folder->open(name);
      if (file) continue;
      return Error{file.error().code, kNoOffset,
                   describe(place.folder->path_of(name), file.error())};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<GameInput> open_game(const Folder& folder) {
  Result<GameInput> input = find_game(folder);
  if (input) return with_index(folder, std::move(input));
  const Result<std::vector<std::string>> names = folder.names();
  if (!names || !leading_files(folder).names.empty()) return input;
  std::vector<Place> places;
  std::optional<Error> damage;
  for (const std::string& name : *names) {
    Result<std::vector<Place>> inside = places_in(folder, name);
    if (!inside && !damage) damage = inside.error();
    if (inside) std::ranges::move(*inside, std::back_inserter(places));
  }
  const std::string title = folder.path().empty() ? "." : folder.path();
  if (auto game = only_game(folder, title, places)) return *std::move(game);
  if (unread_game_in(folder)) return input;
  if (const auto problem = problem_in(places)) return *problem;
  if (damage) return *damage;
  return input;
}

Result<GameInput> open_game(const Folder& folder, const std::string& name) {
  const std::string container = name.substr(0, name.find('/'));
  const bool leads_on = container != name;
  Result<GameInput> input = find_game(folder, name);
  if (input) return input;
  ASSIGN_OR_RETURN(std::vector<Place> places, places_in(folder, container));
  if (places.empty()) return input;
  const std::string path = folder.path_of(name);
  if (!leads_on) {
    if (auto game = only_game(folder, path, places)) return *std::move(game);
    if (const auto problem = problem_in(places)) return *problem;
    return Error{ErrorCode::not_found, kNoOffset, path + ": no SCUMM game inside"};
  }
  for (const Place& place : places) {
    if (place.folder->path() == path) return game_at(folder, place);
  }
  for (const Place& place : places) {
    const std::string inner = place.folder->path() + '/';
    if (!path.starts_with(inner) || path.find('/', inner.size()) != std::string::npos) continue;
    return moved_out(find_game(*place.folder, path.substr(inner.size())), folder, place);
  }
  return Error{ErrorCode::not_found, kNoOffset, path + ": there is no such file in " + container};
}

}  // namespace wardrobe
