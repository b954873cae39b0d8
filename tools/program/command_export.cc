#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/lock.h"
#include "pipeline/parallel.h"
#include "tools/export/export.h"
#include "tools/export/names.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/export_formats.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/progress_line.h"
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
  const Result<CostumeExport> made =
      export_costume(*options.format->costume, open, costume, output.stem().string(), options.make);
  if (!made) return fail(made.error());
  if (made->files.empty()) {
    return fail(fmt::format("costume {} has no timelines to export", options.costume));
  }
  std::vector<fs::path> paths;
  for (const ExportFile& file : made->files)
    paths.push_back(output.parent_path() / path_from(file.name));
  Result<OutputFiles> files = OutputFiles::create(paths, options.force, options.archives);
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

/// Exports costumes into a folder, one by one. Any thread may call it.
class FolderExport {
 public:
  FolderExport(const ExportArguments& options, const OpenArchive& open,
               std::vector<uint32_t> costumes, const OutputFolder& folder)
      : options_(options),
        open_(open),
        costumes_(std::move(costumes)),
        folder_(folder),
        names_(costume_names(open.tables.costumes)),
        made_(costumes_.size()) {}

  void run() {
    ProgressLine progress(!options_.quiet);
    run_with_threads(
        0, [&] { parallel_for(costumes_.size(), [&](size_t i, size_t) { add(i, progress); }); });
  }

  /// Writes the index.
  Status finish() {
    if (!status_) return status_;
    std::vector<CostumeExport> made;
    std::vector<std::string> failures;
    for (std::optional<Result<CostumeExport>>& result : made_) {
      if (!*result) {
        failures.push_back(result->error().message);
        continue;
      }
      const CostumeExport& costume = made.emplace_back(**std::move(result));
      if (costume.note.empty()) continue;
      remarks_.push_back(costume.index["name"].get<std::string>() + ": " + costume.note);
    }
    complete_ = failures.empty();
    remarks_.insert(remarks_.end(), failures.begin(), failures.end());
    std::vector<ExportFile> indexes =
        index_files(open_.tables, options_.format->name, made, options_.make.scale);
    return write(indexes);
  }

  bool complete() const { return complete_; }
  size_t files() const { return files_; }
  uint64_t bytes() const { return bytes_; }
  /// Remarks about costumes, and the reasons why some are missing. Each is one line.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  void add(size_t i, ProgressLine& progress) {
    if (stopped_) return;
    const std::string& name = names_[costumes_[i]];
    Result<CostumeExport> made =
        export_costume(*options_.format->costume, open_, costumes_[i], name, options_.make);
    if (!made) {
      made = Error{made.error().code, kNoOffset, describe(name, made.error())};
    } else if (Status written = write(made->files); !written) {
      const std::lock_guard lock(mutex_);
      if (!stopped_.exchange(true)) status_ = written;
      return;
    }
    made_[i] = std::move(made);
    progress.show(fmt::format("costume {} of {}", ++done_, made_.size()));
  }

  /// Writes files, and frees their bytes.
  Status write(std::vector<ExportFile>& files) {
    for (ExportFile& file : files) {
      TRY(folder_.write(file.name, file.bytes));
      bytes_ += file.bytes.size();
      file.bytes = {};
    }
    files_ += files.size();
    return ok();
  }

  const ExportArguments& options_;
  const OpenArchive& open_;
  std::vector<uint32_t> costumes_;
  const OutputFolder& folder_;
  std::vector<std::string> names_;                          ///< of all costumes
  std::vector<std::optional<Result<CostumeExport>>> made_;  ///< by position in costumes_
  std::vector<std::string> remarks_;
  bool complete_ = false;
  std::atomic<size_t> done_ = 0;
  std::atomic<size_t> files_ = 0;
  std::atomic<uint64_t> bytes_ = 0;
  std::atomic<bool> stopped_ = false;
  Mutex mutex_;
  Status status_ = ok();  ///< the first error in writing
};

int export_all(const ExportArguments& options, const OpenArchive& open,
               std::optional<uint32_t> costume) {
  std::vector<uint32_t> costumes(costume ? 1 : open.tables.costumes.id.size());
  std::iota(costumes.begin(), costumes.end(), costume.value_or(0));
  Result<OutputFolder> folder = OutputFolder::create(options.output, options.force, {});
  if (!folder) return fail(folder.error());
  FolderExport work(options, open, std::move(costumes), *folder);
  work.run();
  if (Status finished = work.finish(); !finished) return fail(finished.error());
  if (Status finished = folder->finish(); !finished) return fail(finished.error());
  print_summary(options, work.files(), work.bytes());
  for (const std::string& remark : work.remarks()) warn(remark);
  return work.complete() ? kFine : kNo;
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
  return *file ? export_files(options, open, *costume) : export_all(options, open, costume);
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
      ->add_option(
          "-o,--output", options->output,
          "Output folder; with --costume, also a file such as hero.aseprite. The formats html and "
          "json always write one file")
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
