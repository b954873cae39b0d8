// A game is found in these steps; names of files are those in the result from the start.
//
//     path ─▶ folder and name ─reach()─▶ Place ─list()─▶ Listing ─find_game()─▶ GameInput
//                                          ▲                │ neither a game nor an index
//                                          └───search()─────┘ containers, folders below

#include "pipeline/find_game.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "formats/limits.h"
#include "pipeline/container/container.h"

namespace wardrobe {

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string first_names(const std::vector<std::string>& names, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), most); ++i) {
    text.append(i == 0 ? "" : ", ").append(names[i]);
  }
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

namespace {

Error not_found(std::string message) {
  return {ErrorCode::not_found, kNoOffset, std::move(message)};
}

Error not_scumm() {
  return {ErrorCode::unknown_format, 0, "not an index or resource file of a SCUMM game"};
}

// Names of files

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Whether a text in lower case is like a pattern: # is a digit, @ a letter, and * at the start is
/// any text.
bool fits(std::string_view pattern, std::string_view text) {
  if (pattern.starts_with('*')) return text.ends_with(pattern.substr(1));
  return std::ranges::equal(pattern, text, [](char wanted, char c) {
    if (wanted == '#') return c >= '0' && c <= '9';
    return wanted == '@' ? c >= 'a' && c <= 'z' : wanted == c;
  });
}

/// Returns the number formed by all digits of a text, in order.
unsigned number_in(std::string_view text) {
  unsigned number = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

/// A name split into stem and ending: "COMI" and ".LA0", "Pajama Sam" and " (0)". A name without an
/// ending, or of a hidden file, is all stem. A folder before it is dropped.
struct SplitName {
  std::string stem;
  std::string ending;
};

SplitName split_name(const std::string& file_name) {
  const std::string name = base_name(file_name);
  const size_t space = name.rfind(' ');
  if (space != std::string::npos && space != 0) {
    const std::string ending = lower_case(name.substr(space));
    if (fits(" (#)", ending) || fits(" (@)", ending) || ending == " 0" || ending == " 1") {
      return {name.substr(0, space), name.substr(space)};
    }
  }
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return {name, ""};
  return {name.substr(0, dot), name.substr(dot)};
}

std::string ending_of(const std::string& file_name) {
  return lower_case(split_name(file_name).ending);
}

/// What is equal in the stems of a game's files, which differ in case and in apostrophes.
std::string stem_key(const std::string& stem) {
  std::string key = lower_case(stem);
  std::erase(key, '\'');
  return key;
}

/// Whether a name in lower case is that of a room file of versions 1 to 3, or of their index, 00.
bool is_old_name(const std::string& name) { return fits("##.lfl", name) || fits("##.man", name); }

/// Whether a folder is named like one in which a game keeps its room files.
bool is_rooms_folder(const std::string& name) {
  const std::string lower = lower_case(name);
  return lower == "rooms" || lower == "rooms 1" || lower == "rooms 2" || lower == "rooms 3";
}

/// Whether a file is named like a program for the Mac.
bool has_no_ending(const std::string& file_name) {
  const std::string ending = ending_of(file_name);
  return (ending.empty() || ending.starts_with(". ")) && !file_name.starts_with('.');
}

/// An ending of files. In HE games, .HE2 and above hold speech and music.
struct Ending {
  std::string_view pattern;
  FileKind kind;
  size_t letter = 0;  ///< the place of the letter that is the disk; 0: digits are
};

/// The first one that fits counts.
constexpr Ending kEndings[] = {
    {".000", FileKind::index},        {".###", FileKind::resources},
    {".la0", FileKind::index},        {".la#", FileKind::resources},
    {".sm0", FileKind::index},        {".sm#", FileKind::resources},
    {".he0", FileKind::index},        {".he1", FileKind::resources},
    {" (0)", FileKind::index},        {" (1)", FileKind::resources},
    {" 0", FileKind::index},          {" 1", FileKind::resources},
    {".(@)", FileKind::resources, 2}, {" (@)", FileKind::resources, 2},
    {".hea", FileKind::resources, 3}, {".heb", FileKind::resources, 3},
};

/// The stems of games whose files have no common part in their names: of version 4, and of versions
/// 1 to 3.
constexpr const char* kStemOfV4 = "";
constexpr const char* kStemOfRooms = "/";

/// Facts that the name of a file tells (SCUMM.md §1 "Names").
struct GameName {
  std::string stem;   ///< the name without its ending, which a game's files share
  unsigned disk = 0;  ///< as GameFile::disk
  bool v4 = false;    ///< 000.LFL, DISK01.LEC
  bool room = false;  ///< of versions 1 to 3: 00.LFL, 01.LFL; 00.MAN
  /// The kind implied by the name; nullopt if a file of any kind could have the name.
  std::optional<FileKind> kind;
};

GameName name_of(const std::string& file_name) {
  constexpr unsigned kFirstCharset = 98;  // 98.LFL and 99.LFL are no rooms.
  const std::string name = lower_case(base_name(file_name));
  const unsigned number = number_in(name);
  if (name == "000.lfl") return {kStemOfV4, 0, true, false, FileKind::index};
  const bool disk =
      fits("disk#.lec", name) || fits("disk##.lec", name) || fits("disk###.lec", name);
  if (disk && number != 0) return {kStemOfV4, number, true, false, FileKind::resources};
  if (is_old_name(name) && number < kFirstCharset) {
    return {kStemOfRooms, number, false, true, number == 0 ? FileKind::index : FileKind::resources};
  }
  GameName out{.stem = split_name(file_name).stem, .kind = {}};
  const std::string ending = ending_of(file_name);
  const auto row = std::ranges::find_if(
      kEndings, [&](const Ending& known) { return fits(known.pattern, ending); });
  const bool known = row != std::end(kEndings);
  if (known) out.kind = row->kind;
  out.disk = known && row->letter > 0 ? static_cast<unsigned>(ending[row->letter] - 'a') + 1
                                      : number_in(ending);
  return out;
}

// Places

/// The names in a container's art, by number: of "costumes", 24 from
/// "art/costumes/24_stan.costume.xml".
std::map<uint16_t, std::string> art_names(const Folder* container, const std::string& kind,
                                          std::string_view ending) {
  std::map<uint16_t, std::string> found;
  const auto has = [](const Folder& folder, const std::string& name) {
    const Result<std::vector<std::string>> folders = folder.folders();
    return folders && std::ranges::binary_search(*folders, name);
  };
  if (container == nullptr || !has(*container, "art")) return found;
  const std::unique_ptr<Folder> art = container->folder("art");
  if (!has(*art, kind)) return found;
  const Result<std::vector<std::string>> files = art->folder(kind)->names();
  if (!files) return found;
  for (const std::string& file : *files) {
    const size_t line = file.find('_');
    if (line == std::string::npos || !file.ends_with(ending)) continue;
    const std::optional<uint32_t> number = parse_decimal(file.substr(0, line));
    const size_t size = std::min(file.size() - ending.size() - line - 1, size_t{kMaxNameBytes});
    if (number && *number > 0 && *number <= UINT16_MAX) {
      found.try_emplace(static_cast<uint16_t>(*number), file.substr(line + 1, size));
    }
  }
  return found;
}

/// A folder or a container, on the way from the folder that was given.
struct Place {
  std::shared_ptr<const Folder> folder;  ///< null: no container
  std::string outer;      ///< the path of the innermost folder outside of all containers
  std::string inner{};    ///< if in a container: from there on, with a slash at its end
  size_t containers = 0;  ///< around it
  std::shared_ptr<const Folder> root{};  ///< of the innermost of these

  std::string title() const { return folder->path().empty() ? "." : folder->path(); }
  std::string container() const { return inner.substr(0, inner.find('/')); }
  GameInput input() const {
    GameInput input;
    input.folder = outer;
    input.container = container();
    input.costume_names = art_names(root.get(), "costumes", ".costume.xml");
    input.room_names = art_names(root.get(), "rooms", ".room.xml");
    return input;
  }
};

Place given(const Folder& folder) {
  return {std::shared_ptr<const Folder>(std::shared_ptr<const Folder>(), &folder), folder.path()};
}

Place below(const Place& from, const std::string& name) {
  Place place = from;
  place.folder = from.folder->folder(name);
  if (place.containers == 0) {
    place.outer = place.folder->path();
  } else {
    place.inner += name + '/';
  }
  return place;
}

/// Opens a container. The result has no folder if the file is not one.
Result<Place> inside(const Place& from, const std::string& name) {
  constexpr size_t kContainers = 2;  ///< the most around a file
  const std::string path = from.folder->path_of(name);
  Result<Unwrapped> file = open_unwrapped(*from.folder, name);
  if (!file) return Error{file.error().code, kNoOffset, describe(path, file.error())};
  Place place = from;
  ASSIGN_OR_RETURN(place.folder, open_container(std::move(file->bytes), path));
  if (place.folder != nullptr && ++place.containers > kContainers) {
    return Error{ErrorCode::limit, kNoOffset,
                 path + ": a container inside of two; unpack it first"};
  }
  place.root = place.folder;
  place.inner += name + '/';
  return place;
}

/// Goes from a folder to one by its path, which ends with a slash. `asked` is what to look for
/// there, for messages.
Result<Place> reach(Place at, const std::string& path, const std::string& asked) {
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = path.find('/', begin);
    const std::string name = path.substr(begin, end - begin);
    begin = end + 1;
    ASSIGN_OR_RETURN(const std::vector<std::string> folders, at.folder->folders());
    if (std::ranges::binary_search(folders, name)) {
      at = below(at, name);
      continue;
    }
    Result<Place> place = inside(at, name);
    if (place ? place->folder == nullptr : place.error().code == ErrorCode::not_found) {
      return not_found(asked + ": there is no such file" +
                       (at.containers > 0 ? " in " + at.container() : ""));
    }
    if (!place) return place.error();
    at = *std::move(place);
  }
  return at;
}

// Files that are not read

constexpr uint64_t kAnySize = 0;

/// A file of a game of versions 0 to 3 that is not read at all, or is read only together with
/// others (SCUMM.md §1 "Not read").
struct OldFile {
  std::string_view pattern;
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
     "a room of SCUMM version 1 to 3 without its index, 00.LFL: read only if it is named, and "
     "whole"},
    {"*.d64", 174848, "a disk image of the C64, which is not read"},
    {"*.dsk", kAnySize, "a disk image of the Apple II, which is not read"},
    {"*.prg", kAnySize, "an image of the NES, which is not read"},
};

