#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/archive/file.h"
#include "formats/player.h"
#include "pipeline/container/container.h"
#include "pipeline/io/process.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/export/export.h"
#include "tools/list/rows.h"
#include "tools/page/page.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/export_formats.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// The name that git gives for a missing file.
constexpr const char* kNothing = "/dev/null";

constexpr const char* kDiffHelp = R"(Shows the differences between two archives, by kind

Usage: wardrobe diff OLD NEW [OPTIONS]

  OLD                   An archive, or a game, which is packed in memory;
                        -: the standard input; /dev/null: nothing
  NEW                   What to compare it with, of the same kinds
  --stat                Print one line per costume
  --json                Print one JSON object per finding
{names}
  --html FILE           Write all changes to an HTML page, one file that works
                        offline; -: to the standard output, and nothing else
  --format edits        Write the changed pictures and placements as a mod,
                        which wardrobe apply puts into any copy of OLD; what
                        is no picture is left out and named
  -o, --output MOD.zip  The file for --format edits
{force}
  -q, --quiet           Print nothing; the exit status is the answer
{help}

File layout and compression are ignored.
Exit status: 0 no difference; 1 differences; 2 error. With --format edits: 0 the
mod has all differences; 1 some are left out; 2 error, or no picture differs.
Examples:
  wardrobe diff floppy.wardrobe cd.wardrobe
  wardrobe diff games/MONKEY2 games/MONKEY2-new --html changes.html
  wardrobe diff games/MONKEY2 games/MONKEY2-new --format edits -o mod.zip)";

struct DiffOptions {
  std::filesystem::path old_archive;
  std::filesystem::path new_archive;
  std::filesystem::path names;
  std::filesystem::path html;
  std::string format;
  std::filesystem::path mod;
  bool stat = false;
  bool json = false;
  bool force = false;
  bool quiet = false;
};

/// An archive to compare. For kNothing, its tables are empty.
struct Compared {
  std::optional<OpenArchive> open;
  std::vector<std::filesystem::path> files;
  TablesView nothing;

  const TablesView& tables() const { return open ? open->tables : nothing; }

  DiffInput input(const std::filesystem::path& path) {
    const auto checked = [path](const Result<Bytes>& pixels) {
      return pixels ? pixels : Result<Bytes>(named(path, pixels.error()));
    };
    return {
        tables(),
        [this, checked](uint32_t picture) { return checked(open->archive.read_picture(picture)); },
        [this, checked](uint32_t room) { return checked(open->archive.read_background(room)); }};
  }
};

/// Opens an archive. Checks the hash of the whole file first, because a comparison reads only parts
/// of it.
Result<Compared> open_compared(const std::filesystem::path& path, bool quiet) {
  Compared compared;
  if (path == kNothing) return compared;
  ASSIGN_OR_RETURN(Input input, open_input(path, quiet));
  OpenArchive& open = input.open;
  compared.files = std::move(input.files);
  Status usable = check_file_hash(open.archive.file());
  if (usable) usable = check_shown_cels(open.tables);
  if (!usable) return named(path, usable.error());
  compared.open.emplace(std::move(open));
  return compared;
}

/// Escape codes of colours; empty unless the output is a terminal that supports them.
class Colors {
 public:
  Colors() {
    const char* terminal = std::getenv("TERM");
    used_ = output_is_terminal() && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
            std::string_view(terminal) != "dumb";
  }

  std::string bold(const std::string& text) const { return with("1", text); }

  std::string of_kind(FindingKind kind, const std::string& text) const {
    switch (kind) {
      case FindingKind::costume_added:
      case FindingKind::room_added:
      case FindingKind::picture_added:
        return with("32", text);
      case FindingKind::costume_removed:
      case FindingKind::room_removed:
      case FindingKind::picture_removed:
        return with("31", text);
      case FindingKind::unreadable:
        return with("33", text);
      default:
        return with("36", text);
    }
  }

