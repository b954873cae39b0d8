#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/player.h"
#include "pipeline/container/container.h"
#include "tools/export/export.h"
#include "tools/export/names.h"
#include "tools/list/rows.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/costumes_export.h"
#include "tools/program/export_formats.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/render/looks.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExportHelp = R"(Exports costumes for other programs

Usage: wardrobe export ARCHIVE... --format FORMAT -o PATH [OPTIONS]

  ARCHIVE               An archive, or a game, which is packed in memory;
                        -: the standard input; --format html takes several
  --format FORMAT       Output format, see below
  -o, --output PATH     Output folder, or NAME.zip for the same files in a .zip;
                        with one --costume, also a file such as hero.aseprite.
                        The formats html and json write one file, but html of
                        several archives also a folder, whose index.html loads
                        a game when it is opened. -: one file, to the standard
                        output
{costumes}
  --chore LIST          Only what belongs to these chores (not html, gpl):
                        {chores},
                        or several, such as walk,stand
{palette}
{shadows}
  --look N              Colours that scripts give to the costume: the N-th of
                        their choices; 0 (default): its own
  --tick-ms {tick ms}    Milliseconds per tick (default: 100)
  --trim                Pack trimmed frames into sheets instead of a grid of
                        equal cells
  --indexed             Sheets have the pixels' values as greys, and their
                        palette is a PNG of one row, for shaders
{names}
  --named               Folders: add to the files' names who wears the costume,
                        as in costume-005-green-tentacle
  --tags replay|popochiu
                        aseprite: names of tags such as walk W (default), or
                        such as walk_l, which Popochiu imports
  --title TEXT          html: the page's title
  --scale {scales}          Enlarge pictures by this factor (default: 1); not
                        aseprite, whose files are for editing
  --force               Replace files that exist, or the folder of an export
                        that nobody has changed
  --json                Print what was made as one JSON object
{quiet}

Formats:
{formats}
Exit status: 0 success; 1 some costumes could not be written; 2 error.
Examples:
  wardrobe export game.wardrobe --format sheet -o sheets
  wardrobe export games/MONKEY2 --format aseprite --costume 1 -o hero.aseprite
  wardrobe export *.wardrobe --format html -o collection.html)";

struct ExportArguments {
  std::vector<fs::path> archives;
  fs::path output;
  std::string format_name;
  const ExportFormat* format = nullptr;
  std::string costume;
  std::string chore;
  std::string palette;
  std::string shadows;
  std::string tags;
  std::string title;
  fs::path names;
  bool named = false;
  ExportOptions make;
  std::vector<fs::path> inputs;  ///< files that were read
  bool force = false;
  bool json = false;
  bool quiet = false;
};

void print_summary(const ExportArguments& options, size_t files, uint64_t bytes) {
  std::FILE* out = summary_stream(options.output);
  if (options.json) {
    fmt::print(out, "{}",
               json_line({{"output", options.output.string()},
                          {"format", options.format->name},
                          {"files", files},
                          {"bytes", bytes}}));
  }
  if (options.quiet || options.json) return;
  fmt::print(out, "{}: {}, {}\n", printable(options.output.string()), count_text(files, "file"),
             size_text(bytes));
}

int export_text(const ExportArguments& options, std::span<const NamedArchive> archives,
                const RowChoice& choice) {
  Result<OutputFiles> output = OutputFiles::create({options.output}, options.force, options.inputs);
  if (!output) return fail(output.error());
  const Result<std::string> text = options.format->text(archives, choice, options.title);
  if (!text) return fail(text.error());
  const Status saved =
      output->save(options.output, {reinterpret_cast<const uint8_t*>(text->data()), text->size()});
  if (!saved) return fail(saved.error());
  print_summary(options, 1, text->size());
  return kFine;
}