/// Describes a file of a SCUMM game that is not supported in one line that names the file; nullopt
/// for any other file.
std::optional<std::string> unread_game(const Folder& folder, const std::string& file_name) {
  std::string name = lower_case(file_name);
  if (is_old_name(name)) name.replace(2, 4, ".lfl");
  for (const OldFile& old : kOldFiles) {
    if (!fits(old.pattern, name)) continue;
    const Result<std::unique_ptr<ByteSource>> file = folder.open(file_name);
    if (file && (old.size == kAnySize || old.size == (*file)->size())) {
      return folder.path_of(file_name) + ": " + old.what;
    }
  }
  return std::nullopt;
}

/// Returns the names in a folder, sorted; none if it cannot be listed.
std::vector<std::string> names_in(const Folder& folder) {
  Result<std::vector<std::string>> names = folder.names();
  return names ? *std::move(names) : std::vector<std::string>{};
}

/// Returns the name of the first .exe in a folder; empty if there is none. It may contain the index
/// of a game from Steam.
std::string program_in(const Folder& folder) {
  for (const std::string& name : names_in(folder)) {
    if (ending_of(name) == ".exe" && folder.open(name)) return name;
  }
  return "";
}

/// unread_game() of the first such file in a folder, in order of names.
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

// Indexes

