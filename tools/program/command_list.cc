#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "formats/limits.h"
#include "pipeline/io/files.h"
#include "tools/list/rows.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kListHelp = R"(Lists the contents of archives

Usage: wardrobe list ARCHIVE... [WHAT] [OPTIONS]

  ARCHIVE               {inputs}
  WHAT                  costumes (default), pictures, timelines, windows,
                        commands, palettes, rooms, objects, cycles, wearers,
                        recolours, calls or failures
{costumes}
  --chore LIST          Only rows of these chores, and pictures that they show:
                        {chores},
                        or several, such as walk,stand
{names}
  --json                Print one JSON object per row
  --csv                 Print the same as CSV, a line a row; lists are JSON
{quiet}

Example:
  wardrobe list game.wardrobe
  wardrobe list game.wardrobe pictures --costume 1 --chore walk --json)";

struct ListOptions {
  std::vector<std::string> archives;
  std::string what = "costumes";
  std::string costumes;
  std::string chore;
  std::filesystem::path names;
  bool json = false;
  bool csv = false;
  bool quiet = false;
};

/// A value of a row as a short text.
std::string cell_text(const std::string& key, const Row& value) {
  constexpr size_t kDigitsPerColor = 6;
  if (value.is_null()) return "-";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string() && key == "colors") {
    return fmt::format("{}", value.get_ref<const std::string&>().size() / kDigitsPerColor);
  }
  if (value.is_object()) return script_text(value);
  if (!value.is_array()) return value_text(value);
  std::string text;
  for (const Row& element : value) {  // of an image, its state
    const Row& shown = element.is_array() ? element[0] : element;
    text += (text.empty() ? "" : ",") + value_text(shown);
  }
  return text.empty() ? "-" : text;
}

/// The rows of a table in all archives, as texts.
struct ListedTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> cells;

  /// Adds the rows of one archive. `archive` is its name, or empty if it is the only one.
  void add(const std::string& what, const TablesView& tables, const RowChoice& choice,
           const std::string& archive) {
    chosen_rows(what, tables, choice, [&](const Row& row) {
      header.clear();
      std::vector<std::string>& line = cells.emplace_back();
      const auto add_cell = [&](const std::string& key, std::string text) {
        header.push_back(key);
        line.push_back(std::move(text));
      };
      if (!archive.empty()) add_cell("archive", archive);
      for (const auto& [key, value] : row.items()) {
        const bool counts_slots = what == "costumes" && key == "pictures";
        add_cell(counts_slots ? "slots" : key, cell_text(key, value));
      }
    });
  }

  void print(const ListOptions& options) const {
    if (!cells.empty()) print_table(header, cells);
    if (options.quiet) return;
    const std::string& what = options.what;
    const auto column = [&](std::string_view key) {
      return static_cast<size_t>(std::ranges::find(header, key) - header.begin());
    };
    if (what == "pictures") {
      std::set<std::vector<std::string>> pictures;
      for (const auto& line : cells) pictures.insert({line[0], line[column("picture")]});
      fmt::print("{} of {}\n", count_text(cells.size(), "slot"),
                 count_text(pictures.size(), "picture"));
      return;
    }
    size_t notes = 0;
    for (const auto& line : cells) {
      if (what == "failures" && line[column("kind")] == "note") ++notes;
    }
    fmt::print("{}{}\n", count_text(cells.size() - notes, what.substr(0, what.size() - 1)),
               notes > 0 ? ", " + count_text(notes, "note") : "");
  }
};

/// Prints a line of JSON as CSV (RFC 4180), and before the first one the names of its fields.
/// Nothing is an empty field.
void print_csv_line(std::string_view json, const std::string& archive, bool& is_first) {
  Row row = *parse_row(json);
  if (!archive.empty()) {
    Row named = {{"archive", archive}};
    named.update(row);
    row = std::move(named);
  }
  std::string names;
  std::string values;
  for (const auto& [key, value] : row.items()) {
    std::string text = value.is_null() ? "" : printable(value_text(value));
    if (text.find_first_of("\",") != std::string::npos) {
      text = "\"" + CLI::detail::find_and_replace(text, "\"", "\"\"") + "\"";
    }
    const std::string comma = names.empty() ? "" : ",";
    names += comma + key;
    values += comma + text;
  }
  if (std::exchange(is_first, false)) fmt::print("{}\n", names);
  fmt::print("{}\n", values);
}

/// Prints rows as CSV.
Status print_csv(const std::string& what, const OpenArchive& open, const RowChoice& choice,
                 const std::string& name, bool& is_first) {
  PictureReader pictures(open.archive);
  const auto read_picture = [&](uint32_t row) { return pictures.read(row); };
  std::string line;
  return write_json_lines(what, open.tables, read_picture, choice, [&](std::string_view text) {
    line += text;
    for (size_t end = line.find('\n'); end != std::string::npos; end = line.find('\n')) {
      print_csv_line(line.substr(0, end), name, is_first);
      line.erase(0, end + 1);
    }
  });
}

