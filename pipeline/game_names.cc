#include "pipeline/game_names.h"

#include <algorithm>
#include <cctype>

namespace wardrobe {
namespace {

bool is_digit(unsigned char c) { return std::isdigit(c) != 0; }

/// Returns the number formed by all digits of a text, in order.
unsigned number_in(const std::string& text) {
  unsigned number = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

/// Returns the disk number of an ending: 1 for ".001", ".LA1" and ".(a)".
unsigned disk_number(const std::string& ending) {
  if (ending.size() != 4 || ending[1] != '(') return number_in(ending);
  const char letter = ending[2];
  return letter >= 'a' && letter <= 'z' ? static_cast<unsigned>(letter - 'a') + 1 : 0;
}

/// Returns the kind of a file with this ending. In HE games, .HE2 and above hold speech and music.
std::optional<FileKind> kind_by_ending(const std::string& ending) {
  if (ending.size() != 4) return std::nullopt;
  const unsigned disk = disk_number(ending);
  if (ending[1] == '(') {
    return ending[3] == ')' && disk != 0 ? std::optional(FileKind::resources) : std::nullopt;
  }
  const std::string series = ending.substr(1, 2);
  const bool numbered = std::ranges::all_of(series, is_digit);
  if (!is_digit(ending[3])) return std::nullopt;
  if (!numbered && series != "la" && series != "sm" && series != "he") return std::nullopt;
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

SplitName split_name(const std::string& file_name) {
  const size_t dot = file_name.rfind('.');
  if (dot == std::string::npos || dot == 0) return {file_name, ""};
  return {file_name.substr(0, dot), file_name.substr(dot)};
}

bool is_program(const std::string& file_name) {
  return lower_case(split_name(file_name).ending) == ".exe";
}

GameName name_of(const std::string& file_name) {
  const std::string name = lower_case(file_name);
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

}  // namespace wardrobe