 private:
  std::string with(const char* code, const std::string& text) const {
    return used_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  bool used_ = false;
};

void print_json(const GroupNames& names, const Diff& diff) {
  for (const Finding& finding : diff.findings) {
    fmt::print("{}", json_line(names.row(finding)));
  }
}

void print_summary(const Diff& diff, const Colors& colors) {
  fmt::print("{}\n", colors.bold(summary_text(diff)));
  std::vector<const Finding*> all;
  for (const Finding& finding : diff.findings) all.push_back(&finding);
  fmt::print("{}\n", all.empty() ? "no difference" : kinds_text(all));
}

void print_stat(const GroupNames& names, const Diff& diff) {
  std::vector<std::vector<std::string>> rows;
  for (const FindingGroup& group : group_findings(diff)) {
    rows.push_back({names.of(group.costume), std::to_string(group.findings.size()),
                    kinds_text(group.findings)});
  }
  if (!rows.empty()) print_table({"costume", "findings", "kinds"}, std::move(rows));
  fmt::print("{}\n", summary_text(diff));
}

void print_text(const DiffTables& tables, const GroupNames& names, const Diff& diff) {
  constexpr size_t kKindWidth = 18;
  const Colors colors;
  if (are_other_games(tables.old_tables, tables.new_tables)) {
    fmt::print(
        "these look like different games, with hardly a picture in common; --stat, --json and "
        "--html show their {}\n",
        count_text(diff.findings.size(), "finding"));
    return;
  }
  print_summary(diff, colors);
  for (const FindingGroup& group : group_findings(diff)) {
    fmt::print("\n{}: {}\n", colors.bold(printable(names.of(group.costume))),
               count_text(group.findings.size(), "finding"));
    for (const Finding* finding : group.findings) {
      const std::string text = finding_text(finding_row(tables, *finding));
      std::string kind(kind_name(finding->kind));
      if (!text.empty()) kind.resize(kKindWidth + 1, ' ');
      fmt::print("  {}{}\n", colors.of_kind(finding->kind, kind), text);
    }
  }
}

/// The name of a file, with its folder if the other file has the same name.
std::string short_name(const std::filesystem::path& file, const std::filesystem::path& other) {
  return (file.filename() == other.filename() ? file : file.filename()).string();
}

Status write_page(const DiffOptions& options, const Compared& old_side, const Compared& new_side,
                  const GivenNames& names, const Diff& diff, OutputFiles& output) {
  const auto game = [&](const std::filesystem::path& path, const std::filesystem::path& other,
                        const Compared& side) {
    return PageGame{short_name(path, other), side.open ? &side.open->archive : nullptr,
                    path.string(), names};
  };
  ASSIGN_OR_RETURN(const std::string page,
                   diff_page(game(options.old_archive, options.new_archive, old_side),
                             game(options.new_archive, options.old_archive, new_side),
                             {old_side.tables(), new_side.tables()}, diff));
  return output.save(options.html, {reinterpret_cast<const uint8_t*>(page.data()), page.size()});
}

/// Whether a mod has the difference.
bool is_in_mod(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::picture_size:
    case FindingKind::picture_pixels:
    case FindingKind::picture_placement:
    case FindingKind::limb_table:
      return true;
    default:
      return false;
  }
}

int write_mod(const DiffOptions& options, const Compared& old_side, const Compared& new_side,
              const Diff& diff, OutputFiles& output) {
  std::vector<std::pair<uint32_t, uint32_t>> costumes;
  for (const Sides& pair : diff.costumes) {
    if (pair.both()) costumes.emplace_back(pair.old_row, pair.new_row);
  }
  std::ranges::sort(costumes);
  size_t bytes = 0;
  ZipWriter zip([&](Bytes piece) {
    bytes += piece.size();
    return output.append(piece);
  });
  const Result<size_t> pictures =
      costumes.empty()
          ? Result<size_t>(0)
          : export_mod(*old_side.open, *new_side.open, costumes,
                       [&](const std::string& name, Bytes file) { return zip.add(name, file); });
  if (!pictures) return fail(pictures.error());
  std::vector<const Finding*> left_out;
  for (const Finding& finding : diff.findings) {
    if (!is_in_mod(finding)) left_out.push_back(&finding);
  }
  const bool has_colors = std::ranges::any_of(left_out, [](const Finding* finding) {
    return finding->kind == FindingKind::palette && finding->costume.both();
  });
  const std::string hint =
      has_colors ? "; apply --color or --palette gives a costume other colours" : "";
  if (*pictures == 0) return fail("no picture differs, so there is nothing to write" + hint);
  if (Status done = zip.finish(); !done) return fail(done.error());
  if (Status done = output.finish(); !done) return fail(done.error());
  if (!options.quiet) {
    fmt::print(summary_stream(options.mod), "{}: {}, {}\n", printable(options.mod.string()),
               count_text(*pictures, "changed picture"), size_text(bytes));
  }
  if (left_out.empty()) return kFine;
  print_error(fmt::format("wardrobe: left out, because a mod has only pictures: {}{}\n",
                          kinds_text(left_out), hint));
  return kNo;
}