/// Prints rows as lines of JSON. Each line starts with the archive's name, unless `name` is empty.
Status print_json(const std::string& what, const OpenArchive& open, const RowChoice& choice,
                  const std::string& name) {
  std::string start = "{";
  if (!name.empty()) {
    start = json_line({{"archive", name}});
    start.replace(start.size() - 2, 2, ",");  // "}\n"
  }
  bool starts = true;
  PictureReader pictures(open.archive);
  const auto read_picture = [&](uint32_t row) { return pictures.read(row); };
  return write_json_lines(what, open.tables, read_picture, choice, [&](std::string_view text) {
    while (!text.empty()) {
      if (starts) fmt::print("{}", start);
      const std::string_view line = text.substr(0, text.find('\n'));
      const bool ends = line.size() < text.size();
      fmt::print("{}{}", line.substr(starts ? 1 : 0), ends ? "\n" : "");
      text.remove_prefix(line.size() + (ends ? 1 : 0));
      starts = ends;
    }
  });
}

int list(const ListOptions& options) {
  ListedTable table;
  const bool is_table = !options.json && !options.csv;
  bool is_first = true;
  size_t failed = 0;
  const Result<GivenNames> names = given_names(options.names);
  if (!names) return fail(names.error());
  for (const std::string& path : options.archives) {
    const std::string name = options.archives.size() > 1 ? path : "";
    const Status listed = [&]() -> Status {
      ASSIGN_OR_RETURN(const Input input, open_input(path_from(path), options.quiet));
      const TablesView& tables = input.open.tables;
      ASSIGN_OR_RETURN(GivenNames given, names_for(*names, tables, name.empty()));
      ASSIGN_OR_RETURN(const RowChoice choice,
                       rows_named(tables, options.costumes, options.chore, std::move(given)));
      const Status done =
          options.json  ? print_json(options.what, input.open, choice, name)
          : options.csv ? print_csv(options.what, input.open, choice, name, is_first)
                        : check_rows(options.what, tables, kMaxTableRows - table.cells.size());
      if (!done) return named(path_from(path), done.error());
      if (is_table) table.add(options.what, tables, choice, name);
      return ok();
    }();
    if (listed) continue;
    fail(listed.error());
    ++failed;
  }
  if (is_table && failed < options.archives.size()) table.print(options);
  return failed == 0 ? kFine : kTrouble;
}

/// Takes the name of the table from the arguments: the last one, even if a file has the same name,
/// or else the first one. Returns a message if there is a wrong name instead.
std::string take_table(ListOptions& options, const std::vector<std::string>& tables) {
  std::vector<std::string>& words = options.archives;
  const auto is_table = [&](const std::string& word) {
    return std::ranges::find(tables, word) != tables.end();
  };
  const auto is_file = [](const std::string& word) {
    std::error_code ignored;
    return std::filesystem::exists(path_from(word), ignored);
  };
  const std::string last = words.back();
  if (!is_table(last)) {
    if (words.size() > 1 && !is_stream(last) && last.find_first_of("./\\") == std::string::npos &&
        !is_file(last)) {
      return expected_one_of(last, tables);
    }
    if (is_table(words.front())) std::rotate(words.begin(), words.begin() + 1, words.end());
  }
  if (is_table(words.back())) {
    options.what = words.back();
    words.pop_back();
  }
  if (words.empty()) return "expected an ARCHIVE before " + last;
  const auto stray = std::ranges::find_if(
      words, [&](const std::string& word) { return is_table(word) && !is_file(word); });
  return stray == words.end() ? "" : *stray + ": the table comes last";
}

/// Fails if --costume or --chore does not choose among the rows of the table.
std::string check_choice(const ListOptions& options) {
  const auto refused = [&](const char* option, std::string_view tables) {
    return fmt::format("{} does not choose among {}; it does among {}", option, options.what,
                       tables);
  };
  if (!options.costumes.empty() && (options.what == "palettes" || options.what == "rooms" ||
                                    options.what == "objects" || options.what == "cycles")) {
    return refused("--costume",
                   "costumes, pictures, timelines, windows, commands, wearers, recolours, calls "
                   "and failures");
  }
  const bool has_chores = options.what == "pictures" || options.what == "timelines" ||
                          options.what == "windows" || options.what == "calls";
  return options.chore.empty() || has_chores
             ? ""
             : refused("--chore", "pictures, timelines, windows and calls");
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ListOptions>();
  std::vector<std::string> tables;
  for (const auto& [name, rows] : row_makers()) tables.push_back(name);
  const Options command(app, "list", kListHelp);
  // ARCHIVE takes all arguments, including the table.
  command.add("ARCHIVE", options->archives)->required();
  command.add("WHAT", options->what, tables);
  command.add("--costume", options->costumes)->join(',');
  command.add("--chore", options->chore)->join(',');
  command.add("--names", options->names);
  command.add("--csv", options->csv)->excludes(command.add("--json", options->json));
  command.add("--quiet", options->quiet);
  command->callback([options, tables, &status] {
    std::string wrong = take_table(*options, tables);
    if (wrong.empty()) wrong = check_choice(*options);
    status = wrong.empty() ? list(*options) : fail("list: " + wrong);
  });
}

}  // namespace wardrobe
