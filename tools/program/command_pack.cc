#include <memory>

#include <fmt/core.h>

#include "formats/scumm/version.h"
#include "pipeline/game_path.h"
#include "pipeline/pipeline.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/progress_line.h"

namespace wardrobe {
namespace {

struct Options {
  std::string input;
  std::string output;
  PackOptions pack;
  std::string game;  ///< what --game says: "4" to "8", "he"; empty: nothing
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

uint64_t input_size(const Tables& tables) {
  uint64_t size = 0;
  for (const uint64_t file : tables.sources.size) size += file;
  return size;
}

void print_summary(const Options& options, const GameInput& input, const Packed& packed) {
  const Tables& t = packed.tables;
  fmt::print("{}: {}, {} ({:.3f} Mpx), {} from {} of a game of version {}\n",
             printable(options.output), count_text(t.costumes.id.size(), "costume"),
             count_text(t.pictures.width.size(), "distinct picture"),
             static_cast<double>(t.pictures.pixel_offset.back()) / 1e6,
             size_text(packed.file.size()), size_text(input_size(t)),
             version_name(t.game.version[0]));
  if (options.pack.backgrounds) {
    fmt::print("backgrounds of rooms: {:.3f} Mpx\n",
               static_cast<double>(t.rooms.background_offset.back()) / 1e6);
  }
  if (!input.index && input.problems.empty()) {
    if (input.program.empty()) {
      fmt::print(
          "a resource file alone: its costumes have no ids; name the index or the folder to "
          "have them\n");
    } else {
      fmt::print("no index: costumes have no ids; it may be inside {}, which is not searched\n",
                 printable(input.program));
    }
  }
}

/// What scan() takes for a game of that name.
int requested_version(const std::string& game) {
  if (game.empty()) return 0;
  return game == "he" ? kHe60 : game[0] - '0';
}

int pack_command(Options& options) {
  const Result<GameInput> input = open_game(options.input);
  if (!input) return fail(input.error());
  Result<OutputFiles> output = OutputFiles::create({options.output}, options.force,
                                                   paths_of(*input), OutputFiles::Kind::archive);
  if (!output) return fail(output.error());
  options.pack.version = requested_version(options.game);
  PackWorkspace workspace;
  const Result<Packed> packed = [&] {
    ProgressLine progress(!options.quiet);
    options.pack.progress = progress_on(progress);
    return pack_game(*input, options.pack, workspace);
  }();
  if (!packed) return fail(packed.error());
  const Status written = output->save(options.output, packed->file);
  if (!written) return fail(written.error());
  if (!options.quiet) print_summary(options, *input, *packed);
  const size_t failures = packed->tables.failures.costume.size();
  if (failures == 0) return kFine;
  print_error(
      fmt::format("wardrobe: {}: everything else is packed; see: wardrobe list {} failures\n",
                  count_text(failures, "failure"), printable(options.output)));
  return kNo;
}

}  // namespace

void add_pack_command(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "pack", "Packs the costumes of a game into an archive (status 1: some could not be read)");
  command->add_option("INPUT", options->input, "A game folder, an index file or a resource file")
      ->required();
  command->add_option("-o,--output", options->output, "The archive to write")
      ->required()
      ->check(check_name);
  command->add_option("--level", options->pack.level, "zstd's compression level")
      ->check(CLI::Range(1, 22))
      ->capture_default_str();
  command->add_option("--threads", options->pack.threads, "Threads to use (default: all)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--game", options->game,
                   "The game's version: 4 to 8, or he, Humongous (default: find out)")
      ->check(CLI::IsMember({"4", "5", "6", "7", "8", "he"}));
  command
      ->add_option("--max-ticks", options->pack.max_ticks,
                   "Where timelines that do not come back are cut")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->add_flag("--rooms", options->pack.backgrounds, "Pack the backgrounds of rooms, too");
  command->add_flag("--force", options->force, "Replace an archive, if it is undamaged");
  command->add_flag("-q,--quiet", options->quiet, "No progress and no summary");
  command->footer("Example:\n  wardrobe pack games/MONKEY2 -o monkey2.wardrobe");
  command->callback([options, &status] { status = pack_command(*options); });
}

}  // namespace wardrobe