int write_catalogue(const ExportArguments& options, std::span<const NamedArchive> archives) {
  Result<OutputFolder> folder = OutputFolder::create(options.output, options.force, options.inputs);
  if (!folder) return fail(folder.error());
  size_t files = 0;
  uint64_t size = 0;
  const Status written =
      export_catalogue(archives, options.title, [&](const std::string& name, Bytes bytes) {
        ++files;
        size += bytes.size();
        return folder->write(name, bytes);
      });
  if (!written) return fail(written.error());
  if (const Status done = folder->finish(); !done) return fail(done.error());
  print_summary(options, files, size);
  return kFine;
}

/// Prints a line on stderr.
void warn(const std::string& line) { print_error("wardrobe: " + printable(line) + "\n"); }

int export_files(const ExportArguments& options, const OpenArchive& open, uint32_t costume) {
  const fs::path& output = options.output;
  std::vector<fs::path> paths;
  std::vector<std::vector<uint8_t>> contents;
  ExportWorker worker(open.archive, options.make.names);
  const Result<CostumeExport> made =
      export_costume(*options.format->costume, worker, costume, output.stem().string(),
                     options.make, [&](const std::string& name, Bytes bytes) {
                       paths.push_back(output.parent_path() / path_from(name));
                       contents.emplace_back(bytes.begin(), bytes.end());
                       return ok();
                     });
  if (!made) return fail(made.error());
  if (paths.empty()) {
    return fail(fmt::format("costume {} has no timelines to export", options.costume));
  }
  if (is_stream(output)) paths.assign(paths.size(), output);
  Result<OutputFiles> files = OutputFiles::create(paths, options.force, options.inputs);
  if (!files) return fail(files.error());
  uint64_t bytes = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    const Status saved = files->save(paths[i], contents[i]);
    if (!saved) return fail(saved.error());
    bytes += contents[i].size();
  }
  if (!made->note.empty()) warn(made->note);
  print_summary(options, paths.size(), bytes);
  return kFine;
}

/// Exports costumes, all if there are none, to where `give` writes them. finish() completes the
/// output.
template <class Finish>
int export_costumes(const ExportArguments& options, const OpenArchive& open,
                    std::vector<uint32_t> costumes, size_t threads, GiveFile give,
                    const Finish& finish) {
  if (costumes.empty()) {
    costumes.resize(open.tables.costumes.id.size());
    std::iota(costumes.begin(), costumes.end(), 0);
  }
  ExportOptions make = options.make;
  if (options.format->costume == CostumeFormat::hd) {
    make.distinct = std::make_shared<DistinctPictures>(open, costumes, make);
  }
  CostumesExport work(open, *options.format, make, std::move(costumes),
                      options.named ? costume_names_with_wearers(open.tables, make.names)
                                    : costume_names(open.tables.costumes),
                      std::move(give));
  if (Status done = work.run(threads, options.quiet); !done) return fail(done.error());
  if (Status finished = finish(); !finished) return fail(finished.error());
  print_summary(options, work.files(), work.bytes());
  for (const std::string& remark : work.remarks()) warn(remark);
  return work.complete() ? kFine : kNo;
}

int export_folder(const ExportArguments& options, const OpenArchive& open,
                  const std::vector<uint32_t>& costumes) {
  Result<OutputFolder> folder = OutputFolder::create(options.output, options.force, {});
  if (!folder) return fail(folder.error());
  return export_costumes(
      options, open, costumes, 0,
      [&](const std::string& name, Bytes bytes) { return folder->write(name, bytes); },
      [&] { return folder->finish(); });
}

/// One thread exports all, so that the files have an order.
int export_zip(const ExportArguments& options, const OpenArchive& open,
               const std::vector<uint32_t>& costumes) {
  Result<OutputFiles> output = OutputFiles::create({options.output}, options.force, options.inputs);
  if (!output) return fail(output.error());
  ZipWriter zip([&](Bytes bytes) { return output->append(bytes); });
  return export_costumes(
      options, open, costumes, 1,
      [&](const std::string& name, Bytes bytes) { return zip.add(name, bytes); },
      [&]() -> Status {
        TRY(zip.finish());
        return output->finish();
      });
}

