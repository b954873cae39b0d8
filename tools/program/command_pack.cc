#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "formats/archive/file.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "pipeline/pipeline.h"
#include "tools/list/rows.h"
#include "tools/program/choices.h"
#include "tools/program/collection.h"
#include "tools/program/command.h"
#include "tools/program/info_row.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/progress_line.h"

namespace wardrobe {
namespace {

constexpr const char* kPackHelp = R"(Packs the costumes of a game into an archive

Usage: wardrobe pack INPUT -o FILE [OPTIONS]
       wardrobe pack INPUT... -o FOLDER/ [OPTIONS]

  INPUT                 A game folder, an index or resource file, or a .pak,
                        .zip or Mac container; several if -o is a folder
  -o, --output FILE     The archive to write; -: the standard output; or a
                        folder, for an archive of every game at and below INPUT,
                        and a report
  --files-from FILE     Also the games that a file names, one a line; -: the
                        standard input
  --rooms               Also pack the backgrounds of rooms
  --no-scripts          Leave out what the game's scripts say: who wears what
  --game VERSION        Version of the game: 1 to 8; amiga: version 5 with
                        pictures stored by rows; he, he60: Humongous, its
                        version detected; he61 and later: that version
                        (default: detect)
  --level 1-22          zstd compression level; 3 takes a quarter to half as
                        long as 12, 19 and 22 take 5 to 40 times as long to
                        save 5 to 23 % (default: {level})
  --threads 1-1024      Threads to use (default: all)
  --max-ticks 1-1048576
                        Cut off timelines that have not looped after this many
                        ticks (default: {max ticks})
{force}
  --json                Print what was packed as JSON: one object, as info does,
                        or the report's rows
{quiet}

Exit status: 0 success; 1 parts were unreadable, the rest was packed; 2 error.
Example:
  wardrobe pack games/MONKEY2 -o monkey2.wardrobe
  wardrobe pack games/MONKEY2 -o - | wardrobe info -
  wardrobe pack games -o archives/)";

struct PackArguments {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path files_from;
  std::filesystem::path output;
  PackOptions pack;
  std::string game;  ///< --game: as for version_of_option(); empty: not given
  bool no_scripts = false;
  bool force = false;
  bool json = false;
  bool quiet = false;
};

ProgressReport progress_on(ProgressLine& line) {
  if (!line.shown()) return {};
  return [&line](uint32_t done, uint32_t total) {
    line.show(fmt::format("{} %", uint64_t{100} * done / total));
    return true;
  };
}

uint64_t input_size(const TablesView& tables) {
  uint64_t size = 0;
  for (const uint64_t file : tables.sources.size) size += file;
  return size;
}

void print_summary(const PackArguments& options, const GameInput& input, const Packed& packed) {
  const TablesView& t = packed.tables;
  std::FILE* out = summary_stream(options.output);
  fmt::print(out, "{}: {}, {} ({:.3f} Mpx), {} from {} of a game of version {}\n",
             printable(options.output.string()), count_text(t.costumes.id.size(), "costume"),
             count_text(t.pictures.width.size(), "distinct picture"),
             static_cast<double>(t.pictures.pixel_offset.back()) / 1e6,
             size_text(packed.file.size()), size_text(input_size(t)),
             facts(t.game.version[0]).name);
  if (options.pack.backgrounds) {
    const auto pixels = static_cast<double>(t.rooms.background_offset.back());
    fmt::print(out, "backgrounds of rooms: {}\n",
               pixels > 0 ? fmt::format("{:.3f} Mpx", pixels / 1e6) : "none readable");
  }
  if (input.index && !input.program.empty()) {
    fmt::print(out, "the index is inside {}\n", printable(input.program));
  }
  if (!input.index && input.problems.empty()) {
    if (!input.rivals.empty()) {
      fmt::print(out, "no index: costumes have no ids; there are several, inside {}\n",
                 printable(first_names(input.rivals)));
    } else if (input.program.empty()) {
      fmt::print(
          out,
          "a resource file without its index: costumes have no ids; name the index or the folder "
          "instead\n");
    } else {
      fmt::print(out,
                 "no index: costumes have no ids; it may be inside {}, but was not found there\n",
                 printable(input.program));
    }
  }
}

/// The folder to name for an archive of every game.
std::string folder_for(const std::filesystem::path& output) {
  if (is_stream(output)) return "archives/";
  return std::filesystem::path(output).replace_extension().string() + "/";
}

/// Adds to the error about a folder that is not one game how to pack all games in it.
Error input_error(const PackArguments& options, const Error& error) {
  std::error_code none;
  if (!std::filesystem::is_directory(options.inputs[0], none)) return error;
  return {error.code, error.offset,
          error.message + "; for all games in it: -o " + folder_for(options.output)};
}

/// Whether -o names a folder, for an archive of every game.
bool names_folder(const PackArguments& options) {
  std::error_code none;
  const std::filesystem::path& output = options.output;
  if (!output.has_filename()) return true;
  if (output.extension() == ".wardrobe" || is_stream(output)) return false;
  const bool several = options.inputs.size() > 1 || !options.files_from.empty();
  return several || std::filesystem::is_directory(output, none);
}

int pack_command(PackArguments& options) {
  options.pack.version = version_of_option(options.game);
  options.pack.scripts = !options.no_scripts;
  if (options.inputs.empty() && options.files_from.empty()) return fail("INPUT is required");
  if (!options.files_from.empty()) {
    Result<std::vector<std::filesystem::path>> names = read_names(options.files_from);
    if (!names) return fail(names.error());
    std::ranges::move(*names, std::back_inserter(options.inputs));
  }
  if (names_folder(options)) {
    return pack_collection_command(
        {options.inputs, options.output, options.pack, options.force, options.json, options.quiet});
  }
  if (options.inputs.size() != 1) {
    return fail("one archive is of one game; for several games, name a folder: -o " +
                folder_for(options.output));
  }
  const Result<GameInput> input = open_only_game(options.inputs[0]);
  if (!input) return fail(input_error(options, input.error()));
  Result<OutputFiles> output =
      OutputFiles::create({options.output}, options.force, paths_of(*input));
  if (!output) return fail(output.error());
  const Result<Packed> packed = [&] {
    ProgressLine progress(!options.quiet);
    options.pack.progress = progress_on(progress);
    return pack_game(*input, options.pack);
  }();
  if (!packed) return fail(packed.error());
  const Status written = output->save(options.output, packed->file);
  if (!written) return fail(written.error());
  const std::string name = options.output.string();
  std::FILE* out = summary_stream(options.output);
  const std::string see = is_stream(options.output)
                              ? ""
                              : fmt::format("; see: wardrobe list {} failures", printable(name));
  const FailuresView failures = view(packed->tables.failures);
  const std::string damage = damage_text(failures);
  const size_t notes = failures.costume.size() - damage_count(failures);
  if (options.json) {
    const Result<OpenArchive> made = open_bytes(packed->file);
    if (!made) return fail(made.error());
    fmt::print(out, "{}", json_line(info_row(name, *made)));
  } else if (!options.quiet) {
    print_summary(options, *input, *packed);
    if (notes > 0) {
      fmt::print(out, "{}: odd, but no damage{}\n", count_text(notes, "note"), see);
    }
  }
  if (damage.empty()) return kFine;
  print_error(fmt::format("wardrobe: {}; the rest is packed{}\n", damage, see));
  return kNo;
}

}  // namespace

void add_pack_command(CLI::App& app, int& status) {
  auto options = std::make_shared<PackArguments>();
  std::vector<std::string> games;
  for (const VersionFacts& row : kVersionFacts) {
    if (!row.option.empty()) games.emplace_back(row.option);
  }
  games.emplace_back(kAnyHumongous);
  const Options command(app, "pack", kPackHelp);
  command.add("INPUT", options->inputs);
  command.add("--output", options->output)->required();
  command.add("--files-from", options->files_from);
  command.add("--rooms", options->pack.backgrounds);
  command.add("--no-scripts", options->no_scripts);
  command.add("--game", options->game, games);
  command.add("--level", options->pack.level);
  command.add("--threads", options->pack.threads);
  command.add("--max-ticks", options->pack.max_ticks);
  command.add("--force", options->force);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = pack_command(*options); });
}

}  // namespace wardrobe
