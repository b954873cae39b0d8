#include "pipeline/game_input.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "pipeline/container/container.h"
#include "pipeline/container/members.h"
#include "pipeline/game_names.h"
#include "pipeline/survey.h"
#include "pipeline/unread_games.h"

namespace wardrobe {
namespace {

std::string title(const Folder& folder) { return folder.path().empty() ? "." : folder.path(); }

/// Returns the stem of the only game in a folder. An error if there is none, or if there are
/// several.
Result<std::string> only_stem(const Folder& folder, const std::vector<Candidate>& candidates) {
  const std::vector<const Candidate*> leading = leading_files(candidates);
  if (leading.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 title(folder) + ": no SCUMM index or resource file in this folder"};
  }
  const Candidate& last = *leading.back();
  const bool several = std::ranges::any_of(leading, [&](const Candidate* c) {
    return c != &last && (c->kind == FileKind::index || stem_key(c->stem) != stem_key(last.stem));
  });
  if (several) {
    std::vector<std::string> names;
    for (const Candidate* candidate : leading)
      names.push_back(folder.path_of(candidate->file.name));
    return Error{ErrorCode::not_found, kNoOffset,
                 title(folder) + ": several games in this folder; name one of their files: " +
                     first_names(names)};
  }
  return last.stem;
}

/// Opens a file that was examined. If this fails, or if it has a problem, adds that to the input.
std::optional<GameFile> open(const Folder& folder, const Candidate& candidate, GameInput& input) {
  const GameFile& from = candidate.file;
  std::optional<Error> problem = candidate.problem;
  if (!problem) {
    Result<Unwrapped> file = open_unwrapped(folder, from.name);
    if (file) {
      return GameFile{from.name,  from.xor_key,        from.disk,    std::move(file->bytes),
                      from.style, from.has_room_files, from.wrapped, from.doubt};
    }
    problem = file.error();
  }
  input.problems.push_back({from.name, candidate.size, *std::move(problem)});
  return std::nullopt;
}

/// Returns the error for a game that has no resource file.
Error no_resources(const Folder& folder, const GameInput& input, const std::string& stem) {
  if (!input.problems.empty()) {
    const InputProblem& problem = input.problems.front();
    return {problem.error.code, kNoOffset, describe(folder.path_of(problem.name), problem.error)};
  }
  std::string ending = split_name(input.index->name).ending;
  const size_t number = ending.rfind('0');
  if (number == std::string::npos) {
    ending = ".001";
  } else {
    ending[number] = '1';
  }
  const std::string example = stem == kStemOfV4      ? "DISK01.LEC"
                              : stem == kStemOfRooms ? "01.LFL"
                                                     : stem + ending;
  return {ErrorCode::not_found, kNoOffset,
          folder.path_of(input.index->name) +
              ": no resource file of that name beside this index (such as " + example + ")"};
}

/// Adds the resource files whose stem is like `stem`. If there are several for one disk, adds a
/// usable one, preferably one spelled exactly like `stem`, and doubts it if another usable one
/// differs.
Status collect(const Folder& folder, const Survey& found, const std::string& stem,
               GameInput& input) {
  std::vector<const Candidate*> files;
  for (const Candidate& c : found.candidates) {
    if (c.kind == FileKind::resources && stem_key(c.stem) == stem_key(stem)) files.push_back(&c);
  }
  std::ranges::stable_sort(files, {}, [&](const Candidate* c) {
    return std::tuple(c->file.disk, c->problem.has_value(), c->stem != stem);
  });
  const Candidate* last = nullptr;
  for (const Candidate* file : files) {
    const unsigned disk = file->file.disk;
    if (disk != 0 && last != nullptr && disk == last->file.disk) {
      const bool taken = !input.resources.empty() && input.resources.back().disk == disk;
      if (taken && !file->problem && !are_equal(folder, *last, *file)) {
        input.resources.back().doubt = Error{
            ErrorCode::odd, kNoOffset,
            "read rather than " + file->file.name + ", which is for the same disk, but differs"};
      }
      continue;
    }
    last = file;
    if (auto opened = open(folder, *file, input)) input.resources.push_back(*std::move(opened));
  }
  // A damaged container may have lost the name of a file of the game.
  for (const Candidate& closed : found.closed) {
    if (closed.problem->code == ErrorCode::damaged) open(folder, closed, input);
  }
  if (input.resources.empty()) return no_resources(folder, input, stem);
  return ok();
}

/// Takes the index whose stem is `stem`, if there is one.
void take_index(const Folder& folder, const Survey& found, const std::string& stem,
                GameInput& input) {
  const auto index = std::ranges::find_if(found.candidates, [&](const Candidate& c) {
    return c.kind == FileKind::index && c.stem == stem;
  });
  if (index == found.candidates.end()) return;
  input.index = open(folder, *index, input);
  if (!input.index) {
    input.problems.back().error.message += "; without an index, costumes have no ids";
  }
}

}  // namespace

Result<GameInput> find_game(const Folder& folder, const Survey& found) {
  ASSIGN_OR_RETURN(const std::string stem, only_stem(folder, found.candidates));
  GameInput input;
  input.folder = folder.path();
  take_index(folder, found, stem, input);
  input.lacks_index = !input.index && input.problems.empty();
  TRY(collect(folder, found, stem, input));
  if (!input.index) input.program = program_in(folder);
  return input;
}

Result<GameInput> find_game(const Folder& folder, const std::string& name) {
  const Candidate named = examine(folder, name, true);
  GameInput input;
  input.folder = folder.path();
  std::optional<GameFile> file = open(folder, named, input);
  if (!file) {
    if (const auto unread = unread_game(folder, name)) {
      return Error{ErrorCode::unknown_format, kNoOffset, *unread};
    }
    return Error{input.problems[0].error.code, kNoOffset,
                 describe(folder.path_of(name), input.problems[0].error)};
  }
  if (named.kind == FileKind::resources) {
    input.resources.push_back(*std::move(file));
    return input;
  }
  input.index = std::move(file);
  ASSIGN_OR_RETURN(const Survey found, survey(folder));
  TRY(collect(folder, found, named.stem, input));
  return input;
}

}  // namespace wardrobe
