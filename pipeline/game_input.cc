#include "pipeline/game_input.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>
#include <tuple>

#include "formats/scumm/block.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

struct Candidate {
  GameFile file;
  FileKind kind;
  std::string stem;  ///< the name without its ending, which the files of a game share, in any case
  std::optional<Error> problem;  ///< why it cannot be used; its kind is then that of its name
};

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// ".001" and ".LA1" are disk 1, ".(a)" too.
unsigned disk_number(const std::string& extension) {
  if (extension.size() == 4 && extension[1] == '(') {
    const char letter = lower_case(extension)[2];
    return letter >= 'a' && letter <= 'z' ? static_cast<unsigned>(letter - 'a') + 1 : 0;
  }
  unsigned number = 0;
  for (const char c : extension) {
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

/// What a file of that ending should be; nothing for endings that other files have, too. In HE
/// games .HE2 and above hold speech and music.
std::optional<FileKind> kind_by_name(const std::string& extension) {
  const std::string ending = lower_case(extension);
  if (ending.size() != 4) return std::nullopt;
  const unsigned disk = disk_number(ending);
  if (ending[1] == '(') {
    return ending[3] == ')' && disk != 0 ? std::optional(FileKind::resources) : std::nullopt;
  }
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const std::string series = ending.substr(1, 2);
  const bool numbered = std::ranges::all_of(series, is_digit);
  if (!is_digit(ending[3])) return std::nullopt;
  if (!numbered && series != "la" && series != "sm" && series != "he") return std::nullopt;
  if (disk == 0) return FileKind::index;
  return series == "he" && disk > 1 ? std::nullopt : std::optional(FileKind::resources);
}

/// Opens the file at `path` and recognises it by its first tag.
Status recognise(const fs::path& path, Candidate& out) {
  Result<std::unique_ptr<ByteSource>> bytes = open_file(path);
  if (!bytes) return bytes.error();
  out.file.bytes = *std::move(bytes);
  std::array<uint8_t, 4> first{};
  const Status read = out.file.bytes->read(0, first);
  if (!read && read.error().code != ErrorCode::truncated) return read.error();
  const std::optional<FileType> type = read ? detect_file(first) : std::nullopt;
  if (!type) {
    return Error{ErrorCode::unknown_format, 0,
                 "neither an index nor a resource file of SCUMM version 5 or later"};
  }
  out.file.xor_key = type->xor_key;
  out.kind = type->kind;
  return ok();
}

/// The file at `path`, with a problem where it is no SCUMM file.
Candidate classify(const fs::path& path) {
  const fs::path name = path.filename();
  const std::string extension = name.extension().string();
  Candidate candidate{{name.string(), 0, disk_number(extension), nullptr},
                      kind_by_name(extension).value_or(FileKind::resources),
                      name.stem().string(),
                      std::nullopt};
  const Status recognised = recognise(path, candidate);
  if (!recognised) candidate.problem = recognised.error();
  return candidate;
}

bool same_stem(const std::string& a, const std::string& b) {
  return lower_case(a) == lower_case(b);
}

/// Whether one of the candidates without problems is that.
bool has_good(const std::vector<Candidate>& candidates, FileKind kind, const std::string& stem) {
  return std::ranges::any_of(candidates, [&](const Candidate& c) {
    return !c.problem && c.kind == kind && same_stem(c.stem, stem);
  });
}

/// Removes what only the name makes an index, unless a game lacks one.
void drop_stray_indexes(std::vector<Candidate>& candidates) {
  const auto bad = std::stable_partition(candidates.begin(), candidates.end(),
                                         [](const Candidate& c) { return !c.problem; });
  const auto stray = std::remove_if(bad, candidates.end(), [&](const Candidate& c) {
    return c.kind == FileKind::index && (has_good(candidates, FileKind::index, c.stem) ||
                                         !has_good(candidates, FileKind::resources, c.stem));
  });
  candidates.erase(stray, candidates.end());
}

/// The files in a folder, sorted by name, that are SCUMM files or are called like one.
Result<std::vector<Candidate>> classify_folder(const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> paths;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    std::error_code ignored;
    const bool named = kind_by_name(it->path().extension().string()).has_value();
    if (named || it->is_regular_file(ignored)) paths.push_back(it->path());
  }
  if (code) {
    return Error{ErrorCode::io, kNoOffset, folder.string() + ": cannot list: " + code.message()};
  }
  std::ranges::sort(paths);
  std::vector<Candidate> candidates;
  for (const fs::path& path : paths) {
    Candidate candidate = classify(path);
    const bool named = kind_by_name(path.extension().string()).has_value();
    if (!candidate.problem || named) candidates.push_back(std::move(candidate));
  }
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

/// The files that say which games are in a folder: the indexes, or without any, the resource files.
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

/// The stem of the only game in a folder.
Result<std::string> only_stem(const fs::path& folder, const std::vector<Candidate>& candidates) {
  const std::vector<const Candidate*> leading = leading_files(candidates);
  if (leading.empty()) {
    return Error{
        ErrorCode::not_found, kNoOffset,
        folder.string() + ": no SCUMM index or resource file of version 5 or later in this folder"};
  }
  const Candidate& last = *leading.back();
  const bool several = std::ranges::any_of(leading, [&](const Candidate* c) {
    return c != &last && (c->kind == FileKind::index || !same_stem(c->stem, last.stem));
  });
  if (several) {
    return Error{ErrorCode::not_found, kNoOffset,
                 folder.string() + ": several games in this folder; name one of their files: " +
                     names_of(leading)};
  }
  return last.stem;
}

/// Takes a problem's candidate into the input.
void add_problem(const Candidate& candidate, GameInput& input) {
  const uint64_t size = candidate.file.bytes ? candidate.file.bytes->size() : 0;
  input.problems.push_back({candidate.file.name, size, *candidate.problem});
}

/// Why there is no resource file.
Error no_resources(const GameInput& input, const std::string& stem) {
  if (!input.problems.empty()) {
    const InputProblem& problem = input.problems.front();
    return {problem.error.code, kNoOffset,
            describe((input.folder / problem.name).string(), problem.error)};
  }
  return {ErrorCode::not_found, kNoOffset,
          (input.folder / input.index->name).string() +
              ": no resource file of that name beside this index (such as " + stem + ".001)"};
}

/// Adds the resource files whose names are `stem` in any case. Of several for one disk, the one
/// that can be used is taken, and of those the one that is spelled like the stem.
Status collect(std::vector<Candidate> candidates, const std::string& stem, GameInput& input) {
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
  if (input.resources.empty()) return no_resources(input, stem);
  return ok();
}

/// Takes the index with that stem, if there is one.
void take_index(std::vector<Candidate>& candidates, const std::string& stem, GameInput& input) {
  const auto index = std::ranges::find_if(
      candidates, [&](const Candidate& c) { return c.kind == FileKind::index && c.stem == stem; });
  if (index == candidates.end()) return;
  if (index->problem) {
    add_problem(*index, input);
    input.problems.back().error.message += "; without an index costumes have no ids";
  } else {
    input.index = std::move(index->file);
  }
}

Result<GameInput> open_folder(const fs::path& folder) {
  Result<std::vector<Candidate>> candidates = classify_folder(folder);
  if (!candidates) return candidates.error();
  const Result<std::string> stem = only_stem(folder, *candidates);
  if (!stem) return stem.error();
  GameInput input;
  input.folder = folder;
  take_index(*candidates, *stem, input);
  if (Status found = collect(*std::move(candidates), *stem, input); !found) return found.error();
  return input;
}

/// A game by its index, or a resource file by itself.
Result<GameInput> open_named(const fs::path& path) {
  Candidate named = classify(path);
  if (named.problem) {
    return Error{named.problem->code, kNoOffset, describe(path.string(), *named.problem)};
  }
  GameInput input;
  input.folder = path.parent_path();
  if (named.kind == FileKind::resources) {
    input.resources.push_back(std::move(named.file));
    return input;
  }
  input.index = std::move(named.file);
  Result<std::vector<Candidate>> candidates =
      classify_folder(input.folder.empty() ? fs::path(".") : input.folder);
  if (!candidates) return candidates.error();
  Status found = collect(*std::move(candidates), named.stem, input);
  if (!found) return found.error();
  return input;
}

}  // namespace

Result<GameInput> open_game(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? open_folder(path) : open_named(path);
}

std::vector<fs::path> paths_of(const GameInput& input) {
  std::vector<fs::path> paths;
  if (input.index) paths.push_back(input.folder / input.index->name);
  for (const GameFile& file : input.resources) paths.push_back(input.folder / file.name);
  for (const InputProblem& problem : input.problems) paths.push_back(input.folder / problem.name);
  return paths;
}

}  // namespace wardrobe
