#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos_commands.h"
#include "formats/archive/archive.h"
#include "formats/archive/file.h"
#include "formats/player.h"
#include "formats/tables.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

// For the forger, schema.js describes the format; words.js has the words for JavaScript;
// _words.py has the words for Python.
// To write them anew: WARDROBE_WRITE_SCHEMA=1 formats_test --gtest_filter='Schema.*'

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

template <class T>
constexpr std::string_view type_name() {
  constexpr std::string_view kNames[] = {"", "u8", "u16", "u32", "u64", "i16", "i32"};
  return kNames[static_cast<size_t>(element_type<T>())];
}

/// A column of the file: its type, what tables.def says about it, and its rules.
struct Description {
  std::string name;
  std::string_view type;
  ColumnInfo info;

  bool is_offsets() const { return info.divides || name.ends_with("_offset"); }
};

std::vector<Description> describe() {
  std::vector<Description> all;
  const Tables tables;
  zip_columns(
      [&](const ColumnInfo& info, const auto& column) {
        using T = typename std::remove_cvref_t<decltype(column)>::value_type;
        all.push_back({info.name(), type_name<T>(), info});
      },
      tables);
  return all;
}

/// The column of offsets that divide the elements of a column, or else the rows of its table.
std::string owner_of(const std::vector<Description>& all, const Description& column) {
  if (column.info.is_list) return column.name + "_offset";
  const auto owner = std::ranges::find(all, std::optional(column.info.table),
                                       [](const Description& x) { return x.info.divides; });
  return owner != all.end() ? owner->name : std::string();
}

std::string columns() {
  const std::vector<Description> all = describe();
  std::string text;
  for (const Description& column : all) {
    const auto& [table, name, bounds, is_list, count, divides] = column.info;
    text += "    " + in_quotes(column.name) + ": {\"type\": " + in_quotes(column.type);
    if (divides) {
      text += ", \"divides\": " + in_quotes(table_name(*divides));
    } else if (column.is_offsets()) {
      text += ", \"divides\": " + in_quotes(column.name.substr(0, column.name.rfind("_offset")));
    }
    std::string ranges;
    for (const auto& [first, last] : bounds.allowed()) {
      ranges += (ranges.empty() ? "[" : ", [") + std::to_string(first) + ", " +
                std::to_string(last) + "]";
    }
    if (!ranges.empty()) text += ", \"values\": [" + ranges + "]";
    if (bounds.row_of) text += ", \"rows\": " + in_quotes(table_name(*bounds.row_of));
    if (bounds.or_none) text += ", \"none\": true";
    if (bounds.rises) text += ", \"rises\": " + in_quotes(owner_of(all, column));
    if (!count.is_any()) {
      text +=
          ", \"count\": [" + std::to_string(count.least) + ", " + std::to_string(count.most) + "]";
    }
    text += "},\n";
  }
  for (const TableId pixels : {TableId::backgrounds, TableId::pixels}) {
    text += "    " + in_quotes(table_name(pixels)) + ": {\"type\": \"u8\"},\n";
  }
  return text.substr(0, text.size() - 2);
}

/// "a", "b".
std::string items_of(const auto& items, const auto& text_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + text_of(item);
  return text;
}

/// ["a", "b"].
std::string list(const auto& items, const auto& text_of) {
  return '[' + items_of(items, text_of) + ']';
}

/// Returns name(kind) of the first `count` kinds.
template <class Kind>
std::vector<std::string_view> kinds(uint8_t count, std::string_view (*name)(Kind)) {
  std::vector<std::string_view> names;
  for (uint8_t i = 0; i < count; ++i) names.push_back(name(static_cast<Kind>(i)));
  return names;
}

/// The flags of timelines, as constants are called, with their values.
std::vector<std::pair<std::string, unsigned>> flags() {
  std::vector<std::pair<std::string, unsigned>> all;
  for (uint16_t flag = kTruncated; flag <= kLost; flag *= 2) {
    std::string name(flag_names(flag).front());
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
    all.emplace_back(std::move(name), flag);
  }
  return all;
}

/// The words of entries.state, for JavaScript alone.
constexpr std::array<std::string_view, 4> kStates = {"empty", "picture", "zero-size", "missing"};