void print_findings(const DiffOptions& options, const DiffTables& tables, const GivenNames& given,
                    const Diff& diff) {
  if (options.quiet || is_stream(options.html)) return;
  const GroupNames names(tables, given);
  if (options.json) {
    print_json(names, diff);
  } else if (options.stat) {
    print_stat(names, diff);
  } else {
    print_text(tables, names, diff);
  }
}

int compare(const DiffOptions& options) {
  if (options.force && options.html.empty() && options.mod.empty()) {
    return fail("diff: --force needs --html or --output");
  }
  if (!options.mod.empty() && !is_stream(options.mod) && !is_zip(options.mod)) {
    return fail(options.mod.string() + ": expected a name that ends in .zip");
  }
  Result<Compared> old_side = open_compared(options.old_archive, options.quiet);
  if (!old_side) return fail(old_side.error());
  Result<Compared> new_side = open_compared(options.new_archive, options.quiet);
  if (!new_side) return fail(new_side.error());
  const Result<GivenNames> all = given_names(options.names);
  if (!all) return fail(all.error());
  // Of two versions of a game, both have the names of either.
  const bool are_for_old = all->are_for(old_side->tables());
  const auto names = names_for(*all, are_for_old ? old_side->tables() : new_side->tables());
  if (!names) return fail(names.error());
  std::vector<std::filesystem::path> outputs;
  for (const auto& path : {options.html, options.mod}) {
    if (!path.empty()) outputs.push_back(path);
  }
  std::vector<std::filesystem::path> inputs = old_side->files;
  inputs.insert(inputs.end(), new_side->files.begin(), new_side->files.end());
  Result<OutputFiles> output = OutputFiles::create(outputs, options.force, std::move(inputs));
  if (!output) return fail(output.error());
  const DiffInput old_input = old_side->input(options.old_archive);
  const DiffInput new_input = new_side->input(options.new_archive);
  const Result<Diff> found = diff(old_input, new_input);
  if (!found) return fail(found.error());
  if (!options.mod.empty()) return write_mod(options, *old_side, *new_side, *found, *output);
  if (!options.html.empty()) {
    const Status written = write_page(options, *old_side, *new_side, *names, *found, *output);
    if (!written) return fail(written.error());
  }
  print_findings(options, {old_side->tables(), new_side->tables()}, *names, *found);
  return found->findings.empty() ? kFine : kNo;
}

}  // namespace

void add_diff_command(CLI::App& app, int& status) {
  auto options = std::make_shared<DiffOptions>();
  const Options command(app, "diff", kDiffHelp);
  command.add("OLD", options->old_archive)->required();
  command.add("NEW", options->new_archive)->required();
  CLI::Option* stat = command.add("--stat", options->stat);
  CLI::Option* json = command.add("--json", options->json)->excludes(stat);
  command.add("--names", options->names);
  CLI::Option* html = command.add("--html", options->html);
  CLI::Option* format = command.add("--format", options->format, {"edits"})->excludes(html);
  CLI::Option* mod = command.add("--output", options->mod)->needs(format);
  format->needs(mod)->excludes(stat)->excludes(json);
  command.add("--force", options->force);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = compare(*options); });
}

}  // namespace wardrobe