/// Whether these bytes, XOR removed, read well as an index: all of it is there, and it has rooms
/// and costumes.
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

/// Whether a file that looks like an index of versions 1 to 3 has the size of an index for another
/// machine, and cannot be read as what it looks like.
bool is_of_other_machine(const std::string& name, const FileType& type, const ByteSource& file) {
  const bool suspect = std::ranges::any_of(kOldFiles, [&](const OldFile& old) {
    return old.pattern == "00.lfl" && lower_case(name) == old.pattern && old.size == file.size();
  });
  if (!suspect) return false;
  std::vector<uint8_t> bytes(file.size());
  if (!file.read(0, bytes)) return true;
  toggle_xor(type.xor_key, bytes);
  return !is_whole_index(bytes, type.style);
}

/// The start of an index in a program: its first tag, and the position of this tag in the header.
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

/// Adds each complete index in a program to `found`, until there is more than one in all.
void search_program(const Place& in, const std::string& name, std::vector<GameFile>& found) {
  Result<Unwrapped> file = open_unwrapped(*in.folder, name);
  if (!file || file->bytes->size() > kMaxProgramSize) return;
  std::vector<uint8_t> program(file->bytes->size());
  if (!file->bytes->read(0, program)) return;
  const std::shared_ptr<const ByteSource> bytes = std::move(file->bytes);
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    toggle_xor(key, program);
    for (const auto& [tag, place] : kStarts) {
      size_t next = 0;
      while (found.size() < 2) {
        const size_t at = as_text(program).find(tag, next);
        if (at == std::string_view::npos) break;
        next = at + 1;
        if (at < place) continue;
        const size_t begin = at - place;
        const auto type = detect_file(Bytes(program).subspan(begin));
        if (!type || type->kind != FileKind::index || type->xor_key != 0) continue;
        const size_t end = end_of_blocks(program, begin, type->style);
        next = std::max(next, end);
        const auto index = std::span(program).subspan(begin, end - begin);
        if (!is_whole_index(index, type->style)) continue;
        std::ranges::fill(index, uint8_t{0});  // No other tag finds it again.
        found.push_back({in.inner + name, key, 0, open_part(bytes, begin, end - begin), type->style,
                         type->has_room_files});
      }
    }
  }
}

/// For a game without an index file, looks for its index inside the programs in its folder
/// (SCUMM.md §1 "Containers").
void search_programs(const Place& at, GameInput& input) {
  std::vector<GameFile> found;
  for (const std::string& name : names_in(*at.folder)) {
    const bool bare = has_no_ending(name) && !name_of(name).kind;
    if (bare || ending_of(name) == ".exe") search_program(at, name, found);
  }
  if (found.size() > 1) {
    for (const GameFile& one : found) input.rivals.push_back(one.name);
    if (input.rivals[0] == input.rivals[1]) input.rivals.pop_back();
  } else if (found.size() == 1) {
    input.program = found[0].name;
    input.index = std::move(found[0]);
  }
}

