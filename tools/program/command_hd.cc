#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "pipeline/find_game.h"
#include "tools/hd/hd_build.h"
#include "tools/hd/hd_check.h"
#include "tools/hd/hd_page.h"
#include "tools/hd/hd_set.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kHdHelp = R"(Checks pictures that were remade in HD, and hands them out

Usage: wardrobe hd check FOLDER [--json] [--html FILE [--force]]
       wardrobe hd build FOLDER -o OUTPUT --names TEMPLATE

  ACTION                check: print what is wrong with the pictures, and how
                        many are remade; build: write a file for each place
  FOLDER                A folder of export --format hd
  --names TEMPLATE      build: how to name the files, with these fields in
                        braces: room, index (the costume's id), row, limb, cel;
                        after a colon, the least number of digits
  -o, --output FOLDER   build: the folder to write, which must be new or empty
  --html FILE           check: write a page that plays old and new pictures side
                        by side, one file that works offline
{force}
  --json                Print one JSON object per finding and per costume, or
                        what was made
{quiet}

Exit status: 0 no finding; 1 findings, or missing pictures; 2 error.
Examples:
  wardrobe export game.wardrobe --format hd --costume 1 -o hd
  wardrobe hd check hd
  wardrobe hd build hd -o new --names TEMPLATE)";

struct HdOptions {
  std::string action;
  std::filesystem::path folder;
  std::filesystem::path output;
  std::string names;
  std::filesystem::path html;
  bool force = false;
  bool json = false;
  bool quiet = false;
};

Row ids_of(const TablesView& tables, const std::set<uint32_t>& costumes) {
  Row ids = Row::array();
  for (const uint32_t costume : costumes) ids.push_back(costume_id(tables.costumes.id[costume]));
  return ids;
}

void print_json(const HdSet& set, const HdReport& report) {
  const TablesView& tables = set.tables();
  for (const HdFinding& finding : report.findings) {
    fmt::print("{}", json_line({{"kind", finding.kind},
                                {"file", finding.file},
                                {"costumes", ids_of(tables, finding.costumes)},
                                {"text", finding.text}}));
  }
  const auto print_done = [](Row row, const HdDone& done) {
    row.update({{"pictures", done.pictures}, {"remade", done.remade}});
    fmt::print("{}", json_line(row));
  };
  const CostumeWearers wearers(tables);
  for (const HdDone& done : report.costumes) {
    print_done({{"kind", "done"},
                {"costume", costume_id(tables.costumes.id[done.row])},
                {"wearer", or_null(wearers.text(done.row), "")}},
               done);
  }
  for (const HdDone& done : report.rooms) {
    print_done({{"kind", "done"}, {"room", tables.rooms.number[done.row]}}, done);
  }
}

void print_text(const HdSet& set, const HdReport& report) {
  const TablesView& tables = set.tables();
  std::map<std::string, size_t> kinds;
  for (const HdFinding& finding : report.findings) {
    const std::string between = finding.text.empty() ? "" : ": ";
    fmt::print("{:<10} {}{}{}\n", finding.kind, printable(finding.file), between,
               printable(finding.text));
    ++kinds[finding.kind];
  }
  const auto print_done = [](const std::string& what, const HdDone& done) {
    fmt::print("{}: {} of {} pictures remade\n", what, done.remade, done.pictures);
  };
  const CostumeWearers wearers(tables);
  for (const HdDone& done : report.costumes) {
    print_done(printable(wearers.label(done.row)), done);
  }
  for (const HdDone& done : report.rooms) {
    print_done(fmt::format("room {}", tables.rooms.number[done.row]), done);
  }
  print_done(fmt::format("all, at scale {}", report.scale), report.all);
  std::string summary;
  for (const auto& [kind, count] : kinds) {
    summary += fmt::format("{}{} {}", summary.empty() ? ": " : ", ", count, kind);
  }
  fmt::print("{}{}\n", count_text(report.findings.size(), "finding"), summary);
}

Status write_page(const HdOptions& options, const HdSet& set, const HdReport& report,
                  OutputFiles& output) {
  ASSIGN_OR_RETURN(const std::string page, hd_page(set, report));
  return output.save(options.html, {reinterpret_cast<const uint8_t*>(page.data()), page.size()});
}

int check(const HdOptions& options, const HdSet& set) {
  std::vector<std::filesystem::path> pages;
  if (!options.html.empty()) pages.push_back(options.html);
  Result<OutputFiles> output =
      OutputFiles::create(pages, options.force, {options.folder / kOriginalName});
  if (!output) return fail(output.error());
  const Result<HdReport> report = check_hd_set(set);
  if (!report) return fail(describe(options.folder.string(), report.error()));
  if (!options.html.empty()) {
    const Status written = write_page(options, set, *report, *output);
    if (!written) return fail(written.error());
    if (is_stream(options.html)) return report->findings.empty() ? kFine : kNo;
  }
  if (options.json) {
    print_json(set, *report);
  } else if (!options.quiet) {
    print_text(set, *report);
  }
  return report->findings.empty() ? kFine : kNo;
}

int build(const HdOptions& options, const HdSet& set) {
  Result<OutputFolder> folder =
      OutputFolder::create(options.output, std::nullopt, {options.folder});
  if (!folder) return fail(folder.error());
  const Result<HdBuild> made = build_hd_set(
      set, options.names,
      [&](const std::string& name, Bytes bytes) { return folder->write(name, bytes); });
  if (!made) return fail(made.error());
  if (Status finished = folder->finish(); !finished) return fail(finished.error());
  if (options.json) {
    fmt::print("{}", json_line({{"output", options.output.string()},
                                {"files", made->files},
                                {"bytes", made->bytes},
                                {"left_out", made->left_out}}));
  } else if (!options.quiet) {
    fmt::print("{}: {}, {}\n", printable(options.output.string()), count_text(made->files, "file"),
               size_text(made->bytes));
  }
  if (made->left_out.empty()) return kFine;
  print_error(fmt::format("wardrobe: left out, without a file or an id: {}\n",
                          printable(first_names(made->left_out, 3))));
  return kNo;
}

int hd(const HdOptions& options) {
  const bool builds = options.action == "build";
  if (builds != !options.output.empty() || builds != !options.names.empty()) {
    return fail("hd build needs -o and --names; hd check takes neither");
  }
  if (builds && !options.html.empty()) return fail("hd build takes no --html");
  const Result<HdSet> set = open_hd_set(options.folder);
  if (!set) return fail(set.error());
  return builds ? build(options, *set) : check(options, *set);
}

}  // namespace

void add_hd_command(CLI::App& app, int& status) {
  auto options = std::make_shared<HdOptions>();
  const Options command(app, "hd", kHdHelp);
  command.add("ACTION", options->action, {"check", "build"})->required();
  command.add("FOLDER", options->folder)->required();
  command.add("--names", options->names);
  command.add("--output", options->output);
  CLI::Option* html = command.add("--html", options->html);
  command.add("--force", options->force)->needs(html);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = hd(*options); });
}

}  // namespace wardrobe
