#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/game_names.h"
#include "pipeline/game_path.h"
#include "pipeline/pipeline.h"
#include "tools/program/choices.h"
#include "tools/program/collection.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/progress_line.h"

namespace wardrobe {
namespace {

struct Options {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path files_from;
  std::filesystem::path output;
  PackOptions pack;
  std::string game;  ///< --game: as for version_of_option(); empty: not given
  bool force = false;
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

void print_summary(const Options& options, const GameInput& input, const Packed& packed) {
  const TablesView& t = packed.tables;
  fmt::print("{}: {}, {} ({:.3f} Mpx), {} from {} of a game of version {}\n",
             printable(options.output.string()), count_text(t.costumes.id.size(), "costume"),
             count_text(t.pictures.width.size(), "distinct picture"),
             static_cast<double>(t.pictures.pixel_offset.back()) / 1e6,
             size_text(packed.file.size()), size_text(input_size(t)),
             facts(t.game.version[0]).name);
  if (options.pack.backgrounds) {
    const auto pixels = static_cast<double>(t.rooms.background_offset.back());
    fmt::print("backgrounds of rooms: {}\n",
               pixels > 0 ? fmt::format("{:.3f} Mpx", pixels / 1e6) : "none readable");
  }
  if (input.index && !input.program.empty()) {
    fmt::print("the index is inside {}\n", printable(input.program));
  }
  if (!input.index && input.problems.empty()) {
    if (!input.rivals.empty()) {
      fmt::print("no index: costumes have no ids; there are several, inside {}\n",
                 printable(first_names(input.rivals)));
    } else if (input.program.empty()) {
      fmt::print(
          "a resource file without its index: costumes have no ids; name the index or the folder "
          "instead\n");
    } else {
      fmt::print("no index: costumes have no ids; it may be inside {}, but was not found there\n",
                 printable(input.program));
    }
  }
}

/// "1 picture unreadable (costume 27)".
std::string failures_text(const Failures& failures) {
  size_t pictures = 0;
  size_t costumes = 0;
  std::vector<std::string> names;
  for (size_t row = 0; row < failures.costume.size(); ++row) {
    if (failures.kind[row] == FailureKind::note) continue;
    const uint16_t id = failures.id[row];
    const uint32_t costume = failures.costume[row];
    pictures += failures.index[row] != kNoIndex ? 1 : 0;
    costumes += costume == kNone && id != 0 ? 1 : 0;
    if (id == 0 && costume == kNone) continue;
    const std::string name = id != 0 ? std::to_string(id) : fmt::format("#{}", costume);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  const size_t others = damage_count(view(failures)) - pictures - costumes;
  std::string text;
  const auto add = [&](size_t count, std::string_view noun) {
    if (count > 0) text += (text.empty() ? "" : ", ") + count_text(count, noun);
  };
  add(pictures, "picture");
  add(costumes, "costume");
  add(others, "other part");
  text += " unreadable";
  if (names.empty()) return text;
  return text + fmt::format(" (costume{} {})", names.size() > 1 ? "s" : "", first_names(names));
}

/// Whether -o names a folder, for an archive of every game.
bool names_folder(const Options& options) {
  std::error_code none;
  const std::filesystem::path& output = options.output;
  if (!output.has_filename() || std::filesystem::is_directory(output, none)) return true;
  const bool several = options.inputs.size() > 1 || !options.files_from.empty();
  return several && output.extension() != ".wardrobe";
}

int pack_command(Options& options) {
  options.pack.version = version_of_option(options.game);
  if (options.inputs.empty() && options.files_from.empty()) return fail("INPUT is required");
  if (!options.files_from.empty()) {
    Result<std::vector<std::filesystem::path>> names = read_names(options.files_from);
    if (!names) return fail(names.error());
    std::ranges::move(*names, std::back_inserter(options.inputs));
  }
  if (names_folder(options)) {
    return pack_collection_command(
        {options.inputs, options.output, options.pack, options.force, options.quiet});
  }
  if (options.inputs.size() != 1) {
    return fail("one archive is of one game; for several games, name a folder: -o " +
                options.output.stem().string() + "/");
  }
  const Result<GameInput> input = open_game(options.inputs[0]);
  if (!input) return fail(input.error());
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
  if (!options.quiet) print_summary(options, *input, *packed);
  const Failures& failures = packed->tables.failures;
  const size_t damaged = damage_count(view(failures));
  const size_t notes = failures.costume.size() - damaged;
  if (notes > 0 && !options.quiet) {
    fmt::print("{}: odd, but no damage; see: wardrobe list {} failures\n",
               count_text(notes, "note"), printable(options.output.string()));
  }
  if (damaged == 0) return kFine;
  print_error(fmt::format("wardrobe: {}; the rest is packed; see: wardrobe list {} failures\n",
                          failures_text(failures), printable(options.output.string())));
  return kNo;
}

}  // namespace

void add_pack_command(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  std::vector<std::string> games;
  for (const VersionFacts& row : kVersionFacts) {
    if (!row.option.empty()) games.emplace_back(row.option);
  }
  games.emplace_back(kAnyHumongous);
  CLI::App* command = app.add_subcommand("pack",
                                         "Packs the costumes of a game into an archive (status 1: "
                                         "parts were unreadable; the rest was packed)");
  command
      ->add_option("INPUT", options->inputs,
                   "A game folder, an index or resource file, or a .pak, .zip or Mac container; "
                   "several if -o is a folder")
      ->type_name(kPath);
  command
      ->add_option("--files-from", options->files_from,
                   "Also the games that a file names, one a line (-: standard input)")
      ->type_name(kFile);
  command
      ->add_option("-o,--output", options->output,
                   "The archive to write; or a folder, for an archive of every game at and below "
                   "INPUT, and a report")
      ->required()
      ->type_name(kFile)
      ->check(check_name);
  command
      ->add_option(
          "--level", options->pack.level,
          "zstd compression level; higher ones take 2 to 10 times as long to save 1 to 20 %")
      ->check(CLI::Range(1, 22))
      ->capture_default_str();
  command->add_option("--threads", options->pack.threads, "Threads to use (default: all)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--game", options->game,
                   "Version of the game: 1 to 8; amiga: version 5 with pictures stored by rows; "
                   "he, he60: Humongous, its version detected; he61, he70, he71, he72, he80, "
                   "he85, he90, he95, he98, he99, he100: that version (default: detect)")
      ->check(one_of(games));
  command
      ->add_option("--max-ticks", options->pack.max_ticks,
                   "Cut off timelines that have not looped after this many ticks")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->add_flag("--rooms", options->pack.backgrounds, "Also pack the backgrounds of rooms");
  command->add_flag("--force", options->force, kForceHelp);
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no summary");
  command->footer("Example:\n  wardrobe pack games/MONKEY2 -o monkey2.wardrobe");
  command->callback([options, &status] { status = pack_command(*options); });
}

}  // namespace wardrobe