// What is in a folder

/// A file that may count.
struct Candidate {
  std::string name;  ///< in its folder
  GameFile file;     ///< without `bytes`: there may be more files than can be open
  FileKind kind = FileKind::resources;
  std::string stem = kStemOfRooms;  ///< GameName::stem
  uint64_t size = 0;                ///< 0: cannot be opened
  std::optional<Error> problem{};   ///< why it is unusable; its name then decides `kind`
  bool closed = false;              ///< the problem is that it cannot be opened or read
  bool may_be_container = false;    ///< by its first bytes
  bool of_game = false;             ///< a SCUMM file, or one that is named like one
};

/// What is in a folder, and in folders of rooms in it, in order of names.
struct Listing {
  std::vector<Candidate> files;      ///< of games, containers, and those that cannot be opened
  std::vector<std::string> folders;  ///< all but those of rooms
};

/// Recognises a file by its first bytes.
Result<FileType> recognise(const Folder& folder, Candidate& out) {
  Result<Unwrapped> file = open_unwrapped(folder, out.name);
  out.closed = !file;
  if (!file) return file.error();
  const ByteSource& bytes = *file->bytes;
  out.size = bytes.size();
  out.file.wrapped = file->wrapped;
  if (std::string doubt = folder.doubt(out.name); !doubt.empty()) {
    out.file.doubt = Error{ErrorCode::damaged, kNoOffset, std::move(doubt)};
  }
  std::array<uint8_t, std::max(kDetectedBytes, kContainerHead)> buffer{};
  const auto first = std::span(buffer).first(std::min<uint64_t>(out.size, buffer.size()));
  const Status read = bytes.read(0, first);
  out.closed = !read && read.error().code != ErrorCode::truncated;
  if (!read) return out.closed ? read.error() : not_scumm();
  const std::optional<FileType> type = detect_file(first);
  out.may_be_container = may_be_container(first, out.size);
  if (!type || is_of_other_machine(out.name, *type, bytes)) return not_scumm();
  return *type;
}

/// Recognises a room's file without names, by its blocks.
std::optional<FileType> recognise_nameless_room(const Folder& folder, const std::string& name) {
  const Result<Unwrapped> file = open_unwrapped(folder, name);
  for (const uint8_t key : {kNamelessKey, uint8_t{0}}) {
    if (!file || BlockWalk(*file->bytes, BlockStyle::nameless, key).chain().empty()) continue;
    return FileType{FileKind::resources, key, BlockStyle::nameless, true};
  }
  return std::nullopt;
}

/// Examines a file of the folder. It has a problem if it is not a SCUMM file, or if it is of
/// version 4 or earlier and does not have the right name. A file of BlockStyle::size_first that was
/// `asked_for` may have another name; a room's file without names must be.
Candidate examine(const Place& at, const std::string& file_name, bool asked_for) {
  Candidate out;
  out.name = file_name;
  out.file.name = at.inner + file_name;
  Result<FileType> type = recognise(*at.folder, out);
  const SplitName split = split_name(file_name);
  const bool extra = out.file.wrapped && lower_case(split.ending) == ".bin";
  const GameName name = name_of(extra ? split.stem : file_name);
  if (!type && !out.closed && asked_for && name.room && name.kind == FileKind::resources) {
    if (const auto room = recognise_nameless_room(*at.folder, file_name)) type = *room;
  }
  out.file.disk = name.disk;
  out.kind = name.kind.value_or(FileKind::resources);
  out.stem = name.stem;
  if (!type) {
    out.problem = type.error();
    return out;
  }
  const bool v4 = type->style == BlockStyle::size_first && !type->has_room_files;
  const bool is_called_so = (!v4 || name.v4) && (!type->has_room_files || name.room);
  // A room file whose blocks have no names may start like an index.
  const bool misnamed = type->has_room_files && name.room && type->kind != name.kind;
  if (misnamed || (!is_called_so && !(asked_for && type->style == BlockStyle::size_first))) {
    out.problem = not_scumm();
    return out;
  }
  out.kind = type->kind;
  if (type->kind == FileKind::index && out.size > kMaxIndexSize) {
    out.problem = Error{ErrorCode::limit, kNoOffset,
                        "larger than any index: over " + limit_text(kMaxIndexSize) + "B"};
  }
  out.file.xor_key = type->xor_key;
  out.file.style = type->style;
  out.file.has_room_files = type->has_room_files;
  if (v4) out.stem = kStemOfV4;
  if (type->has_room_files) out.stem = kStemOfRooms;
  if ((name.v4 && !v4) || (name.room && !type->has_room_files)) {
    out.stem = split_name(file_name).stem;
    out.file.disk = 0;
  }
  return out;
}

