#include "pipeline/find_game.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/scumm.h"
#include "pipeline/container/container.h"

namespace wardrobe {
namespace {

bool is_digit(unsigned char c) { return std::isdigit(c) != 0; }

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Returns the number formed by all digits of a text, in order.
unsigned number_in(const std::string& text) {
  unsigned number = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

/// The digit or letter in parentheses of an ending such as ".(a)" or " (1)"; 0: another ending.
char in_parentheses(std::string_view ending) {
  const bool fits = ending.size() == 4 && ending[1] == '(' && ending[3] == ')';
  return fits ? ending[2] : '\0';
}

/// The letter of an ending such as ".(a)", " (a)" or, on iOS, ".hea"; 0: another ending.
char disk_letter(std::string_view ending) {
  const bool ios = ending == ".hea" || ending == ".heb";
  const char letter = ios ? ending[3] : in_parentheses(ending);
  return letter >= 'a' && letter <= 'z' ? letter : '\0';
}

/// Returns the disk number of an ending: 1 for ".001", ".LA1", ".(a)" and " 1".
unsigned disk_number(const std::string& ending) {
  const char letter = disk_letter(ending);
  return letter != 0 ? static_cast<unsigned>(letter - 'a') + 1 : number_in(ending);
}

/// Returns the kind of a file with this ending. In HE games, .HE2 and above hold speech and music.
std::optional<FileKind> kind_by_ending(const std::string& ending) {
  if (disk_letter(ending) != 0) return FileKind::resources;
  if (ending == " 0" || ending == " (0)") return FileKind::index;
  if (ending == " 1" || ending == " (1)") return FileKind::resources;
  if (ending.size() != 4 || !is_digit(ending[3])) return std::nullopt;
  const std::string series = ending.substr(1, 2);
  const bool numbered = std::ranges::all_of(series, is_digit);
  if (!numbered && series != "la" && series != "sm" && series != "he") return std::nullopt;
  const unsigned disk = disk_number(ending);
  if (disk == 0) return FileKind::index;
  return series == "he" && disk > 1 ? std::nullopt : std::optional(FileKind::resources);
}

/// Returns the number nn of DISKnn.LEC; 0 for other names. `name` is in lower case.
unsigned disk_of_v4(const std::string& name) {
  constexpr size_t kMostDigits = 3;
  if (!name.starts_with("disk") || !name.ends_with(".lec")) return 0;
  const std::string digits = name.substr(4, name.size() - 8);
  const bool number = digits.size() <= kMostDigits && std::ranges::all_of(digits, is_digit);
  return number ? number_in(digits) : 0;
}

/// Returns the number of a room file of versions 1 to 3, 0 for the index, and nullopt for other
/// names. `name` is in lower case. Names with 98 and 99 are those of charsets, not of rooms.
std::optional<unsigned> room_number(const std::string& name) {
  constexpr unsigned kFirstCharset = 98;
  const bool fits = name.size() == 6 && is_digit(name[0]) && is_digit(name[1]) &&
                    (name.ends_with(".lfl") || name.ends_with(".man"));
  const unsigned number = fits ? number_in(name.substr(0, 2)) : kFirstCharset;
  return number < kFirstCharset ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string stem_key(const std::string& stem) {
  std::string key = lower_case(stem);
  std::erase(key, '\'');
  return key;
}

SplitName split_name(const std::string& file_name) {
  const std::string name = base_name(file_name);
  const size_t space = name.rfind(' ');
  if (space != std::string::npos && space != 0) {
    const std::string ending = name.substr(space);
    const bool parentheses = std::isalnum(static_cast<unsigned char>(in_parentheses(ending))) != 0;
    if (parentheses || ending == " 0" || ending == " 1") return {name.substr(0, space), ending};
  }
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return {name, ""};
  return {name.substr(0, dot), name.substr(dot)};
}

bool is_rooms_folder(const std::string& name) {
  const std::string lower = lower_case(name);
  return lower == "rooms" || lower == "rooms 1" || lower == "rooms 2" || lower == "rooms 3";
}

bool is_exe(const std::string& file_name) {
  return lower_case(split_name(file_name).ending) == ".exe";
}

bool has_no_ending(const std::string& file_name) {
  const std::string ending = split_name(file_name).ending;
  return (ending.empty() || ending.starts_with(". ")) && !file_name.starts_with('.');
}

std::string first_names(const std::vector<std::string>& names, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), most); ++i) {
    text.append(i == 0 ? "" : ", ").append(names[i]);
  }
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

GameName name_of(const std::string& file_name) {
  const std::string name = lower_case(base_name(file_name));
  if (name == "000.lfl") return {kStemOfV4, 0, true, false, FileKind::index};
  if (const unsigned disk = disk_of_v4(name); disk != 0) {
    return {kStemOfV4, disk, true, false, FileKind::resources};
  }
  if (const std::optional<unsigned> room = room_number(name)) {
    return {kStemOfRooms, *room, false, true, *room == 0 ? FileKind::index : FileKind::resources};
  }
  SplitName split = split_name(file_name);
  const std::string ending = lower_case(split.ending);
  return {std::move(split.stem), disk_number(ending), false, false, kind_by_ending(ending)};
}
namespace {

/// An index inside a program.
struct Found {
  std::string program;
  std::shared_ptr<const ByteSource> bytes;
  size_t offset = 0;
  size_t size = 0;
  FileType type{};
};

/// The start of an index: its first tag, and the position of this tag in the header.
struct Start {
  std::string_view tag;
  size_t place;
};
constexpr Start kStarts[] = {{"RNAM", 0}, {"RN", 4}, {"0R", 4}};

/// Whether this is the tag of a block of an index.
bool is_of_index(Tag tag, BlockStyle style) {
  if (style == BlockStyle::size_first) {
    constexpr std::array kTags = {wardrobe::tag("RN"), wardrobe::tag("0R"), wardrobe::tag("0S"),
                                  wardrobe::tag("0N"), wardrobe::tag("0C"), wardrobe::tag("0O")};
    return std::ranges::find(kTags, tag) != kTags.end();
  }
  std::vector<uint8_t> text;
  ByteWriter(text).u32(tag);
  const std::optional<FileType> type = detect_file(text);
  return type && type->kind == FileKind::index && type->xor_key == 0;
}

/// Returns the end of the index blocks that start at `offset`.
size_t end_of_blocks(Bytes program, size_t offset, BlockStyle style) {
  BlockWalk walk(program, style);
  while (const auto block = walk.at(offset, program.size())) {
    if (!is_of_index(block->tag, style) || block->damaged()) break;
    offset = block->end;
  }
  return offset;
}

/// Searches the bytes of a program, already decoded with `key`. Adds each complete index to
/// `found`, until there is more than one.
void search(Bytes program, uint8_t key, const Found& in, std::vector<Found>& found) {
  for (const auto& [tag, place] : kStarts) {
    size_t next = 0;
    while (found.size() < 2) {
      const size_t at = as_text(program).find(tag, next);
      if (at == std::string_view::npos) break;
      next = at + 1;
      if (at < place) continue;
      const size_t start = at - place;
      const auto type = detect_file(program.subspan(start));
      if (!type || type->kind != FileKind::index || type->xor_key != 0) continue;
      const size_t end = end_of_blocks(program, start, type->style);
      next = std::max(next, end);
      const bool known = std::ranges::any_of(found, [&](const Found& one) {
        return one.bytes == in.bytes && one.type.xor_key == key && one.offset <= start &&
               start < one.offset + one.size;
      });
      if (known || !is_whole_index(program.subspan(start, end - start), type->style)) continue;
      found.push_back({in.program, in.bytes, start, end - start, *type});
      found.back().type.xor_key = key;
    }
  }
}

void search_program(const Folder& folder, const std::string& name, std::vector<Found>& found) {
  Result<Unwrapped> file = open_unwrapped(folder, name);
  if (!file || file->bytes->size() > kMaxProgramSize) return;
  std::vector<uint8_t> bytes(file->bytes->size());
  if (!file->bytes->read(0, bytes)) return;
  const Found in{name, std::move(file->bytes)};
  search(bytes, 0, in, found);
  toggle_xor(kXorKey, bytes);
  search(bytes, kXorKey, in, found);
}

}  // namespace

bool is_whole_index(Bytes bytes, BlockStyle style) {
  if (bytes.size() > kMaxIndexSize) return false;
  std::vector<Error> problems;
  const GameIndex index = style == BlockStyle::nameless
                              ? read_nameless_index(bytes, std::nullopt, 0, problems)
                              : read_index(bytes, problems, style);
  const auto& rooms = index.rooms.room;
  const auto& costumes = index.costumes.room;
  if (!problems.empty() || rooms.empty() || costumes.empty()) return false;
  return style != BlockStyle::nameless || *std::ranges::max_element(costumes) < rooms.size();
}

void search_programs(const Folder& folder, GameInput& input) {
  const Result<std::vector<std::string>> names = folder.names();
  if (!names) return;
  std::vector<Found> found;
  for (const std::string& name : *names) {
    const bool bare = has_no_ending(name) && !name_of(name).kind;
    if (is_exe(name) || bare) search_program(folder, name, found);
  }
  if (found.size() > 1) {
    for (const Found& one : found) input.rivals.push_back(one.program);
    if (input.rivals[0] == input.rivals[1]) input.rivals.pop_back();
  }
  if (found.size() != 1) return;
  const Found& one = found.front();
  input.program = one.program;
  input.index = GameFile{
      one.program,    one.type.xor_key,       0, open_part(one.bytes, one.offset, one.size),
      one.type.style, one.type.has_room_files};
}
namespace {

constexpr uint64_t kAnySize = 0;

/// A file of a game of versions 0 to 3 that is not read at all, or is read only together with
/// others.
struct OldFile {
  std::string_view name;  ///< in lower case; # is a digit and * any text
  uint64_t size;
  const char* what;
};

/// The first row that fits a file counts.
constexpr OldFile kOldFiles[] = {
    {"00.lfl", 1188, "the index of Maniac Mansion for the C64 or Apple II, which is not read"},
    {"00.lfl", 1914, "the index of Zak McKracken for the C64, which is not read"},
    {"00.lfl", 2082, "the index of Maniac Mansion for the NES, which is not read"},
    {"00.lfl", 6532, "the index of Loom for the PC Engine, which is not read"},
    {"00.lfl", kAnySize, "named like an index of SCUMM version 1 to 3, but not one"},
    {"##.lfl", kAnySize,
     "a room of SCUMM version 1 to 3, which is read only with its index, 00.LFL"},
    {"*.d64", 174848, "a disk image of the C64, which is not read"},
    {"*.dsk", kAnySize, "a disk image of the Apple II, which is not read"},
    {"*.prg", kAnySize, "an image of the NES, which is not read"},
};

bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.starts_with('*')) return name.ends_with(pattern.substr(1));
  return std::ranges::equal(pattern, name, [](char wanted, unsigned char c) {
    return wanted == '#' ? std::isdigit(c) != 0 : wanted == static_cast<char>(c);
  });
}

/// Whether a name in lower case is that of a room file of versions 1 to 3, or of their index, 00.
bool is_old_name(const std::string& name) { return fits("##.lfl", name) || fits("##.man", name); }

/// Returns the text of unread_game(), without the file's name.
std::optional<std::string> describe(const Folder& folder, const std::string& file_name) {
  std::string name = lower_case(file_name);
  if (is_old_name(name)) name.replace(2, 4, ".lfl");
  std::optional<uint64_t> size;
  for (const OldFile& old : kOldFiles) {
    if (!fits(old.name, name)) continue;
    if (!size) {
      const Result<std::unique_ptr<ByteSource>> file = folder.open(file_name);
      if (!file) break;
      size = (*file)->size();
    }
    if (old.size == kAnySize || old.size == *size) return old.what;
  }
  return std::nullopt;
}

/// Returns the names in a folder, sorted; none if it cannot be listed.
std::vector<std::string> names_in(const Folder& folder) {
  Result<std::vector<std::string>> names = folder.names();
  return names ? *std::move(names) : std::vector<std::string>{};
}

}  // namespace

