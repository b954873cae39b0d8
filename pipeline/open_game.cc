#include <algorithm>
#include <optional>
#include <utility>

#include "formats/limits.h"
#include "pipeline/container/container.h"
#include "pipeline/game_names.h"
#include "pipeline/program_index.h"
#include "pipeline/survey.h"
#include "pipeline/unread_games.h"

namespace wardrobe {
namespace {

/// The most containers around a file.
constexpr size_t kContainers = 2;

/// A folder on the way from the one that was given.
struct Place {
  const Folder* folder;
  std::shared_ptr<const Folder> owner{};  ///< of `folder`; null: the caller
  std::string path{};                     ///< from the given folder on, with a slash at its end
  size_t containers = 0;                  ///< around it
  std::string outer{};      ///< the path of the innermost folder outside of all containers
  std::string container{};  ///< the name of the outermost container in that folder
  std::string prefix{};     ///< the path from that folder on, with a slash at its end
};

Place given(const Folder& folder) { return {.folder = &folder, .outer = folder.path()}; }

Place step(const Place& from, const std::string& name, std::unique_ptr<Folder> to) {
  Place place = from;
  place.owner = std::move(to);
  place.folder = place.owner.get();
  place.path += name + '/';
  if (place.containers > 0) place.prefix += name + '/';
  return place;
}

Place below(const Place& from, const std::string& name) {
  Place place = step(from, name, from.folder->folder(name));
  if (place.containers == 0) place.outer = place.folder->path();
  return place;
}

/// Opens a container; nullopt if the file is not one.
Result<std::optional<Place>> inside(const Place& from, const std::string& name) {
  const std::string path = from.folder->path_of(name);
  Result<Unwrapped> file = open_unwrapped(*from.folder, name);
  if (!file) return Error{file.error().code, kNoOffset, describe(path, file.error())};
  ASSIGN_OR_RETURN(std::unique_ptr<Folder> folder, open_container(std::move(file->bytes), path));
  if (!folder) return std::optional<Place>();
  if (from.containers == kContainers) {
    return Error{ErrorCode::limit, kNoOffset,
                 path + ": a container inside of two; unpack it first"};
  }
  Place place = from;
  if (place.containers++ == 0) place.container = name;
  return std::optional(step(place, name, std::move(folder)));
}

/// Returns the input of a game found in `place`, with names relative to the folder outside of all
/// containers. Takes the index from a program if need be.
Result<GameInput> taken_from(const Place& place, Result<GameInput> input, bool search) {
  if (!input) return input;
  if (search && !input->index && input->problems.empty()) search_programs(*place.folder, *input);
  if (place.containers == 0) return input;
  if (input->index) input->index->name.insert(0, place.prefix);
  for (GameFile& file : input->resources) file.name.insert(0, place.prefix);
  for (InputProblem& problem : input->problems) problem.name.insert(0, place.prefix);
  for (std::string& rival : input->rivals) rival.insert(0, place.prefix);
  if (!input->program.empty()) input->program.insert(0, place.prefix);
  input->folder = place.outer;
  input->container = place.container;
  return input;
}

/// Games found in a folder and below it. Nothing is kept open.
struct Games {
  struct One {
    std::string path;  ///< Place::path
    bool indexed;
    std::vector<std::string> files;  ///< its leading files
    std::vector<std::string> names;  ///< their paths, for messages
  };
  std::vector<One> games;
  std::vector<GamesInside::Unread> shut;    ///< what may hold a game, but cannot be opened
  std::vector<GamesInside::Unread> unread;  ///< folders of games that are not supported
  size_t folders = 0;                       ///< that were searched
};

/// Whether a file that cannot be opened may be of a game, or a container with one.
bool may_hold_game(const Candidate& file) {
  if (file.problem->code == ErrorCode::not_found) return false;  // a link that leads nowhere
  if (name_of(file.file.name).kind) return true;
  const std::string ending = lower_case(split_name(file.file.name).ending);
  return has_no_ending(file.file.name) || ending == ".zip" || ending == ".pak" ||
         ending == ".bin" || ending == ".cle" || ending == ".data";
}

void search(const Place& at, size_t depth, Result<Survey> here, Games& found);

/// `depth` is that of the folders below.
void search_below(const Place& at, size_t depth, const Survey& here, Games& found) {
  for (const std::string& name : here.containers) {
    const Result<std::optional<Place>> place = inside(at, name);
    if (!place) found.shut.push_back({at.path + name, place.error()});
    if (place && *place) search(**place, depth, survey(*(*place)->folder), found);
  }
  for (const std::string& name : here.folders) {
    const bool hidden = name.starts_with('.') && name != "." && name != "..";
    if (hidden || name == "__MACOSX") continue;
    const Place place = below(at, name);
    search(place, depth, survey(*place.folder), found);
  }
}

void search(const Place& at, size_t depth, Result<Survey> here, Games& found) {
  if (found.folders == kMaxFolders) return;
  if (++found.folders == kMaxFolders) {
    found.shut.push_back({at.path, Error{ErrorCode::limit, kNoOffset,
                                         at.folder->path() + ": over " + limit_text(kMaxFolders) +
                                             " folders to search up to here"}});
    return;
  }
  if (depth > kMaxFolderDepth) {
    found.shut.push_back(
        {at.path, Error{ErrorCode::limit, kNoOffset,
                        at.folder->path() + ": over " + limit_text(kMaxFolderDepth) +
                            " folders down, too deep to search"}});
    return;
  }
  if (!here) {
    found.shut.push_back({at.path, here.error()});
    return;
  }
  Games::One game{at.path, false, {}, {}};
  for (const Candidate* leading : leading_files(here->candidates)) {
    game.indexed = leading->kind == FileKind::index;
    game.files.push_back(leading->file.name);
    game.names.push_back(at.folder->path_of(leading->file.name));
  }
  const bool indexed = game.indexed;
  if (!game.names.empty()) found.games.push_back(std::move(game));
  if (indexed) return;
  const auto shut = [&](const Candidate& file) {
    found.shut.push_back({at.path + file.file.name,
                          Error{file.problem->code, kNoOffset,
                                describe(at.folder->path_of(file.file.name), *file.problem)}});
  };
  for (const Candidate& file : here->closed) {
    if (may_hold_game(file)) shut(file);
  }
  for (const Candidate& file : here->candidates) {
    if (file.closed) shut(file);
  }
  if (auto unread = unread_game_in(*at.folder)) {
    found.unread.push_back({at.path, Error{ErrorCode::unknown_format, kNoOffset, *unread}});
  }
  search_below(at, depth + 1, *here, found);
}

/// Goes from `start` to a folder by its path, which ends with a slash. `asked` is what to look for
/// there, for messages.
Result<Place> reach(const Place& start, const std::string& path, const std::string& asked) {
  Place at = start;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = path.find('/', begin);
    const std::string name = path.substr(begin, end - begin);
    begin = end + 1;
    ASSIGN_OR_RETURN(const std::vector<std::string> folders, at.folder->folders());
    if (std::ranges::binary_search(folders, name)) {
      at = below(at, name);
      continue;
    }
    const Result<std::optional<Place>> place = inside(at, name);
    const bool absent = place ? !*place : place.error().code == ErrorCode::not_found;
    if (absent) {
      std::string message = asked + ": there is no such file";
      if (at.containers > 0) message += " in " + at.container;
      return Error{ErrorCode::not_found, kNoOffset, std::move(message)};
    }
    if (!place) return place.error();
    at = **place;
  }
  return at;
}

std::string title(const Place& place) {
  return place.folder->path().empty() ? "." : place.folder->path();
}

/// Names the first thing that is shut, and the game that was found beside it.
Error shut_error(const Games& found) {
  Error error = found.shut[0].error;
  const size_t more = found.shut.size() - 1;
  if (more > 0) error.message += ", and " + std::to_string(more) + " more like it";
  if (found.games.empty()) return error;
  error.message += "; if the game is not in there, name its file: " + found.games[0].names[0];
  return error;
}

/// Finds the only game in a folder and below it. Games without an index count only if no other has
/// one.
Result<GameInput> only_game(const Place& start) {
  ASSIGN_OR_RETURN(Survey here, survey(*start.folder));
  Result<GameInput> own = find_game(*start.folder, here);
  own = taken_from(start, std::move(own), true);
  const std::vector<const Candidate*> leading = leading_files(here.candidates);
  const bool whole = own && (own->index || !own->problems.empty());
  if (whole || (!leading.empty() && leading[0]->kind == FileKind::index)) return own;
  Games found;
  search(start, 0, std::move(here), found);
  std::vector<Games::One>& games = found.games;
  if (std::ranges::any_of(games, &Games::One::indexed)) {
    std::erase_if(games, [](const Games::One& game) { return !game.indexed; });
  }
  if (games.size() > 1) {
    std::vector<std::string> names;
    for (Games::One& game : games) std::ranges::move(game.names, std::back_inserter(names));
    return Error{
        ErrorCode::not_found, kNoOffset,
        title(start) + ": several games inside; name one of their files: " + first_names(names)};
  }
  if (games.empty() && !found.unread.empty()) return found.unread[0].error;
  if (!found.shut.empty()) return shut_error(found);
  if (games.empty() && start.containers > 0) {
    return Error{ErrorCode::not_found, kNoOffset, title(start) + ": no SCUMM game inside"};
  }
  if (games.empty() || games[0].path == start.path) return own;
  ASSIGN_OR_RETURN(const Place place,
                   reach(start, games[0].path.substr(start.path.size()), games[0].names[0]));
  ASSIGN_OR_RETURN(const Survey there, survey(*place.folder));
  return taken_from(place, find_game(*place.folder, there), true);
}

GamesInside games_in(const Place& start) {
  Games found;
  search(start, 0, survey(*start.folder), found);
  const auto from_start = [&](std::string path) {
    path.erase(0, start.path.size());
    if (path.ends_with('/')) path.pop_back();
    return path;
  };
  GamesInside out;
  for (const Games::One& game : found.games) {
    const auto is_inside = [&](const Games::One& other) {
      return other.path.starts_with(game.path);
    };
    const bool is_alone =
        game.indexed ? game.files.size() == 1 : std::ranges::count_if(found.games, is_inside) == 1;
    if (is_alone) out.paths.push_back(from_start(game.path));
    for (const std::string& file : game.files) {
      if (!is_alone) out.paths.push_back(from_start(game.path + file));
    }
  }
  for (auto* part : {&found.shut, &found.unread}) {
    for (auto& [path, error] : *part) out.unread.push_back({from_start(path), std::move(error)});
  }
  return out;
}

}  // namespace

