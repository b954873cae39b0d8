#include "tools/program/collection.h"

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <system_error>

#include <fmt/core.h>

#include "pipeline/io/files.h"
#include "tools/collection/pack_collection.h"
#include "tools/list/rows.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/progress_line.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// The rows of an earlier report; none if there is none. Fails if the file is something else.
Result<std::vector<Row>> read_report(const fs::path& report) {
  std::vector<Row> rows;
  std::error_code none;
  if (!fs::exists(fs::symlink_status(report, none))) return rows;
  const Result<std::vector<uint8_t>> file = read_file(report);
  std::istringstream lines{file ? std::string(as_text(*file)) : std::string("unreadable")};
  for (std::string line; std::getline(lines, line);) {
    Result<Row> row = parse_row(line);
    if (!row || !row->is_object() || !row->contains("path")) {
      return Error{ErrorCode::io, kNoOffset,
                   report.string() + ": exists, and is no report of pack"};
    }
    rows.push_back(*std::move(row));
  }
  return rows;
}

std::string report_text(std::span<const Row> rows) {
  std::string text;
  for (const Row& row : rows) text += json_line(row);
  return text;
}

std::string cell(const Row& value) { return value.is_null() ? "" : value_text(value); }

void print_report(std::span<const Row> rows) {
  const std::vector<std::string> header{"status", "version_name", "costumes", "pictures",
                                        "path",   "archive",      "reason"};
  std::vector<std::vector<std::string>> table;
  for (const Row& row : rows) {
    std::vector<std::string>& line = table.emplace_back();
    for (const std::string& column : header) line.push_back(cell(row[column]));
    if (row["kept"] == true && line[0] == game_status::kPacked) line[0] = "kept";
    if (!row["same_as"].is_null()) {
      line.back().append(line.back().empty() ? "" : "; ").append("same files as ");
      line.back().append(cell(row["same_as"]));
    }
  }
  print_table(header, std::move(table));
}

}  // namespace

int pack_collection_command(const CollectionCommand& command) {
  std::error_code code;
  fs::create_directories(command.folder, code);
  if (!fs::is_directory(command.folder, code)) {
    return fail(command.folder.string() + ": is not a folder, and cannot be created");
  }
  const fs::path report = command.folder / kReportName;
  const Result<std::vector<Row>> earlier = read_report(report);
  if (!earlier) return fail(earlier.error());
  CollectionOptions options{command.pack, command.folder, command.force, *earlier, {}, {}};
  options.save = [&](const fs::path& archive, Bytes file, bool replace,
                     const std::vector<fs::path>& inputs) {
    Result<OutputFiles> output = OutputFiles::create({archive}, replace, inputs);
    return output ? output->save(archive, file) : Status(output.error());
  };
  ProgressLine progress(!command.quiet);
  if (progress.shown()) {
    options.progress = [&](size_t done, size_t games) {
      progress.show(fmt::format("{} of {} games", done, games));
    };
  }
  const std::vector<Row> now = pack_collection(command.inputs, options);
  const std::vector<Row> all = joined_report(*earlier, now);
  const std::span<const Row> rows = std::span(all).last(now.size());
  const std::string text = report_text(all);
  const Bytes bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  const Status written = write_file(report, bytes, IfExists::replace);
  if (!written) return fail(written.error().message);
  const auto count = [&](const char* status) {
    return std::ranges::count(rows, status, [](const Row& row) { return row["status"]; });
  };
  if (command.json) fmt::print("{}", report_text(rows));
  if (!command.quiet && !command.json) print_report(rows);
  const auto failed = static_cast<size_t>(count(game_status::kFailed));
  const auto partial = static_cast<size_t>(count(game_status::kPartial));
  if (!rows.empty() && std::ssize(rows) == count(game_status::kNoGame)) {
    return fail("there is no game; see " + report.string());
  }
  if (failed + partial == 0) return kFine;
  print_error(fmt::format("wardrobe: {} failed, {} in part; see {}\n", count_text(failed, "game"),
                          partial, printable(report.string())));
  return failed > 0 ? kTrouble : kNo;
}

Result<std::vector<fs::path>> read_names(const fs::path& file) {
  ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, read_input(file));
  std::vector<fs::path> names;
  std::istringstream lines{std::string(as_text(bytes))};
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) names.push_back(path_from(line));
  }
  return names;
}

}  // namespace wardrobe