std::string words() {
  return "export const EVENTS = " + list(kinds(kEventKinds, event_name), in_quotes) +
         ";\nexport const FLAGS = { " +
         items_of(
             flags(),
             [](const auto& flag) { return flag.first + ": " + std::to_string(flag.second); }) +
         " };\n/** Of windows.mode. */\nexport const MODES = " +
         list(kinds(kWindowModes, mode_name), in_quotes) +
         ";\n/** Of entries.state. */\nexport const STATES = " + list(kStates, in_quotes) + ";\n";
}

std::string python_words() {
  std::string text = "EVENTS = (" + items_of(kinds(kEventKinds, event_name), in_quotes) +
                     ")\n\n\nclass Flags(enum.IntFlag):\n    \"\"\"timelines.flags\"\"\"\n\n";
  for (const auto& [name, value] : flags()) {
    text += "    " + name + " = " + std::to_string(value) + "\n";
  }
  return text;
}

void expect_current(const std::string& path, const std::string& text) {
  if (std::getenv("WARDROBE_WRITE_SCHEMA") != nullptr) std::ofstream(path) << text;
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), text) << path << " is stale";
}

TEST(Schema, OfThePackagesIsCurrent) {
  expect_current(WARDROBE_FORGER_DIR "/schema.js",
                 "// The columns of FORMAT.md. Written by schema_test.cc.\n\n"
                 "export const SCHEMA = {\n" +
                     columns() + "\n};\n");
  expect_current(WARDROBE_PACKAGES_DIR "/javascript/lib/words.js",
                 "// Words. Written by schema_test.cc.\n\n" + words());
  expect_current(
      WARDROBE_PACKAGES_DIR "/python/wardrobe/_words.py",
      "\"\"\"Words. Written by schema_test.cc. Private.\"\"\"\n\nimport enum\n\n" + python_words());
}

/// The bounds of a row of FORMAT.md "The tables", which lists one or more columns.
std::string bounds_of(const std::vector<Description>& all, const std::string& names) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& text) {
    if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  };
  std::istringstream list(names);
  for (std::string name; list >> std::ws && std::getline(list, name, ',');) {
    const auto column = std::ranges::find(all, name, &Description::name);
    if (column == all.end()) return "no column " + name;
    const std::string count = words(column->info.count);
    if (!count.empty()) add(count + " a row");
    add(words(column->info.bounds));
    for (const TableRule& rule : table_rules()) {
      if (ColumnInfo{.table = rule.table, .column = rule.column}.name() == name) {
        add(std::string(rule.text));
      }
    }
  }
  std::string text;
  for (const std::string& part : texts) text += (text.empty() ? "" : "; ") + part;
  return text.empty() ? "any" : text;
}

std::string types_of(const std::vector<Description>& all, const std::string& names) {
  std::string text;
  std::istringstream list(names);
  for (std::string name; list >> std::ws && std::getline(list, name, ',');) {
    const auto column = std::ranges::find(all, name, &Description::name);
    text += (text.empty() ? "" : ", ") + std::string(column == all.end() ? "?" : column->type);
  }
  return text;
}

TEST(Schema, IsThatOfTheSpecification) {
  const std::vector<Description> all = describe();
  std::string listed;
  std::string text;
  std::ifstream file(WARDROBE_FORMAT_FILE);
  for (std::string line; std::getline(file, line);) {
    std::smatch cells;  // names, types, bounds, meaning
    static const std::regex kRow(R"(\| ([a-z]+\.[^|]*) \| ([^|]*) \| ([^|]*) \| (.*) ?\|)");
    if (std::regex_match(line, cells, kRow)) {
      const std::string names = cells[1];
      listed += names + ", ";
      const std::string meaning = cells[4];
      line = "| " + names;
      for (const std::string& cell : {types_of(all, names), bounds_of(all, names), meaning}) {
        line += cell.empty() ? " |" : " | " + cell;
      }
      line += " |";
      line = std::regex_replace(line, std::regex(" +\\|$"), " |");
    }
    text += line + "\n";
  }
  std::string names;
  for (const Description& column : all) names += column.name + ", ";
  EXPECT_EQ(listed, names);
  file.close();
  expect_current(WARDROBE_FORMAT_FILE, text);
}

}  // namespace
}  // namespace wardrobe
