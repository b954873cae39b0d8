#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos/command_words.h"
#include "formats/archive/image.h"
#include "formats/archive/rules.h"
#include "formats/archive/validate.h"
#include "formats/player/trace.h"
#include "formats/tables.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

// For JavaScript, schema.js describes the format, and words.js has the words and rules of versions;
// _words.py has the words for Python.
// To write them anew: WARDROBE_WRITE_SCHEMA=1 formats_test --gtest_filter='Schema.*'

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

template <class T>
constexpr std::string_view type_name() {
  constexpr std::string_view kNames[] = {"", "u8", "u16", "u32", "u64", "i16", "i32"};
  return kNames[static_cast<size_t>(element_type<T>())];
}

/// Returns the rule for `column` in `rules`, a table of rules.h, as `give` writes it; an empty
/// string if there is none.
template <class Rule, size_t kRules, class Give>
std::string rule_of(const Rule (&rules)[kRules], std::string_view column, const Give& give) {
  for (const Rule& rule : rules) {
    if (rule.column == column) return give(rule);
  }
  return {};
}

std::string ranges(const ValueRule& rule) {
  std::string text;
  for (const auto& [first, last] : rule.ranges) {
    if (first > last) continue;
    text +=
        (text.empty() ? "[" : ", [") + std::to_string(first) + ", " + std::to_string(last) + "]";
  }
  return ", \"values\": [" + text + "]";
}

std::string rules_of(std::string_view column) {
  return rule_of(kValueRules, column, ranges) +
         rule_of(kRowRules, column,
                 [](const RowRule& rule) {
                   return ", \"rows\": " + in_quotes(rule.table) +
                          (rule.none ? ", \"none\": true" : "");
                 }) +
         rule_of(kRisingRules, column,
                 [](const RisingRule& rule) { return ", \"rises\": " + in_quotes(rule.offsets); }) +
         rule_of(kCountRules, column, [](const CountRule& rule) {
           return ", \"count\": [" + std::to_string(rule.least) + ", " + std::to_string(rule.most) +
                  "]";
         });
}

/// Calls visit("table.column", type, divides) for each column. `divides` is the column or table
/// that it divides, or empty.
template <class Visit>
void for_each_description(const Visit& visit) {
  const Tables tables;
  for_each_column(tables, [&](const std::string& name, const auto& column) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    const DivisionRule* const rule = find_rule(kDivisionRules, name);
    std::string divides(rule != nullptr ? rule->table : "");
    if (kIsOffsets<AnyColumn> && rule == nullptr) divides = name.substr(0, name.rfind("_offset"));
    visit(name, type_name<typename AnyColumn::value_type>(), divides);
  });
  visit(std::string(kBackgroundColumn), type_name<uint8_t>(), std::string());
  visit(std::string(kPixelColumn), type_name<uint8_t>(), std::string());
}