bool is_of_other_machine(const std::string& name, const FileType& type, const ByteSource& file) {
  const bool suspect = std::ranges::any_of(kOldFiles, [&](const OldFile& old) {
    return old.name == "00.lfl" && fits(old.name, lower_case(name)) && old.size == file.size();
  });
  if (!suspect) return false;
  std::vector<uint8_t> bytes(file.size());
  if (!file.read(0, bytes)) return true;
  toggle_xor(type.xor_key, bytes);
  return !is_whole_index(bytes, type.style);
}

std::optional<std::string> unread_game(const Folder& folder, const std::string& name) {
  const std::optional<std::string> what = describe(folder, name);
  return what ? std::optional(folder.path_of(name) + ": " + *what) : std::nullopt;
}

std::optional<std::string> unread_game_in(const Folder& folder) {
  for (const std::string& name : names_in(folder)) {
    std::optional<std::string> what = unread_game(folder, name);
    if (!what) continue;
    const std::string program = program_in(folder);
    const bool lacks_index = is_old_name(lower_case(name)) && !name.starts_with("00");
    if (lacks_index && !program.empty()) *what += " (the index may be inside " + program + ")";
    return what;
  }
  return std::nullopt;
}

std::string program_in(const Folder& folder) {
  for (const std::string& name : names_in(folder)) {
    if (is_exe(name) && folder.open(name)) return name;
  }
  return "";
}
namespace {

Error not_scumm() {
  return {ErrorCode::unknown_format, 0, "not an index or resource file of a SCUMM game"};
}

/// Recognises a file by its first bytes.
Result<FileType> recognise(const Folder& folder, Candidate& out) {
  Result<Unwrapped> file = open_unwrapped(folder, out.file.name);
  out.closed = !file;
  if (!file) return file.error();
  const ByteSource& bytes = *file->bytes;
  out.size = bytes.size();
  out.file.wrapped = file->wrapped;
  if (std::string doubt = folder.doubt(out.file.name); !doubt.empty()) {
    out.file.doubt = Error{ErrorCode::damaged, kNoOffset, std::move(doubt)};
  }
  std::array<uint8_t, std::max(kDetectedBytes, kContainerHead)> buffer{};
  const auto first = std::span(buffer).first(std::min<uint64_t>(out.size, buffer.size()));
  const Status read = bytes.read(0, first);
  out.closed = !read && read.error().code != ErrorCode::truncated;
  if (!read) return out.closed ? read.error() : not_scumm();
  const std::optional<FileType> type = detect_file(first);
  out.may_be_container = may_be_container(first, out.size);
  if (!type || is_of_other_machine(out.file.name, *type, bytes)) return not_scumm();
  return *type;
}

/// Gives room files the format of their index. Without block names, only the index shows the
/// format.
void follow_index(std::vector<Candidate>& candidates) {
  const auto index = std::ranges::find_if(candidates, [](const Candidate& c) {
    return !c.problem && c.kind == FileKind::index && c.file.style == BlockStyle::nameless;
  });
  if (index == candidates.end()) return;
  for (Candidate& candidate : candidates) {
    const bool is_room = candidate.kind == FileKind::resources && !candidate.closed &&
                         name_of(candidate.file.name).room;
    if (!is_room) continue;
    candidate.problem.reset();
    candidate.stem = kStemOfRooms;
    candidate.file.xor_key = index->file.xor_key;
    candidate.file.style = BlockStyle::nameless;
    candidate.file.has_room_files = true;
  }
}

/// Drops unusable files that only look like an index, unless their game has no other.
void drop_stray_indexes(Survey& found) {
  std::set<std::pair<FileKind, std::string>> good;
  for (const Candidate& c : found.candidates) {
    if (!c.problem) good.emplace(c.kind, stem_key(c.stem));
  }
  const auto stray = std::stable_partition(
      found.candidates.begin(), found.candidates.end(), [&](const Candidate& c) {
        return !c.problem || c.kind != FileKind::index ||
               (!good.contains({FileKind::index, stem_key(c.stem)}) &&
                good.contains({FileKind::resources, stem_key(c.stem)}));
      });
  for (auto c = stray; c != found.candidates.end(); ++c) {
    if (c->closed) found.closed.push_back(std::move(*c));
  }
  found.candidates.erase(stray, found.candidates.end());
}

/// Of equal indexes in several folders of rooms, such as those of a game's disks, keeps the first.
void drop_copies(const Folder& folder, std::vector<Candidate>& candidates) {
  const auto is_index = [](const Candidate& c) {
    return !c.problem && c.kind == FileKind::index && c.file.has_room_files;
  };
  const auto first = std::ranges::find_if(candidates, is_index);
  if (first == candidates.end()) return;
  const auto is_copy = [&](const Candidate& c) {
    return &c != &*first && is_index(c) && are_equal(folder, *first, c);
  };
  candidates.erase(std::remove_if(first + 1, candidates.end(), is_copy), candidates.end());
}

/// Returns the names of the files in a folder and in its folders of rooms. The other folders go to
/// `out`.
Result<std::vector<std::string>> names_in(const Folder& folder, Survey& out) {
  ASSIGN_OR_RETURN(std::vector<std::string> names, folder.names());
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, folder.folders());
  for (const std::string& inner : folders) {
    if (!is_rooms_folder(inner)) {
      out.folders.push_back(inner);
      continue;
    }
    const Result<std::vector<std::string>> rooms = folder.folder(inner)->names();
    if (!rooms) {  // All its rooms count as one file that cannot be opened.
      Candidate& closed = out.candidates.emplace_back();
      closed.file.name = inner;
      closed.kind = FileKind::resources;
      closed.stem = kStemOfRooms;
      closed.problem =
          Error{rooms.error().code, kNoOffset, "this folder of rooms cannot be listed"};
      closed.closed = true;
      continue;
    }
    const std::string start = inner + '/';
    for (const std::string& name : *rooms) names.push_back(start + name);
  }
  return names;
}

}  // namespace

