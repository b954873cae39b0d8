#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "pipeline/find_game.h"
#include "pipeline/game_names.h"
#include "pipeline/unread_games.h"

namespace wardrobe {
namespace {

struct Candidate {
  GameFile file;
  FileKind kind;
  std::string stem;              ///< GameName::stem
  std::optional<Error> problem;  ///< why it is unusable; its name then decides `kind`
};

Error not_scumm() {
  return {ErrorCode::unknown_format, 0, "not an index or resource file of a SCUMM game"};
}

/// Opens the file and recognises it by its first bytes.
Result<FileType> recognise(const Folder& folder, GameFile& out) {
  ASSIGN_OR_RETURN(out.bytes, folder.open(out.name));
  std::array<uint8_t, kDetectedBytes> buffer{};
  const auto first = std::span(buffer).first(std::min<uint64_t>(out.bytes->size(), buffer.size()));
  const Status read = out.bytes->read(0, first);
  if (!read && read.error().code != ErrorCode::truncated) return read.error();
  const std::optional<FileType> type = read ? detect_file(first) : std::nullopt;
  if (!type || is_of_other_machine(out.name, *out.bytes)) return not_scumm();
  return *type;
}

/// Examines a file of the folder. It has a problem if it is not a SCUMM file, or if it is of
/// version 4 or earlier and does not have the right name. A file of BlockStyle::size_first that was
/// `asked_for` may have another name.
Candidate classify(const Folder& folder, const std::string& file_name, bool asked_for) {
  GameName name = name_of(file_name);
  Candidate candidate{{file_name, 0, name.disk, nullptr},
                      name.kind.value_or(FileKind::resources),
                      std::move(name.stem),
                      std::nullopt};
  const Result<FileType> type = recognise(folder, candidate.file);
  if (!type) {
    candidate.problem = type.error();
    return candidate;
  }
  const bool v4 = type->style == BlockStyle::size_first && !type->has_room_files;
  const bool is_called_so = (!v4 || name.v4) && (!type->has_room_files || name.room);
  // A room file whose blocks have no names may start like an index.
  const bool misnamed = type->has_room_files && name.room && type->kind != name.kind;
  if (misnamed || (!is_called_so && !(asked_for && type->style == BlockStyle::size_first))) {
    candidate.problem = not_scumm();
    return candidate;
  }
  candidate.kind = type->kind;
  if (type->kind == FileKind::index && candidate.file.bytes->size() > kMaxIndexSize) {
    candidate.problem = Error{ErrorCode::limit, kNoOffset,
                              "larger than any index: over " + limit_text(kMaxIndexSize) + "B"};
  }
  candidate.file.xor_key = type->xor_key;
  candidate.file.style = type->style;
  candidate.file.has_room_files = type->has_room_files;
  if (v4) candidate.stem = kStemOfV4;
  if (type->has_room_files) candidate.stem = kStemOfRooms;
  if ((name.v4 && !v4) || (name.room && !type->has_room_files)) {
    candidate.stem = split_name(file_name).stem;
    candidate.file.disk = 0;
  }
  return candidate;
}

/// Gives room files the format of their index. Without block names, only the index shows the
/// format.
void follow_index(std::vector<Candidate>& candidates) {
  const auto index = std::ranges::find_if(candidates, [](const Candidate& c) {
    return !c.problem && c.kind == FileKind::index && c.file.style == BlockStyle::nameless;
  });
  if (index == candidates.end()) return;
  for (Candidate& candidate : candidates) {
    const bool is_room = candidate.kind == FileKind::resources && candidate.file.bytes &&
                         name_of(candidate.file.name).room;
    if (!is_room) continue;
    candidate.problem.reset();
    candidate.stem = kStemOfRooms;
    candidate.file.xor_key = kNamelessRoom.xor_key;
    candidate.file.style = kNamelessRoom.style;
    candidate.file.has_room_files = true;
  }
}

bool same_stem(const std::string& a, const std::string& b) {
  return lower_case(a) == lower_case(b);
}

/// Whether one of the candidates without problems has this kind and stem.
bool has_good(const std::vector<Candidate>& candidates, FileKind kind, const std::string& stem) {
  return std::ranges::any_of(candidates, [&](const Candidate& c) {
    return !c.problem && c.kind == kind && same_stem(c.stem, stem);
  });
}

/// Drops unusable files that only look like an index, unless their game has no other.
void drop_stray_indexes(std::vector<Candidate>& candidates) {
  const auto bad = std::stable_partition(candidates.begin(), candidates.end(),
                                         [](const Candidate& c) { return !c.problem; });
  const auto stray = std::remove_if(bad, candidates.end(), [&](const Candidate& c) {
    return c.kind == FileKind::index && (has_good(candidates, FileKind::index, c.stem) ||
                                         !has_good(candidates, FileKind::resources, c.stem));
  });
  candidates.erase(stray, candidates.end());
}

/// Returns the files in a folder that are SCUMM files or are named like one, sorted by name.
Result<std::vector<Candidate>> classify_folder(const Folder& folder) {
  ASSIGN_OR_RETURN(const std::vector<std::string> names, folder.names());
  std::vector<Candidate> candidates;
  for (const std::string& name : names) {
    Candidate candidate = classify(folder, name, false);
    if (!candidate.problem || name_of(name).kind) candidates.push_back(std::move(candidate));
  }
  follow_index(candidates);
  drop_stray_indexes(candidates);
  return candidates;
}

std::string names_of(const std::vector<const Candidate*>& candidates) {
  std::string names;
  for (const Candidate* candidate : candidates) {
    names += (names.empty() ? "" : ", ") + candidate->file.name;
  }
  return names;
}

/// Returns the files that show which games are in a folder: the indexes or, without any, the
/// resource files.
std::vector<const Candidate*> leading_files(const std::vector<Candidate>& candidates) {
  std::vector<const Candidate*> leading;
  for (const FileKind kind : {FileKind::index, FileKind::resources}) {
    for (const Candidate& candidate : candidates) {
      const bool leads = kind == FileKind::index || !candidate.problem;
      if (candidate.kind == kind && leads) leading.push_back(&candidate);
    }
    if (!leading.empty()) break;
  }
  return leading;
}

std::string title(const Folder& folder) { return folder.path().empty() ? "." : folder.path(); }

/// Returns the stem of the only game in a folder. An error if there is none, or if there are
/// several.
Result<std::string> only_stem(const Folder& folder, const std::vector<Candidate>& candidates) {
  const std::vector<const Candidate*> leading = leading_files(candidates);
  if (leading.empty()) {
    if (const auto unread = unread_game_in(folder)) {
      return Error{ErrorCode::unknown_format, kNoOffset, *unread};
    }
    return Error{ErrorCode::not_found, kNoOffset,
                 title(folder) + ": no SCUMM index or resource file in this folder"};
  }
  const Candidate& last = *leading.back();
  const bool several = std::ranges::any_of(leading, [&](const Candidate* c) {
    return c != &last && (c->kind == FileKind::index || !same_stem(c->stem, last.stem));
  });
  if (several) {
    return Error{ErrorCode::not_found, kNoOffset,
                 title(folder) + ": several games in this folder; name one of their files: " +
                     names_of(leading)};
  }
  return last.stem;
}

/// Adds a candidate with a problem to the input.
void add_problem(const Candidate& candidate, GameInput& input) {
  const uint64_t size = candidate.file.bytes ? candidate.file.bytes->size() : 0;
  input.problems.push_back({candidate.file.name, size, *candidate.problem});
}

/// Returns the error for a game that has no resource file.
Error no_resources(const Folder& folder, const GameInput& input, const std::string& stem) {
  if (!input.problems.empty()) {
    const InputProblem& problem = input.problems.front();
    return {problem.error.code, kNoOffset, describe(folder.path_of(problem.name), problem.error)};
  }
  const std::string ending = split_name(input.index->name).ending;
  const std::string first =
      ending.ends_with('0') ? ending.substr(0, ending.size() - 1) + "1" : ".001";
  const std::string example = stem == kStemOfV4      ? "DISK01.LEC"
                              : stem == kStemOfRooms ? "01.LFL"
                                                     : stem + first;
  return {ErrorCode::not_found, kNoOffset,
          folder.path_of(input.index->name) +
              ": no resource file of that name beside this index (such as " + example + ")"};
}

/// Adds the resource files whose stem is `stem`, in any case. If there are several for one disk,
/// adds a usable one, preferably one spelled exactly like `stem`.
Status collect(const Folder& folder, std::vector<Candidate> candidates, const std::string& stem,
               GameInput& input) {
  std::erase_if(candidates, [&](const Candidate& c) {
    return c.kind != FileKind::resources || !same_stem(c.stem, stem);
  });
  std::ranges::stable_sort(candidates, {}, [&](const Candidate& c) {
    return std::tuple(c.file.disk, c.problem.has_value(), c.stem != stem);
  });
  std::optional<unsigned> last;
  for (Candidate& candidate : candidates) {
    const unsigned disk = candidate.file.disk;
    if (disk != 0 && disk == last) continue;
    last = disk;
    if (candidate.problem) {
      add_problem(candidate, input);
    } else {
      input.resources.push_back(std::move(candidate.file));
    }
  }
  if (input.resources.empty()) return no_resources(folder, input, stem);
  return ok();
}

/// Takes the index whose stem is `stem`, if there is one.
void take_index(std::vector<Candidate>& candidates, const std::string& stem, GameInput& input) {
  const auto index = std::ranges::find_if(
      candidates, [&](const Candidate& c) { return c.kind == FileKind::index && c.stem == stem; });
  if (index == candidates.end()) return;
  if (index->problem) {
    add_problem(*index, input);
    input.problems.back().error.message += "; without an index, costumes have no ids";
  } else {
    input.index = std::move(index->file);
  }
}

}  // namespace

LeadingFiles leading_files(const Folder& folder) {
  LeadingFiles leading{FileKind::index, {}};
  const Result<std::vector<Candidate>> candidates = classify_folder(folder);
  if (!candidates) return leading;
  for (const Candidate* candidate : leading_files(*candidates)) {
    leading.kind = candidate->kind;
    leading.names.push_back(candidate->file.name);
  }
  return leading;
}

Result<GameInput> find_game(const Folder& folder) {
  ASSIGN_OR_RETURN(std::vector<Candidate> candidates, classify_folder(folder));
  ASSIGN_OR_RETURN(const std::string stem, only_stem(folder, candidates));
  GameInput input;
  input.folder = folder.path();
  take_index(candidates, stem, input);
  TRY(collect(folder, std::move(candidates), stem, input));
  if (!input.index) input.program = program_in(folder);
  return input;
}

Result<GameInput> find_game(const Folder& folder, const std::string& name) {
  Candidate named = classify(folder, name, true);
  if (named.problem) {
    if (const auto unread = unread_game(folder, name)) {
      return Error{ErrorCode::unknown_format, kNoOffset, *unread};
    }
    return Error{named.problem->code, kNoOffset, describe(folder.path_of(name), *named.problem)};
  }
  GameInput input;
  input.folder = folder.path();
  if (named.kind == FileKind::resources) {
    input.resources.push_back(std::move(named.file));
    return input;
  }
  input.index = std::move(named.file);
  ASSIGN_OR_RETURN(std::vector<Candidate> candidates, classify_folder(folder));
  TRY(collect(folder, std::move(candidates), named.stem, input));
  return input;
}

}  // namespace wardrobe
