#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/limits.h"
#include "pipeline/io/files.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"
#include "tools/rows/json_lines.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

struct ListOptions {
  std::vector<std::string> archives;
  std::string what;
  bool json = false;
};

/// A value of a row as a short text.
std::string cell_text(const std::string& key, const Row& value) {
  constexpr size_t kDigitsPerColor = 6;
  if (value.is_null()) return "-";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string() && key == "colors") {
    return fmt::format("{}", value.get_ref<const std::string&>().size() / kDigitsPerColor);
  }
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Row& element : value) {
    text += (text.empty() ? "" : ",") +
            (element.is_string() ? element.get<std::string>() : element.dump());
  }
  return text.empty() ? "-" : text;
}

/// The rows of a table in all archives, as texts.
struct ListedTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> cells;

  /// Adds the rows of one archive. `archive` is its name, or empty if it is the only one.
  void add(const std::string& what, const TablesView& tables, const std::string& archive) {
    row_makers().at(what)(tables, [&](const Row& row) {
      header.clear();
      std::vector<std::string>& line = cells.emplace_back();
      const auto add_cell = [&](const std::string& key, std::string text) {
        header.push_back(key);
        line.push_back(std::move(text));
      };
      if (!archive.empty()) add_cell("archive", archive);
      for (const auto& [key, value] : row.items()) add_cell(key, cell_text(key, value));
    });
  }

  void print(const std::string& what) const {
    if (!cells.empty()) print_table(header, cells);
    const std::string_view noun = std::string_view(what).substr(0, what.size() - 1);
    fmt::print("{}\n", count_text(cells.size(), noun));
  }
};

/// Prints rows as lines of JSON. Each line starts with the archive's name, unless `name` is empty.
Status print_json(const std::string& what, const OpenArchive& open, const std::string& name) {
  std::string start = "{";
  if (!name.empty()) {
    start = json_line({{"archive", name}});
    start.replace(start.size() - 2, 2, ",");  // "}\n"
  }
  bool starts = true;
  PictureReader pictures(open.archive);
  const auto read_picture = [&](uint32_t row) { return pictures.read(row); };
  return write_json_lines(what, open.tables, read_picture, std::nullopt,
                          [&](std::string_view text) {
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
  size_t failed = 0;
  for (const std::string& path : options.archives) {
    const std::string name = options.archives.size() > 1 ? path : "";
    const Status listed = [&]() -> Status {
      ASSIGN_OR_RETURN(const OpenArchive open, open_archive(path_from(path)));
      if (options.json) return print_json(options.what, open, name);
      TRY(check_rows(options.what, open.tables, kMaxTableRows - table.cells.size()));
      table.add(options.what, open.tables, name);
      return ok();
    }();
    if (listed) continue;
    fail(listed.error());
    ++failed;
  }
  if (!options.json && failed < options.archives.size()) table.print(options.what);
  return failed == 0 ? kFine : kTrouble;
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "Lists the contents of archives");
  // The option takes all arguments, including the table. The table is always the last one, even if
  // a file has the same name.
  command->add_option("ARCHIVE", options->archives, "One or more .wardrobe files")
      ->required()
      ->type_name(kFile);
  std::vector<std::string> tables;
  for (const auto& [name, make_rows] : row_makers()) tables.push_back(name);
  const CLI::Validator is_table = one_of(tables);
  command->add_option("WHAT", options->what, "The table to list")->check(is_table);
  command->add_flag("--json", options->json, "Print one JSON object per row");
  command->footer("Example:\n  wardrobe list game.wardrobe pictures --json");
  command->callback([options, is_table, &status] {
    if (options->archives.size() < 2) throw CLI::RequiredError("WHAT");
    options->what = options->archives.back();
    options->archives.pop_back();
    const std::string wrong = is_table(options->what);
    if (!wrong.empty()) throw CLI::ValidationError("WHAT", wrong);
    status = list(*options);
  });
}

}  // namespace wardrobe