Candidate examine(const Folder& folder, const std::string& file_name, bool asked_for) {
  Candidate candidate;
  candidate.file.name = file_name;
  const Result<FileType> type = recognise(folder, candidate);
  const SplitName split = split_name(file_name);
  const bool extra = candidate.file.wrapped && lower_case(split.ending) == ".bin";
  GameName name = name_of(extra ? split.stem : file_name);
  candidate.file.disk = name.disk;
  candidate.kind = name.kind.value_or(FileKind::resources);
  candidate.stem = std::move(name.stem);
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
  if (type->kind == FileKind::index && candidate.size > kMaxIndexSize) {
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

Result<Survey> survey(const Folder& folder) {
  Survey out;
  ASSIGN_OR_RETURN(const std::vector<std::string> names, names_in(folder, out));
  for (const std::string& name : names) {
    Candidate candidate = examine(folder, name, false);
    if (candidate.may_be_container && candidate.problem) out.containers.push_back(name);
    if (!candidate.problem || name_of(name).kind) {
      out.candidates.push_back(std::move(candidate));
    } else if (candidate.closed) {
      out.closed.push_back(std::move(candidate));
    }
  }
  follow_index(out.candidates);
  drop_stray_indexes(out);
  drop_copies(folder, out.candidates);
  return out;
}

bool are_equal(const Folder& folder, const Candidate& one, const Candidate& other) {
  constexpr uint64_t kPiece = 1 << 16;
  const Result<Unwrapped> a = open_unwrapped(folder, one.file.name);
  const Result<Unwrapped> b = open_unwrapped(folder, other.file.name);
  if (!a || !b || a->bytes->size() != b->bytes->size()) return false;
  const uint64_t size = a->bytes->size();
  for (uint64_t at = 0; at < size; at += kPiece) {
    std::vector<uint8_t> of_a(std::min(kPiece, size - at));
    std::vector<uint8_t> of_b(of_a.size());
    if (!a->bytes->read(at, of_a) || !b->bytes->read(at, of_b) || of_a != of_b) return false;
  }
  return true;
}

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