Result<GameInput> open_game(const Folder& folder) { return only_game(given(folder)); }

GamesInside games_inside(const Folder& folder) { return games_in(given(folder)); }

Result<GamesInside> games_inside(const Folder& folder, const std::string& name) {
  ASSIGN_OR_RETURN(const Place place, reach(given(folder), name + '/', folder.path_of(name)));
  return games_in(place);
}

Result<GameInput> open_game(const Folder& folder, const std::string& name) {
  // Files in a folder of rooms belong to the folder around it.
  size_t end = name.rfind('/') + 1;
  const size_t above = end < 2 ? 0 : name.rfind('/', end - 2) + 1;
  if (end > 0 && is_rooms_folder(name.substr(above, end - 1 - above))) end = above;
  Result<Place> at = reach(given(folder), name.substr(0, end), folder.path_of(name));
  if (!at) return at.error();
  const std::string last = name.substr(end);
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, at->folder->folders());
  if (std::ranges::binary_search(folders, last)) return only_game(below(*at, last));
  Result<GameInput> input = find_game(*at->folder, last);
  if (input) return taken_from(*at, std::move(input), false);
  const Result<std::optional<Place>> place = inside(*at, last);
  if (place && !*place) return input;
  if (!place && input.error().code != ErrorCode::not_found) return place.error();
  if (!place) return input;
  return only_game(**place);
}

}  // namespace wardrobe