std::string columns() {
  std::string text;
  for_each_description([&](const std::string& name, std::string_view type,
                           const std::string& divides) {
    text +=
        (text.empty() ? "    " : ",\n    ") + in_quotes(name) + ": {\"type\": " + in_quotes(type);
    if (!divides.empty()) text += ", \"divides\": " + in_quotes(divides);
    text += rules_of(name) + "}";
  });
  return text;
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

std::string versions() {
  std::string text;
  for (const VersionFacts& row : kVersionFacts) {
    const std::string start = "\n  " + std::to_string(row.number()) + ": ";
    if (text.find(start) != std::string::npos) continue;  // another form of the same version
    const auto number = [](auto value) { return std::to_string(value); };
    text +=
        start + "{ chores: " + list(row.player.chores, number) + ", before: " +
        list(row.player.prelude,
             [](NamedChore chore) { return in_quotes(kChoreNames[static_cast<size_t>(chore)]); }) +
        ", soundControlSize: " + number(row.akos.sound_control_size) +
        ",\n    firstCommand: " + number(row.cost.first_command) +
        ", firstSound: " + number(row.cost.first_sound) +
        ", soundStep: " + number(row.cost.sound_step) +
        ", soundsByBit7: " + (row.cost.sounds_by_bit7 ? "true" : "false") +
        ", wideScale: " + (row.wide_scale() ? "true" : "false") +
        ", skipsLowTall: " + (row.skips_low_tall() ? "true" : "false") + " },";
  }
  return "{" + text + "\n}";
}

std::string akos_commands() {
  std::string text;
  for (const AkosCommandWords& row : kAkosCommandWords) {
    text += "  [" + std::to_string(static_cast<unsigned>(row.command)) + ", " +
            in_quotes(row.operands) + ", " + in_quotes(row.name) + "],\n";
  }
  return "[\n" + text + "]";
}

/// The words of entries.state, for JavaScript alone.
constexpr std::array<std::string_view, 4> kStates = {"empty", "picture", "zero-size", "missing"};

std::string words() {
  return "export const CHORES = " + list(kChoreNames, in_quotes) +
         ";\nexport const EVENTS = " + list(kinds(kEventKinds, event_name), in_quotes) +
         ";\nexport const FLAGS = { " +
         items_of(
             flags(),
             [](const auto& flag) { return flag.first + ": " + std::to_string(flag.second); }) +
         " };\n/** Of windows.mode. */\nexport const MODES = " +
         list(kinds(kWindowModes, mode_name), in_quotes) +
         ";\n/** Of entries.state. */\nexport const STATES = " + list(kStates, in_quotes) +
         ";\n/** By Archive.gameVersion. */\nexport const VERSIONS = " + versions() +
         ";\n/** [code, operands, name]: formats/akos/command_words.h. */\n"
         "export const AKOS_COMMANDS = " +
         akos_commands() + ";\n";
}

std::string python_words() {
  std::string text = "EVENTS = (" + items_of(kinds(kEventKinds, event_name), in_quotes) +
                     ")\n\n\nclass Flags(enum.IntFlag):\n    \"\"\"timelines.flags\"\"\"\n\n";
  for (const auto& [name, value] : flags()) {
    text += "    " + name + " = " + std::to_string(value) + "\n";
  }
  return text;
}

void expect_current(const char* file, const std::string& text) {
  const std::string path = std::string(WARDROBE_PACKAGES_DIR) + file;
  if (std::getenv("WARDROBE_WRITE_SCHEMA") != nullptr) std::ofstream(path) << text;
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), text) << path << " is stale";
}

TEST(Schema, OfThePackagesIsCurrent) {
  expect_current("/javascript/lib/schema.js",
                 "// The columns of FORMAT.md. Written by schema_test.cc.\n\n"
                 "export const SCHEMA = {\n" +
                     columns() + "\n};\n");
  expect_current("/javascript/lib/words.js",
                 "// Words, and rules of versions. Written by schema_test.cc.\n\n" + words());
  expect_current(
      "/python/wardrobe/_words.py",
      "\"\"\"Words. Written by schema_test.cc. Private.\"\"\"\n\nimport enum\n\n" + python_words());
}

TEST(Schema, RulesNameColumns) {
  std::string names;
  for_each_description([&](const std::string& name, auto&&...) { names += name + '\n'; });
  const auto expect_all = [&](const auto& rules) {
    for (const auto& rule : rules) {
      EXPECT_NE(("\n" + names).find("\n" + std::string(rule.column) + "\n"), std::string::npos)
          << rule.column;
    }
  };
  for_each_description([&](const std::string& name, std::string_view, const std::string& divides) {
    const bool found = ("\n" + names).find("\n" + divides + "\n") != std::string::npos ||
                       ("\n" + names).find("\n" + divides + ".") != std::string::npos;
    EXPECT_TRUE(divides.empty() || found) << name;
  });
  expect_all(kDivisionRules);
  expect_all(kValueRules);
  expect_all(kRowRules);
  expect_all(kRisingRules);
  expect_all(kCountRules);
}

}  // namespace
}  // namespace wardrobe