/// Lists the files in a folder and in its folders of rooms.
Result<Listing> list_all(const Place& at) {
  Listing out;
  ASSIGN_OR_RETURN(std::vector<std::string> names, at.folder->names());
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, at.folder->folders());
  for (const std::string& inner : folders) {
    if (!is_rooms_folder(inner)) {
      out.folders.push_back(inner);
      continue;
    }
    const Result<std::vector<std::string>> rooms = at.folder->folder(inner)->names();
    if (!rooms) {  // All its rooms count as one file that cannot be opened.
      Candidate& closed = out.files.emplace_back();
      closed.name = inner;
      closed.file.name = at.inner + inner;
      closed.problem =
          Error{rooms.error().code, kNoOffset, "this folder of rooms cannot be listed"};
      closed.closed = closed.of_game = true;
      continue;
    }
    for (const std::string& name : *rooms) names.emplace_back(inner).append("/").append(name);
  }
  for (const std::string& name : names) {
    Candidate file = examine(at, name, false);
    file.of_game = !file.problem || name_of(name).kind;
    file.may_be_container = file.may_be_container && file.problem;
    if (file.of_game || file.may_be_container || file.closed) out.files.push_back(std::move(file));
  }
  return out;
}

/// Whether both files can be read and have the same bytes.
bool are_equal(const Place& at, const Candidate& one, const Candidate& other) {
  constexpr uint64_t kPiece = 1 << 16;
  const Result<Unwrapped> a = open_unwrapped(*at.folder, one.name);
  const Result<Unwrapped> b = open_unwrapped(*at.folder, other.name);
  if (!a || !b || a->bytes->size() != b->bytes->size()) return false;
  const uint64_t size = a->bytes->size();
  for (uint64_t offset = 0; offset < size; offset += kPiece) {
    std::vector<uint8_t> of_a(std::min(kPiece, size - offset));
    std::vector<uint8_t> of_b(of_a.size());
    if (!a->bytes->read(offset, of_a) || !b->bytes->read(offset, of_b) || of_a != of_b)
      return false;
  }
  return true;
}

Result<Listing> list(const Place& at) {
  ASSIGN_OR_RETURN(Listing out, list_all(at));
  const auto is_index = [](const Candidate& c) {
    return c.of_game && !c.problem && c.kind == FileKind::index;
  };
  // Without block names, only the index shows the format of room files.
  const auto nameless = std::ranges::find_if(out.files, [&](const Candidate& c) {
    return is_index(c) && c.file.style == BlockStyle::nameless;
  });
  for (Candidate& c : out.files) {
    const bool is_room = c.kind == FileKind::resources && !c.closed && name_of(c.name).room;
    if (nameless == out.files.end() || !is_room) continue;
    c.problem.reset();
    c.stem = kStemOfRooms;
    c.file.xor_key = nameless->file.xor_key;
    c.file.style = BlockStyle::nameless;
    c.file.has_room_files = true;
  }
  // Unusable files that only look like an index do not count, unless their game has no other.
  std::set<std::pair<FileKind, std::string>> good;
  for (const Candidate& c : out.files) {
    if (c.of_game && !c.problem) good.emplace(c.kind, stem_key(c.stem));
  }
  for (Candidate& c : out.files) {
    if (!c.problem || c.kind != FileKind::index) continue;
    if (good.contains({FileKind::index, stem_key(c.stem)}) ||
        !good.contains({FileKind::resources, stem_key(c.stem)})) {
      c.of_game = false;
    }
  }
  // Of equal indexes in several folders of rooms, such as those of a game's disks, the first
  // counts.
  const Candidate* first = nullptr;
  for (Candidate& c : out.files) {
    if (!is_index(c) || !c.file.has_room_files) continue;
    if (first != nullptr) c.of_game = !are_equal(at, *first, c);
    if (first == nullptr) first = &c;
  }
  return out;
}

/// The files that show which games are in a folder: the indexes or, without any, the resource
/// files.
std::vector<const Candidate*> leading_files(const Listing& listing) {
  std::vector<const Candidate*> leading;
  for (const FileKind kind : {FileKind::index, FileKind::resources}) {
    for (const Candidate& c : listing.files) {
      const bool leads = kind == FileKind::index || !c.problem;
      if (c.of_game && c.kind == kind && leads) leading.push_back(&c);
    }
    if (!leading.empty()) break;
  }
  return leading;
}

// A game in a folder

