#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "formats/limits.h"
#include "tools/export/json_lines.h"
#include "tools/export/json_rows.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"

namespace wardrobe {
namespace {

struct ListOptions {
  std::filesystem::path archive;
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

void print_rows(const std::string& what, const Tables& tables) {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> cells;
  row_makers().at(what)(tables, [&](const Row& row) {
    header.clear();
    std::vector<std::string>& line = cells.emplace_back();
    for (const auto& [key, value] : row.items()) {
      header.push_back(key);
      line.push_back(cell_text(key, value));
    }
  });
  if (!cells.empty()) print_table(header, cells);
  fmt::print("{}\n", count_text(cells.size(), std::string_view(what).substr(0, what.size() - 1)));
}

int list(const ListOptions& options) {
  const Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error());
  if (options.json) {
    const Status listed = write_json_lines(options.what, open->tables, std::nullopt,
                                           [](std::string_view text) { fmt::print("{}", text); });
    return listed ? kFine : fail(listed.error());
  }
  if (Status few = check_rows(options.what, open->tables, kMaxTableRows); !few) {
    return fail(few.error());
  }
  print_rows(options.what, open->tables);
  return kFine;
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "Lists the contents of an archive");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")
      ->required()
      ->type_name(kFile);
  std::vector<std::string> tables;
  for (const auto& [name, make_rows] : row_makers()) tables.push_back(name);
  command->add_option("WHAT", options->what, "The table to list")
      ->required()
      ->check(one_of(tables));
  command->add_flag("--json", options->json, "Print one JSON object per row");
  command->footer("Example:\n  wardrobe list game.wardrobe pictures --json");
  command->callback([options, &status] { status = list(*options); });
}

}  // namespace wardrobe
