#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "tools/export/export.h"
#include "tools/export/json_lines.h"
#include "tools/export/json_rows.h"
#include "tools/page/page.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/export_folder.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJson = "json";
constexpr const char* kHtml = "html";

struct ExportArguments {
  std::string archive;
  std::string output;
  std::string format;
  std::string costume;
  std::string palette;
  ExportOptions make;
  bool force = false;
  bool quiet = false;
};

void print_summary(const ExportArguments& options, size_t files, uint64_t bytes) {
  if (options.quiet) return;
  fmt::print("{}: {}, {}\n", printable(options.output), count_text(files, "file"),
             size_text(bytes));
}

/// All rows of `list`, or those of one costume: {"costumes":[…], …}.
Result<std::string> rows_text(const Tables& tables, std::optional<uint32_t> costume) {
  std::string text;
  for (const auto& [what, make_rows] : row_makers()) {
    text += fmt::format("{}\"{}\":[", text.empty() ? "{" : "],\n", what);
    const size_t start = text.size();
    Status written = write_json_lines(what, tables, costume, [&](std::string_view piece) {
      if (text.size() == start && !piece.empty()) text += '\n';
      for (const char c : piece) text += c == '\n' ? ",\n" : std::string_view(&c, 1);
    });
    if (!written) return written.error();
    if (text.size() > start) text.resize(text.size() - std::string_view(",\n").size());
  }
  return text + "]}\n";
}

/// The text of a format that is one file.
Result<std::string> text_of_format(const ExportArguments& options, const OpenArchive& open,
                                   std::optional<uint32_t> costume) {
  if (options.format == kJson) return rows_text(open.tables, costume);
  return gallery_page({fs::path(options.archive).filename().string(), &open.archive});
}

int export_text(const ExportArguments& options, const OpenArchive& open,
                std::optional<uint32_t> costume) {
  Result<OutputFiles> output =
      OutputFiles::create({options.output}, options.force, {options.archive});
  if (!output) return fail(output.error());
  const Result<std::string> text = text_of_format(options, open, costume);
  if (!text) return fail(describe(options.archive, text.error()));
  const Status saved =
      output->save(options.output, {reinterpret_cast<const uint8_t*>(text->data()), text->size()});
  if (!saved) return fail(saved.error());
  print_summary(options, 1, text->size());
  return kFine;
}

/// Whether the output names a costume's own files, which stand side by side, and not a folder.
bool names_files(const fs::path& output, ExportFormat format) {
  const fs::path extension = output.extension();
  switch (format) {
    case ExportFormat::sheet:
      return extension == ".json" || extension == ".png";
    case ExportFormat::aseprite:
      return extension == ".aseprite";
    case ExportFormat::godot:
    case ExportFormat::godot3:
      return extension == ".tres";
    default:
      return false;
  }
}

/// Prints a line on stderr.
void warn(const std::string& line) { print_error("wardrobe: " + printable(line) + "\n"); }

int export_files(const ExportArguments& options, const OpenArchive& open, uint32_t costume) {
  const fs::path output = options.output;
  const Result<CostumeExport> made =
      export_costume(open, costume, output.stem().string(), options.make);
  if (!made) return fail(made.error());
  if (made->files.empty()) {
    return fail(fmt::format("costume {} has no timelines to export", options.costume));
  }
  std::vector<fs::path> paths;
  for (const ExportFile& file : made->files) paths.push_back(output.parent_path() / file.name);
  Result<OutputFiles> files = OutputFiles::create(paths, options.force, {options.archive});
  if (!files) return fail(files.error());
  uint64_t bytes = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    const ExportFile& file = made->files[i];
    const Status saved = files->save(paths[i], file.bytes);
    if (!saved) return fail(saved.error());
    bytes += file.bytes.size();
  }
  if (!made->note.empty()) warn(made->note);
  print_summary(options, made->files.size(), bytes);
  return kFine;
}

int export_all(const ExportArguments& options, const OpenArchive& open,
               std::optional<uint32_t> costume) {
  std::vector<uint32_t> costumes(costume ? 1 : open.tables.costumes.id.size());
  std::iota(costumes.begin(), costumes.end(), costume.value_or(0));
  const Result<FolderSummary> done = [&] {
    ProgressLine progress(!options.quiet);
    return export_folder(open, costumes, options.make, options.output, options.force, progress);
  }();
  if (!done) return fail(done.error());
  print_summary(options, done->files, done->bytes);
  for (const std::string& note : done->notes) warn(note);
  for (const std::string& failure : done->failures) warn(failure);
  return done->failures.empty() ? kFine : kNo;
}

int export_command(ExportArguments& options) {
  const Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error());
  std::optional<uint32_t> costume;
  if (!options.costume.empty()) {
    const Result<uint32_t> row = costume_named(open->tables, options.costume);
    if (!row) return fail(row.error());
    costume = *row;
  }
  if (options.format == kHtml && costume) {
    return fail("export: a page shows all costumes: leave --costume out");
  }
  if (options.format == kJson || options.format == kHtml) {
    return export_text(options, *open, costume);
  }
  const auto palette = palette_named(open->tables, options.palette);
  if (!palette) return fail(palette.error());
  options.make.palette = *palette;
  options.make.format = export_formats().at(options.format);
  if (costume && names_files(options.output, options.make.format)) {
    return export_files(options, *open, *costume);
  }
  return export_all(options, *open, costume);
}

/// The names of all formats.
std::vector<std::string> format_names() {
  std::vector<std::string> names = {kHtml, kJson};
  for (const auto& [name, format] : export_formats()) names.push_back(name);
  return names;
}

}  // namespace

void add_export_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand(
      "export", "Writes costumes for other programs (status 1: some could not be written)");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")->required();
  command
      ->add_option("-o,--output", options->output,
                   "A new folder; with --costume also a file of the format, such as "
                   "hero.aseprite; of html and json always a file")
      ->required()
      ->check(check_name);
  command->add_option("--format", options->format, "What to write, see below")
      ->required()
      ->check(CLI::IsMember(format_names()));
  command->add_option("--costume", options->costume, "An id, or #ROW (default: all)");
  command->add_option("--palette", options->palette, kPaletteHelp);
  command->add_option("--tick-ms", options->make.tick_ms, "Milliseconds a tick")
      ->check(CLI::Range(20, 65535))
      ->capture_default_str();
  command->add_flag("--trim", options->make.trim,
                    "Sheets are packed atlases of trimmed frames, not grids of equal cells");
  command->add_flag("--force", options->force, kForceHelp);
  command->add_flag("-q,--quiet", options->quiet, "No progress and no summary");
  command->footer(
      "Formats:\n"
      "  sheet     a PNG of all frames and a JSON: Phaser, PixiJS, whatever reads Aseprite's\n"
      "  aseprite  limbs as layers, chores as tags: Aseprite, LibreSprite, Unity\n"
      "  godot     a sheet and SpriteFrames (.tres) of Godot 4; godot3: of Godot 3\n"
      "  frames    numbered PNGs of one size, one a tick: AGS, Visionaire, video editors\n"
      "  gif apng  an animated picture a timeline\n"
      "  pictures  the stored pictures as indexed PNGs, and where they belong\n"
      "  html      one page that plays all costumes, in any browser, offline\n"
      "  json      all rows of list\n"
      "Examples:\n"
      "  wardrobe export game.wardrobe --format sheet -o sheets\n"
      "  wardrobe export game.wardrobe --format aseprite --costume 1 -o hero.aseprite");
  command->callback([options, &status] { status = export_command(*options); });
}

}  // namespace wardrobe
