#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "formats/archive/zstd_frames.h"
#include "pipeline/io/terminal.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/export/json_rows.h"
#include "tools/page/page.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"

namespace wardrobe {
namespace {

/// git's name for a missing file.
constexpr const char* kNothing = "/dev/null";

struct DiffOptions {
  std::filesystem::path old_archive;
  std::filesystem::path new_archive;
  std::filesystem::path html;
  bool stat = false;
  bool json = false;
  bool force = false;
};

/// An archive to compare, or empty tables for kNothing.
struct Compared {
  std::optional<OpenArchive> open;
  Tables nothing;

  const Tables& tables() const { return open ? open->tables : nothing; }

  DiffInput input(const std::filesystem::path& path) {
    const auto named = [path](Result<Bytes> pixels) -> Result<Bytes> {
      if (pixels) return pixels;
      return Error{pixels.error().code, kNoOffset, describe(path.string(), pixels.error())};
    };
    return {tables(),
            [this, named](uint32_t picture) { return named(open->archive.read_picture(picture)); },
            [this, named](uint32_t room) { return named(open->archive.read_background(room)); }};
  }
};

/// Checks the hash of the whole file first, because a comparison reads only parts of it.
Result<Compared> open_compared(const std::filesystem::path& path) {
  Compared compared;
  if (path == kNothing) return compared;
  Result<OpenArchive> open = open_archive(path);
  if (!open) return open.error();
  if (Status hash = check_file_hash(open->archive.file()); !hash) {
    return Error{hash.error().code, kNoOffset, describe(path.string(), hash.error())};
  }
  compared.open.emplace(*std::move(open));
  return compared;
}

/// Colours, if the output is a terminal that supports them.
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

void print_json(const DiffTables& tables, const Diff& diff) {
  for (const Finding& finding : diff.findings) {
    fmt::print("{}", json_line(finding_row(tables, finding)));
  }
}

void print_summary(const Diff& diff, const Colors& colors) {
  fmt::print("{}\n", colors.bold(summary_text(diff)));
  std::vector<const Finding*> all;
  for (const Finding& finding : diff.findings) all.push_back(&finding);
  fmt::print("{}\n", all.empty() ? "no difference" : kinds_text(all));
}

void print_stat(const DiffTables& tables, const Diff& diff) {
  constexpr size_t kNameWidth = 18;
  for (const FindingGroup& group : group_findings(diff)) {
    fmt::print("{:<{}} {:>5}  {}\n", group_name(tables, group.costume), kNameWidth,
               group.findings.size(), kinds_text(group.findings));
  }
  fmt::print("{}\n", summary_text(diff));
}

void print_text(const DiffTables& tables, const Diff& diff) {
  constexpr size_t kKindWidth = 18;
  const Colors colors;
  print_summary(diff, colors);
  for (const FindingGroup& group : group_findings(diff)) {
    fmt::print("\n{}: {}\n", colors.bold(group_name(tables, group.costume)),
               count_text(group.findings.size(), "finding"));
    for (const Finding* finding : group.findings) {
      const std::string text = finding_text(finding_row(tables, *finding));
      std::string kind(kind_name(finding->kind));
      if (!text.empty()) kind.resize(kKindWidth, ' ');
      fmt::print("  {} {}\n", colors.of_kind(finding->kind, kind), text);
    }
  }
}

/// A file's name, with its folder only if the other one has the same name.
std::string short_name(const std::filesystem::path& file, const std::filesystem::path& other) {
  return (file.filename() == other.filename() ? file : file.filename()).string();
}

Status write_page(const DiffOptions& options, const Compared& old_side, const Compared& new_side,
                  const Diff& diff, OutputFiles& output) {
  const auto game = [](const std::filesystem::path& path, const std::filesystem::path& other,
                       const Compared& side) {
    return PageGame{short_name(path, other), side.open ? &side.open->archive : nullptr};
  };
  const Result<std::string> page =
      diff_page(game(options.old_archive, options.new_archive, old_side),
                game(options.new_archive, options.old_archive, new_side),
                {old_side.tables(), new_side.tables()}, diff);
  if (!page) return page.error();
  return output.save(options.html, {reinterpret_cast<const uint8_t*>(page->data()), page->size()});
}

void print_findings(const DiffOptions& options, const DiffTables& tables, const Diff& diff) {
  if (options.json) {
    print_json(tables, diff);
  } else if (options.stat) {
    print_stat(tables, diff);
  } else {
    print_text(tables, diff);
  }
}

int compare(const DiffOptions& options) {
  std::vector<std::filesystem::path> pages;
  if (!options.html.empty()) pages.push_back(options.html);
  Result<OutputFiles> output =
      OutputFiles::create(pages, options.force, {options.old_archive, options.new_archive});
  if (!output) return fail(output.error());
  Result<Compared> old_side = open_compared(options.old_archive);
  if (!old_side) return fail(old_side.error());
  Result<Compared> new_side = open_compared(options.new_archive);
  if (!new_side) return fail(new_side.error());
  const DiffInput old_input = old_side->input(options.old_archive);
  const DiffInput new_input = new_side->input(options.new_archive);
  const Result<Diff> found = diff(old_input, new_input);
  if (!found) return fail(found.error());
  if (!options.html.empty()) {
    const Status written = write_page(options, *old_side, *new_side, *found, *output);
    if (!written) return fail(written.error());
  }
  print_findings(options, {old_side->tables(), new_side->tables()}, *found);
  return found->findings.empty() ? kFine : kNo;
}

}  // namespace

void add_diff_command(CLI::App& app, int& status) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command =
      app.add_subcommand("diff", "Shows the differences between two archives, by kind");
  command->add_option("OLD", options->old_archive, "A .wardrobe file, or /dev/null for none")
      ->required()
      ->type_name(kFile);
  command->add_option("NEW", options->new_archive, "The .wardrobe file to compare it with")
      ->required()
      ->type_name(kFile);
  CLI::Option* stat = command->add_flag("--stat", options->stat, "Print one line per costume");
  command->add_flag("--json", options->json, "Print one JSON object per finding")->excludes(stat);
  CLI::Option* html = command
                          ->add_option("--html", options->html,
                                       "Write a page of all changes, one file that works offline")
                          ->type_name(kFile)
                          ->check(check_name);
  command->add_flag("--force", options->force, kForceHelp)->needs(html);
  command->footer(
      "File layout and compression are ignored.\n"
      "Exit status: 0 no difference; 1 differences; 2 error.\n"
      "Example:\n"
      "  wardrobe diff floppy.wardrobe cd.wardrobe");
  command->callback([options, &status] { status = compare(*options); });
}

}  // namespace wardrobe
