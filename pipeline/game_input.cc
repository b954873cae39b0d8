#include "pipeline/game_input.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "formats/scumm/block.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

struct Candidate {
  GameFile file;
  FileKind kind;
  std::string stem;  ///< the name without its ending: what the files of a game share, in any case
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

/// What the file at `path` is; nothing where it is no SCUMM file.
Result<std::optional<Candidate>> classify(const fs::path& path) {
  Result<std::unique_ptr<ByteSource>> bytes = open_file(path);
  if (!bytes) {
    Error error = bytes.error();
    error.message = path.string() + ": " + error.message;
    return error;
  }
  std::array<uint8_t, 4> first{};
  if (!(*bytes)->read(0, first)) return std::optional<Candidate>();
  const std::optional<FileType> type = detect_file(first);
  if (!type) return std::optional<Candidate>();
  const fs::path name = path.filename();
  return std::optional(Candidate{
      {name.string(), type->xor_key, disk_number(name.extension().string()), *std::move(bytes)},
      type->kind,
      name.stem().string()});
}

/// Every SCUMM file in a folder, by name.
Result<std::vector<Candidate>> classify_folder(const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> paths;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) paths.push_back(it->path());
  }
  if (code) {
    return Error{ErrorCode::io, kNoOffset, folder.string() + ": cannot list: " + code.message()};
  }
  std::ranges::sort(paths);
  std::vector<Candidate> candidates;
  for (const fs::path& path : paths) {
    Result<std::optional<Candidate>> candidate = classify(path);
    if (!candidate) return candidate.error();
    if (*candidate) candidates.push_back(**std::move(candidate));
  }
  return candidates;
}

std::string names_of(const std::vector<Candidate>& candidates, FileKind kind) {
  std::string names;
  for (const Candidate& candidate : candidates) {
    if (candidate.kind != kind) continue;
    names += (names.empty() ? "" : ", ") + candidate.file.name;
  }
  return names;
}

/// The stem of the one game that lies in a folder.
Result<std::string> only_stem(const fs::path& folder, const std::vector<Candidate>& candidates) {
  const bool has_index =
      std::ranges::any_of(candidates, [](const Candidate& c) { return c.kind == FileKind::index; });
  const FileKind kind = has_index ? FileKind::index : FileKind::resources;
  std::optional<std::string> stem;
  for (const Candidate& candidate : candidates) {
    if (candidate.kind != kind) continue;
    const bool same_game = !has_index && stem && lower_case(*stem) == lower_case(candidate.stem);
    if (stem && !same_game) {
      return Error{ErrorCode::not_found, kNoOffset,
                   folder.string() + ": several games lie here; name one of their files: " +
                       names_of(candidates, kind)};
    }
    stem = candidate.stem;
  }
  if (stem) return *stem;
  return Error{
      ErrorCode::not_found, kNoOffset,
      folder.string() + ": no SCUMM index or resource file of version 5 or later in this folder"};
}

/// The resource files whose names are `stem` in any case; of two for the same disk, the one that is
/// spelled like it.
Result<GameInput> collect(const fs::path& folder, std::optional<GameFile> index,
                          std::vector<Candidate> candidates, const std::string& stem) {
  std::erase_if(candidates, [&](const Candidate& c) {
    return c.kind != FileKind::resources || lower_case(c.stem) != lower_case(stem);
  });
  std::ranges::stable_sort(
      candidates, {}, [&](const Candidate& c) { return std::pair(c.file.disk, c.stem != stem); });
  GameInput input;
  input.index = std::move(index);
  for (Candidate& candidate : candidates) {
    const bool taken = !input.resources.empty() && candidate.file.disk != 0 &&
                       input.resources.back().disk == candidate.file.disk;
    if (!taken) input.resources.push_back(std::move(candidate.file));
  }
  if (input.resources.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 (folder / input.index->name).string() +
                     ": no resource file of that name beside this index (such as " + stem +
                     ".001)"};
  }
  return input;
}

/// The index file among the candidates, which has that stem; none for bare resource files.
std::optional<GameFile> take_index(std::vector<Candidate>& candidates, const std::string& stem) {
  for (Candidate& candidate : candidates) {
    if (candidate.kind == FileKind::index && candidate.stem == stem) {
      return std::move(candidate.file);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<GameInput> open_game(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    Result<std::vector<Candidate>> candidates = classify_folder(path);
    if (!candidates) return candidates.error();
    const Result<std::string> stem = only_stem(path, *candidates);
    if (!stem) return stem.error();
    std::optional<GameFile> index = take_index(*candidates, *stem);
    return collect(path, std::move(index), *std::move(candidates), *stem);
  }
  Result<std::optional<Candidate>> named = classify(path);
  if (!named) return named.error();
  if (!*named) {
    return Error{
        ErrorCode::unknown_format, 0,
        path.string() + ": neither an index nor a resource file of SCUMM version 5 or later"};
  }
  if ((*named)->kind == FileKind::resources) {
    GameInput input;
    input.resources.push_back((**std::move(named)).file);
    return input;
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  Result<std::vector<Candidate>> candidates = classify_folder(folder);
  if (!candidates) return candidates.error();
  const std::string stem = (*named)->stem;
  return collect(folder, (**std::move(named)).file, *std::move(candidates), stem);
}

}  // namespace wardrobe