/// Returns the stem of the only game in a folder. An error if there is none, or if there are
/// several.
Result<std::string> only_stem(const Place& at, const Listing& found) {
  const std::vector<const Candidate*> leading = leading_files(found);
  if (leading.empty()) {
    return not_found(at.title() + ": no SCUMM index or resource file in this folder");
  }
  const Candidate& last = *leading.back();
  const bool several = std::ranges::any_of(leading, [&](const Candidate* c) {
    return c != &last && (c->kind == FileKind::index || stem_key(c->stem) != stem_key(last.stem));
  });
  if (!several) return last.stem;
  std::vector<std::string> names;
  for (const Candidate* c : leading) names.push_back(at.folder->path_of(c->name));
  return not_found(at.title() + ": several games in this folder; name one of their files: " +
                   first_names(names));
}

/// Opens a file that was examined. If this fails, or if it has a problem, adds that to the input.
std::optional<GameFile> open(const Place& at, const Candidate& c, GameInput& input) {
  if (c.problem) {
    input.problems.push_back({c.file.name, c.size, *c.problem});
    return std::nullopt;
  }
  Result<Unwrapped> file = open_unwrapped(*at.folder, c.name);
  if (!file) {
    input.problems.push_back({c.file.name, c.size, file.error()});
    return std::nullopt;
  }
  return GameFile{c.file.name,  c.file.xor_key,        c.file.disk,    std::move(file->bytes),
                  c.file.style, c.file.has_room_files, c.file.wrapped, c.file.doubt};
}

