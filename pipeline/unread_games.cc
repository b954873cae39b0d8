#include "pipeline/unread_games.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/game_names.h"
#include "pipeline/program_index.h"

namespace wardrobe {
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

}  // namespace wardrobe
