#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "pipeline/container/zip_writer.h"
#include "tools/export/export.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/costumes_export.h"
#include "tools/program/export_formats.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::vector<fs::path> archives;
  fs::path output;
  std::string format_name;
  const ExportFormat* format = nullptr;
  std::string costume;
  std::string palette;
  ExportOptions make;
  bool force = false;
  bool quiet = false;
};

void print_summary(const ExportArguments& options, size_t files, uint64_t bytes) {
  if (options.quiet) return;
  fmt::print("{}: {}, {}\n", printable(options.output.string()), count_text(files, "file"),
             size_text(bytes));
}

int export_text(const ExportArguments& options, std::span<const NamedArchive> archives,
                std::optional<uint32_t> costume) {
  Result<OutputFiles> output =
      OutputFiles::create({options.output}, options.force, options.archives);
  if (!output) return fail(output.error());
  const Result<std::string> text = options.format->text(archives, costume);
  if (!text) return fail(text.error());
  const Status saved =
      output->save(options.output, {reinterpret_cast<const uint8_t*>(text->data()), text->size()});
  if (!saved) return fail(saved.error());
  print_summary(options, 1, text->size());
  return kFine;
}

/// Prints a line on stderr.
void warn(const std::string& line) { print_error("wardrobe: " + printable(line) + "\n"); }

int export_files(const ExportArguments& options, const OpenArchive& open, uint32_t costume) {
  const fs::path& output = options.output;
  std::vector<fs::path> paths;
  std::vector<std::vector<uint8_t>> contents;
  ExportWorker worker(open);
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
  Result<OutputFiles> files = OutputFiles::create(paths, options.force, options.archives);
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

/// Exports costumes to where `give` writes them. finish() completes the output.
template <class Finish>
int export_costumes(const ExportArguments& options, const OpenArchive& open,
                    std::optional<uint32_t> costume, size_t threads, GiveFile give,
                    const Finish& finish) {
  std::vector<uint32_t> costumes(costume ? 1 : open.tables.costumes.id.size());
  std::iota(costumes.begin(), costumes.end(), costume.value_or(0));
  CostumesExport work(open, *options.format, options.make, std::move(costumes), std::move(give));
  if (Status done = work.run(threads, options.quiet); !done) return fail(done.error());
  if (Status finished = finish(); !finished) return fail(finished.error());
  print_summary(options, work.files(), work.bytes());
  for (const std::string& remark : work.remarks()) warn(remark);
  return work.complete() ? kFine : kNo;
}

int export_folder(const ExportArguments& options, const OpenArchive& open,
                  std::optional<uint32_t> costume) {
  Result<OutputFolder> folder = OutputFolder::create(options.output, options.force, {});
  if (!folder) return fail(folder.error());
  return export_costumes(
      options, open, costume, 0,
      [&](const std::string& name, Bytes bytes) { return folder->write(name, bytes); },
      [&] { return folder->finish(); });
}

/// One thread exports all, so that the files have an order.
int export_zip(const ExportArguments& options, const OpenArchive& open,
               std::optional<uint32_t> costume) {
  Result<OutputFiles> output =
      OutputFiles::create({options.output}, options.force, options.archives);
  if (!output) return fail(output.error());
  ZipWriter zip([&](Bytes bytes) { return output->append(bytes); });
  return export_costumes(
      options, open, costume, 1,
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
  const Result<bool> file = names_file(*options.format, options.output, !options.costume.empty());
  if (!file) return fail(file.error());
  if (options.archives.size() > 1 && !options.format->several) {
    return fail(fmt::format("--format {} takes a single archive", options.format->name));
  }
  std::vector<NamedArchive> archives;
  for (const fs::path& path : options.archives) {
    Result<OpenArchive> open = open_archive(path);
    // One of several archives must not stop the others, so its pixels are checked, too.
    const Status whole = open && options.archives.size() > 1 ? open->archive.verify() : ok();
    if (open && whole) {
      archives.push_back({path.filename().string(), *std::move(open)});
    } else {
      fail(open ? describe(path.string(), whole.error()) : text_of(open.error()));
    }
  }
  if (archives.empty()) return kTrouble;
  const OpenArchive& open = archives[0].open;
  std::optional<uint32_t> costume;
  if (!options.costume.empty()) {
    const Result<uint32_t> row = costume_named(open.tables, options.costume);
    if (!row) return fail(row.error());
    costume = *row;
  }
  const auto palette = palette_named(open.tables, options.palette);
  if (!palette) return fail(palette.error());
  options.make.palette = *palette;
  if (options.format->text != nullptr) {
    const int status = export_text(options, archives, costume);
    return archives.size() < options.archives.size() ? kTrouble : status;
  }
  if (*file) return export_files(options, open, *costume);
  return is_zip(options.output) ? export_zip(options, open, costume)
                                : export_folder(options, open, costume);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
  return names;
}

std::string format_help() {
  std::string text = "Formats:\n";
  for (const ExportFormat& format : export_formats()) {
    text += fmt::format("  {:<10}{}\n", format.name, format.about);
  }
  return text;
}

}  // namespace

void add_export_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand(
      "export",
      "Exports costumes for other programs (status 1: some costumes could not be written)");
  command
      ->add_option("ARCHIVE", options->archives,
                   "A .wardrobe file; --format html takes one or more")
      ->required()
      ->type_name(kFile);
  command
      ->add_option("-o,--output", options->output,
                   "Output folder, or NAME.zip for the same files in a .zip; with --costume, also "
                   "a file such "
                   "as hero.aseprite. The formats html and json always write one file")
      ->required()
      ->type_name(kPath)
      ->check(check_name);
  command->add_option("--format", options->format_name, "Output format; see below")
      ->required()
      ->check(one_of(format_names()));
  command->add_option("--costume", options->costume,
                      "Id of a costume, or #ROW with its row in the archive (default: all)");
  command->add_option("--palette", options->palette, kPaletteHelp);
  add_shadows_option(*command, options->make.shadows);
  command->add_option("--tick-ms", options->make.tick_ms, "Milliseconds per tick")
      ->check(CLI::Range(kMinTickMs, kMaxTickMs))
      ->capture_default_str();
  command->add_flag("--trim", options->make.trim,
                    "Pack trimmed frames into sheets instead of a grid of equal cells");
  command->add_option("--scale", options->make.scale, "Enlarge pictures by this factor")
      ->check(CLI::Range(1U, kMaxPictureScale))
      ->capture_default_str();
  command->add_flag("--force", options->force,
                    "Replace files that exist, or the folder of an export that nobody has changed");
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no summary");
  command->footer(format_help() +
                  "Examples:\n"
                  "  wardrobe export game.wardrobe --format sheet -o sheets\n"
                  "  wardrobe export game.wardrobe --format aseprite --costume 1 -o hero.aseprite\n"
                  "  wardrobe export *.wardrobe --format html -o collection.html");
  command->callback([options, command, &status] { status = export_command(*command, *options); });
}

}  // namespace wardrobe