/// Returns the error for a game that has no resource file.
Error no_resources(const Place& at, const GameInput& input, const std::string& stem) {
  const auto path_of = [&](const std::string& name) {
    return at.folder->path_of(name.substr(at.inner.size()));
  };
  if (!input.problems.empty()) {
    const InputProblem& problem = input.problems.front();
    return {problem.error.code, kNoOffset, describe(path_of(problem.name), problem.error)};
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
  return not_found(path_of(input.index->name) +
                   ": no resource file of that name beside this index (such as " + example + ")");
}

/// Adds the resource files whose stem is like `stem`. If there are several for one disk, adds a
/// usable one, preferably one spelled exactly like `stem`, and doubts it if another usable one
/// differs.
Status collect(const Place& at, const Listing& found, const std::string& stem, GameInput& input) {
  std::vector<const Candidate*> files;
  for (const Candidate& c : found.files) {
    const bool fits = c.of_game && c.kind == FileKind::resources;
    if (fits && stem_key(c.stem) == stem_key(stem)) files.push_back(&c);
  }
  std::ranges::stable_sort(files, {}, [&](const Candidate* c) {
    return std::tuple(c->file.disk, c->problem.has_value(), c->stem != stem);
  });
  const Candidate* last = nullptr;
  for (const Candidate* file : files) {
    const unsigned disk = file->file.disk;
    if (disk != 0 && last != nullptr && disk == last->file.disk) {
      const bool taken = !input.resources.empty() && input.resources.back().disk == disk;
      if (taken && !file->problem && !are_equal(at, *last, *file)) {
        input.resources.back().doubt =
            Error{ErrorCode::odd, kNoOffset,
                  "read rather than " + file->name + ", which is for the same disk, but differs"};
      }
      continue;
    }
    last = file;
    if (auto opened = open(at, *file, input)) input.resources.push_back(*std::move(opened));
  }
  // A damaged container may have lost the name of a file of the game.
  for (const Candidate& c : found.files) {
    if (!c.of_game && c.closed && c.problem->code == ErrorCode::damaged) open(at, c, input);
  }
  if (input.resources.empty()) return no_resources(at, input, stem);
  return ok();
}

/// Finds the files of the only game in a folder. Considers only what `found` has, and programs.
Result<GameInput> find_game(const Place& at, const Listing& found) {
  ASSIGN_OR_RETURN(const std::string stem, only_stem(at, found));
  GameInput input = at.input();
  const auto index = std::ranges::find_if(found.files, [&](const Candidate& c) {
    return c.of_game && c.kind == FileKind::index && c.stem == stem;
  });
  if (index != found.files.end()) {
    input.index = open(at, *index, input);
    if (!input.index) {
      input.problems.back().error.message += "; without an index, costumes have no ids";
    }
  }
  input.lacks_index = !input.index && input.problems.empty();
  TRY(collect(at, found, stem, input));
  if (input.index) return input;
  if (const std::string program = program_in(*at.folder); !program.empty()) {
    input.program = at.inner + program;
  }
  if (input.problems.empty()) search_programs(at, input);
  return input;
}

/// Finds the files of the game that has this file.
Result<GameInput> find_game_of(const Place& at, const std::string& name) {
  const Candidate named = examine(at, name, true);
  GameInput input = at.input();
  std::optional<GameFile> file = open(at, named, input);
  if (!file) {
    if (const auto unread = unread_game(*at.folder, name)) {
      return Error{ErrorCode::unknown_format, kNoOffset, *unread};
    }
    const Error& error = input.problems[0].error;
    return Error{error.code, kNoOffset, describe(at.folder->path_of(name), error)};
  }
  if (named.kind == FileKind::resources) {
    input.resources.push_back(*std::move(file));
    return input;
  }
  input.index = std::move(file);
  ASSIGN_OR_RETURN(const Listing found, list(at));
  TRY(collect(at, found, named.stem, input));
  return input;
}

// Games below a folder

/// Games found in a folder and below it. Nothing is kept open. Paths count from that folder on.
struct Games {
  struct One {
    std::string path;  ///< of its folder, with a slash at its end
    bool indexed;
    std::vector<std::string> files;  ///< its leading files
  };
  std::vector<One> games;
  std::vector<GamesInside::Unread> shut;    ///< what may hold a game, but cannot be opened
  std::vector<GamesInside::Unread> unread;  ///< folders of games that are not supported
  size_t folders = 0;                       ///< that were searched
};

/// Whether a file that cannot be opened may be of a game, or a container with one.
bool may_hold_game(const Candidate& file) {
  if (file.of_game) return true;
  if (file.problem->code == ErrorCode::not_found) return false;  // a link that leads nowhere
  const std::string ending = ending_of(file.name);
  return name_of(file.name).kind || has_no_ending(file.name) || ending == ".zip" ||
         ending == ".pak" || ending == ".bin" || ending == ".cle" || ending == ".data";
}

void search(const Place& at, const std::string& path, size_t depth, Games& found) {
  const auto shut = [&](ErrorCode code, const std::string& name, const std::string& message) {
    found.shut.push_back({path + name, Error{code, kNoOffset, message}});
  };
  if (found.folders == kMaxFolders) return;
  if (++found.folders == kMaxFolders) {
    return shut(
        ErrorCode::limit, "",
        at.folder->path() + ": over " + limit_text(kMaxFolders) + " folders to search up to here");
  }
  if (depth > kMaxFolderDepth) {
    return shut(ErrorCode::limit, "",
                at.folder->path() + ": over " + limit_text(kMaxFolderDepth) +
                    " folders down, too deep to search");
  }
  const Result<Listing> here = list(at);
  if (!here) return shut(here.error().code, "", here.error().message);
  Games::One game{path, false, {}};
  for (const Candidate* leading : leading_files(*here)) {
    game.indexed = leading->kind == FileKind::index;
    game.files.push_back(leading->name);
  }
  if (!game.files.empty()) found.games.push_back(game);
  if (game.indexed) return;
  for (const Candidate& file : here->files) {
    if (!file.closed || !may_hold_game(file)) continue;
    shut(file.problem->code, file.name, describe(at.folder->path_of(file.name), *file.problem));
  }
  if (auto unread = unread_game_in(*at.folder)) {
    found.unread.push_back({path, Error{ErrorCode::unknown_format, kNoOffset, *unread}});
  }
  for (const Candidate& file : here->files) {
    if (!file.may_be_container) continue;
    const Result<Place> place = inside(at, file.name);
    if (!place) shut(place.error().code, file.name, place.error().message);
    if (place && place->folder) search(*place, path + file.name + '/', depth + 1, found);
  }
  for (const std::string& name : here->folders) {
    const bool hidden = name.starts_with('.') && name != "." && name != "..";
    if (!hidden && name != "__MACOSX") search(below(at, name), path + name + '/', depth + 1, found);
  }
}

/// Finds the only game in a folder and below it. Games without an index count only if no other has
/// one.
Result<GameInput> only_game(const Place& start) {
  ASSIGN_OR_RETURN(const Listing here, list(start));
  Result<GameInput> own = find_game(start, here);
  const std::vector<const Candidate*> leading = leading_files(here);
  const bool whole = own && (own->index || !own->problems.empty());
  if (whole || (!leading.empty() && leading[0]->kind == FileKind::index)) return own;
  Games found;
  search(start, "", 0, found);
  std::vector<Games::One>& games = found.games;
  if (std::ranges::any_of(games, &Games::One::indexed)) {
    std::erase_if(games, [](const Games::One& game) { return !game.indexed; });
  }
  std::vector<std::string> names;
  for (const Games::One& game : games) {
    for (const std::string& file : game.files) {
      names.push_back(start.folder->path_of(game.path + file));
    }
  }
  if (games.size() > 1) {
    return not_found(start.title() +
                     ": several games inside; name one of their files: " + first_names(names));
  }
  if (games.empty() && !found.unread.empty()) return found.unread[0].error;
  if (!found.shut.empty()) {
    Error error = found.shut[0].error;
    const size_t more = found.shut.size() - 1;
    if (more > 0) error.message += ", and " + std::to_string(more) + " more like it";
    if (games.empty()) return error;
    error.message += "; if the game is not in there, name its file: " + names[0];
    return error;
  }
  if (games.empty() && start.containers > 0) {
    return not_found(start.title() + ": no SCUMM game inside");
  }
  if (games.empty() || games[0].path.empty()) return own;
  ASSIGN_OR_RETURN(const Place place, reach(start, games[0].path, names[0]));
  ASSIGN_OR_RETURN(const Listing there, list(place));
  return find_game(place, there);
}

/// Finds the only game of a folder in another one. A folder of rooms belongs to the one around it.
Result<GameInput> game_inside(const Place& at, const std::string& name) {
  if (is_rooms_folder(name)) {
    ASSIGN_OR_RETURN(const Listing around, list(at));
    Result<GameInput> input = find_game(at, around);
    const auto is_in = [&](const GameFile& f) { return f.name.starts_with(at.inner + name + '/'); };
    const bool has_rooms = input && input->index &&
                           (is_in(*input->index) || std::ranges::any_of(input->resources, is_in));
    if (has_rooms) return input;
  }
  return only_game(below(at, name));
}

}  // namespace

