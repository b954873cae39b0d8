#include "pipeline/game_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

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

}  // namespace wardrobe
