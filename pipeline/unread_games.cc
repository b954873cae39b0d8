#include "pipeline/unread_games.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/game_names.h"

namespace wardrobe {
namespace {

constexpr uint64_t kAnySize = 0;

/// A file of a game of versions 0 to 3.
struct OldFile {
  std::string_view name;  ///< in lower case; # is a digit and * any text
  uint64_t size;
  std::string_view start;  ///< its first bytes, of which ? is any
  const char* what;
};

/// The first that fits counts.
constexpr OldFile kOldFiles[] = {
    {"00.lfl", 1188, "", "the index of Maniac Mansion for the C64 or Apple II"},
    {"00.lfl", 1914, "", "the index of Zak McKracken for the C64"},
    {"00.lfl", 2082, "", "the index of Maniac Mansion for the NES"},
    {"00.lfl", 6532, "", "the index of Loom for the PC Engine"},
    {"00.lfl", kAnySize, "????0R", "the index of a game of SCUMM version 3"},
    {"00.lfl", kAnySize, "\xCE\xF5", "the index of a game of SCUMM version 1"},
    {"00.lfl", kAnySize, "\xFF\xFE", "the index of a game of SCUMM version 2 or 3"},
    {"00.lfl", kAnySize, "", "the index of a game of SCUMM version 1 to 3"},
    {"##.lfl", kAnySize, "", "a room of a game of SCUMM version 1 to 3"},
    {"*.d64", 174848, "", "a disk image of the C64"},
    {"*.dsk", kAnySize, "", "a disk image of the Apple II"},
    {"*.prg", kAnySize, "", "an image of the NES"},
};

bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.starts_with('*')) return name.ends_with(pattern.substr(1));
  return std::ranges::equal(pattern, name, [](char wanted, unsigned char c) {
    return wanted == '#' ? std::isdigit(c) != 0 : wanted == static_cast<char>(c);
  });
}

bool starts_with(Bytes bytes, std::string_view start) {
  return std::ranges::equal(start, bytes, [](char wanted, uint8_t byte) {
    return wanted == '?' || static_cast<uint8_t>(wanted) == byte;
  });
}

/// The file's bytes from `offset` on; none if it has not so many.
std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count) {
  std::vector<uint8_t> bytes(count);
  if (offset > file.size() || file.size() - offset < count) return {};
  return file.read(offset, bytes) ? bytes : std::vector<uint8_t>{};
}

/// Whether the file is a container of a Mac game: it starts with the place and the size of a
/// directory, which has entries of 40 bytes, one of them with the name of an index or a disk.
bool is_mac_container(const ByteSource& file) {
  constexpr size_t kEntrySize = 40;
  constexpr size_t kMostEntries = 1024;
  const std::vector<uint8_t> head = bytes_at(file, 0, 8);
  ByteReader header(head);
  const uint32_t place = header.u32_be();
  const uint32_t size = header.u32_be();
  if (size == 0 || size % kEntrySize != 0 || size > kEntrySize * kMostEntries) return false;
  const std::vector<uint8_t> entries = bytes_at(file, place, size);
  ByteReader reader(entries);
  while (reader.left() >= kEntrySize) {
    const uint64_t offset = reader.u32_be();
    const uint64_t length = reader.u32_be();
    const Bytes text = reader.take(kEntrySize - 8);
    const std::string name(text.begin(), std::ranges::find(text, 0));
    if (length != 0 && offset + length <= file.size() && name_of(name).kind) return true;
  }
  return false;
}

/// Whether a name in lower case is that of a room of versions 1 to 3, or of their index, 00.
bool is_old_name(const std::string& name) { return fits("##.lfl", name) || fits("##.man", name); }

/// The same as unread_game, without the file's name.
std::optional<std::string> describe(const std::string& file_name, const ByteSource& file) {
  std::string name = lower_case(file_name);
  if (is_old_name(name)) name.replace(2, 4, ".lfl");
  for (const OldFile& old : kOldFiles) {
    if (!fits(old.name, name) || (old.size != kAnySize && old.size != file.size())) continue;
    if (!starts_with(bytes_at(file, 0, old.start.size()), old.start)) continue;
    return std::string(old.what) + "; versions before 4 are not read";
  }
  if (is_mac_container(file)) return "a container of a Mac game; take its files out first";
  return std::nullopt;
}

/// What is in a folder, sorted; nothing if it cannot be listed.
std::vector<std::string> names_in(const Folder& folder) {
  Result<std::vector<std::string>> names = folder.names();
  return names ? *std::move(names) : std::vector<std::string>{};
}

}  // namespace

std::optional<std::string> unread_game(const Folder& folder, const std::string& name) {
  const Result<std::unique_ptr<ByteSource>> bytes = folder.open(name);
  if (!bytes) return std::nullopt;
  const std::optional<std::string> what = describe(name, **bytes);
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
    if (lower_case(split_name(name).ending) == ".exe" && folder.open(name)) return name;
  }
  return "";
}

}  // namespace wardrobe