Result<GameInput> open_game(const Folder& folder, const std::string& name) {
  if (name.empty()) return only_game(given(folder));
  // Files in a folder of rooms belong to the folder around it.
  size_t end = name.rfind('/') + 1;
  const size_t above = end < 2 ? 0 : name.rfind('/', end - 2) + 1;
  if (end > 0 && is_rooms_folder(name.substr(above, end - 1 - above))) end = above;
  ASSIGN_OR_RETURN(const Place at, reach(given(folder), name.substr(0, end), folder.path_of(name)));
  const std::string last = name.substr(end);
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, at.folder->folders());
  if (std::ranges::binary_search(folders, last)) return game_inside(at, last);
  Result<GameInput> input = find_game_of(at, last);
  if (input) return input;
  const Result<Place> place = inside(at, last);
  if (place) return place->folder ? only_game(*place) : std::move(input);
  return input.error().code == ErrorCode::not_found ? input.error() : place.error();
}

#ifndef WARDROBE_MODULE  // That system has no files on disk.
namespace {

namespace fs = std::filesystem;

/// A path without a slash at its end.
fs::path without_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

/// Whether a path leads to a folder in which a game keeps its rooms. The folder around a link does
/// not have the rooms.
bool is_rooms(const fs::path& folder) {
  std::error_code ignored;
  return is_rooms_folder(folder.filename().string()) &&
         fs::is_directory(fs::symlink_status(folder, ignored));
}

/// What is at a path on disk or in a container: a folder on disk, and a name from there on.
struct FolderAndName {
  std::unique_ptr<Folder> folder;
  std::string name;  ///< empty: the folder
};

Result<FolderAndName> split_path(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored) && !is_rooms(path)) {
    return FolderAndName{open_directory(path.string()), ""};
  }
  if (!path.has_filename()) return not_found('"' + path.string() + "\": there is no such file");
  fs::path file = path;  // or the container that the path leads into
  for (fs::path parent = path.parent_path(); parent.has_relative_path() && file == path;
       parent = parent.parent_path()) {
    if (fs::is_regular_file(parent, ignored)) file = parent;
  }
  fs::path folder = file.parent_path();
  if (is_rooms(folder)) folder = folder.parent_path();
  const std::string inner = path.generic_string().substr(folder.generic_string().size());
  return FolderAndName{open_directory(folder.string()), inner.substr(inner.find_first_not_of('/'))};
}

}  // namespace

Result<GameInput> open_game(const fs::path& path) {
  ASSIGN_OR_RETURN(const FolderAndName at, split_path(without_slash(path)));
  return open_game(*at.folder, at.name);
}

Result<GamesInside> games_at(const fs::path& given_path) {
  const fs::path path = without_slash(given_path);
  ASSIGN_OR_RETURN(const FolderAndName at, split_path(path));
  Games found;
  if (!is_rooms(path)) {
    const std::string below = at.name.empty() ? "" : at.name + '/';
    const Result<Place> place = reach(given(*at.folder), below, at.name);
    if (place) search(*place, "", 0, found);
  }
  if (found.games.empty() && found.shut.empty() && found.unread.empty()) {
    const Result<GameInput> input = open_game(path);
    if (!input) return input.error();
    found.games.push_back({"", true, {""}});
  }
  const auto whole = [&](const std::string& name) {
    return without_slash(path / path_from(name)).string();
  };
  GamesInside out;
  for (const Games::One& game : found.games) {
    const auto is_inside = [&](const Games::One& other) {
      return other.path.starts_with(game.path);
    };
    const bool is_alone =
        game.indexed ? game.files.size() == 1 : std::ranges::count_if(found.games, is_inside) == 1;
    if (is_alone) out.paths.push_back(whole(game.path));
    for (const std::string& file : game.files) {
      if (!is_alone) out.paths.push_back(whole(game.path + file));
    }
  }
  for (auto* part : {&found.shut, &found.unread}) {
    for (auto& [name, error] : *part) out.unread.push_back({whole(name), std::move(error)});
  }
  return out;
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
#endif

}  // namespace wardrobe