/// Fails if an option was given that the format does not use.
Status check_options(const CLI::App& command, const ExportFormat& format) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || !has_word(kFormatOptions, name)) continue;
    if (has_word(format.options, name)) continue;
    return not_found(fmt::format("{} does not work with --format {}", name, format.name));
  }
  return ok();
}

int export_command(const CLI::App& command, ExportArguments& options) {
  const std::span<const ExportFormat> formats = export_formats();
  options.format = &*std::ranges::find(formats, options.format_name, &ExportFormat::name);
  const Status used = check_options(command, *options.format);
  if (!used) return fail(used.error());
  if (options.archives.size() > 1 && !options.format->several) {
    return fail(fmt::format("--format {} takes a single archive", options.format->name));
  }
  const Result<GivenNames> names = given_names(options.names);
  if (!names) return fail(names.error());
  std::vector<NamedArchive> archives;
  for (const fs::path& path : options.archives) {
    Result<Input> input = open_input(path, options.quiet);
    Status whole = input ? check_shown_cels(input->open.tables) : ok();
    // One of several archives must not stop the others, so its pixels are checked, too.
    if (input && whole && options.archives.size() > 1) whole = input->open.archive.verify();
    if (input && whole) {
      Result<GivenNames> given =
          names_for(*names, input->open.tables, options.archives.size() == 1);
      if (!given) return fail(given.error());
      archives.push_back({path.filename().string(), std::move(input->open), *std::move(given)});
      options.inputs.insert(options.inputs.end(), input->files.begin(), input->files.end());
    } else {
      fail(input ? describe(path.string(), whole.error()) : text_of(input.error()));
    }
  }
  if (archives.empty()) return kTrouble;
  const OpenArchive& open = archives[0].open;
  const Result<RowChoice> rows =
      rows_named(open.tables, options.costume, options.chore, archives[0].names);
  if (!rows) return fail(rows.error());
  const Result<bool> file = names_file(*options.format, options.output, rows->costumes.size() == 1);
  if (!file) return fail(file.error());
  const auto palette = palette_named(open.tables, options.palette);
  if (!palette) return fail(palette.error());
  for (const uint32_t costume : rows->costumes) {
    const Result<SlotColors> look = look_of(open.tables, costume, options.make.look);
    if (!look) return fail(look.error());
  }
  options.make.palette = *palette;
  options.make.chores = rows->chores;
  options.make.names = archives[0].names;
  options.make.shadows = shadows_named(options.shadows);
  if (options.tags == "popochiu") options.make.tags = TagNames::popochiu;
  if (options.format->text != nullptr) {
    const bool is_folder = options.archives.size() > 1 && !is_stream(options.output) &&
                           options.output.extension() != ".html";
    const int status =
        is_folder ? write_catalogue(options, archives) : export_text(options, archives, *rows);
    return archives.size() < options.archives.size() ? kTrouble : status;
  }
  if (*file && options.named) return fail("--named does not work with a file after -o");
  if (*file) return export_files(options, open, rows->costumes[0]);
  return is_zip(options.output) ? export_zip(options, open, rows->costumes)
                                : export_folder(options, open, rows->costumes);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
  return names;
}

}  // namespace

void add_export_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ExportArguments>();
  ExportOptions& make = options->make;
  const Options command(app, "export", kExportHelp);
  command.add("ARCHIVE", options->archives)->required();
  command.add("--format", options->format_name, format_names())->required();
  command.add("--output", options->output)->required();
  command.add("--costume", options->costume)->join(',');
  command.add("--chore", options->chore)->join(',');
  command.add("--palette", options->palette);
  command.add("--shadows", options->shadows);
  command.add("--look", make.look);
  command.add("--tick-ms", make.tick_ms);
  command.add("--trim", make.trim);
  command.add("--indexed", make.indexed);
  command.add("--names", options->names);
  command.add("--named", options->named);
  command.add("--tags", options->tags);
  command.add("--title", options->title);
  command.add("--scale", make.scale);
  command.add("--force", options->force);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback(
      [options, app = &command.command(), &status] { status = export_command(*app, *options); });
}

}  // namespace wardrobe
