#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "tools/edit/apply.h"
#include "tools/edit/edit_files.h"
#include "tools/edit/report.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/rows/rows.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kApplyHelp = R"(Puts edited pictures back into a game

Usage: wardrobe apply GAME EDITS... -o FOLDER [OPTIONS]

  GAME                  The game: a folder, an index file or a resource file
  EDITS                 The folder that wardrobe export --format pictures or
                        aseprite wrote, or .aseprite files or PNGs of it
  -o, --output FOLDER   Output folder for the new game, new or empty
  --dry-run             Check and report, but write nothing
  --scale {scales}          Reduce PNGs that are this many times as large as the
                        game's pictures (default: as exported); matches
                        colours like --quantize
  --quantize            Replace colours that the costume lacks with the nearest
                        ones that it has
  --palette FILE        A palette (.gpl or .act) with the new colours of the one
                        costume of which the edits are
  --redirects follow|keep
                        Let pictures that redirect to an edited one follow it
                        (default), or keep their old pixels
  --keep-index          Refuse edits that change the index, by which ScummVM
                        recognises the game
  --json                Print one JSON object per change
  -q, --quiet           Print warnings only
{help}

The original is never written to. The new game is read back and compared with
the original before the new folder is moved into place.
Example:
  wardrobe export games/MONKEY2 -o art --format pictures
  wardrobe apply games/MONKEY2 art -o games/MONKEY2-new
  wardrobe export games/MONKEY2 -o hero.aseprite --format aseprite --costume 1
  wardrobe apply games/MONKEY2 hero.aseprite -o games/MONKEY2-hero)";

struct ApplyCommand {
  fs::path game;
  std::vector<fs::path> edits;
  fs::path output;
  std::string redirects = "follow";
  ApplyOptions apply;
  fs::path palette;
  bool dry_run = false;
  bool json = false;
  bool quiet = false;
};

/// Writes the new game, checks it, and moves it into place.
Status write_game(const ApplyCommand& command, const GameInput& input, const EditPlan& plan,
                  OutputFolder& folder) {
  const fs::path& game = command.game;
  const fs::path& place = folder.temporary();
  TRY(write_game_folder(game, input, plan.files, place, command.output));
  const fs::path name = fs::is_directory(game) ? "" : game.lexically_relative(game_folder(input));
  ASSIGN_OR_RETURN(const GameInput found, open_game(place / name));
  TRY(check_edit(input, plan, found));
  return folder.finish();
}

void print_report(const ApplyCommand& command, const GameInput& input, const EditPlan& plan) {
  const std::vector<ReportItem> items = report(input, plan);
  if (command.json) {
    for (const ReportItem& item : items) fmt::print("{}", json_line(item.row));
    return;
  }
  if (!command.quiet) {
    for (const ReportItem& item : items) {
      if (!item.warning) fmt::print("{}\n", printable(item.line));
    }
    if (items.empty()) fmt::print("nothing has changed\n");
    if (!command.dry_run) fmt::print("{}: the new game\n", printable(command.output.string()));
  }
  for (const ReportItem& item : items) {
    if (item.warning) print_error("wardrobe: warning: " + printable(item.line) + "\n");
  }
}

/// Reads the palette of --palette, if there is one.
Status read_palette(ApplyCommand& command) {
  if (command.palette.empty()) return ok();
  const Result<std::vector<uint8_t>> file = read_file(command.palette);
  if (!file) return named(command.palette, file.error());
  Result<EditedPalette> palette = read_palette_file(*file);
  if (!palette) return named(command.palette, palette.error());
  command.apply.colors.palette = NamedPalette{command.palette.string(), *std::move(palette)};
  return ok();
}

int apply(ApplyCommand& command) {
  command.apply.redirects = command.redirects == "keep" ? Redirects::keep : Redirects::follow;
  if (command.output.empty() && !command.dry_run) {
    return fail("apply: expected -o FOLDER or --dry-run (see: wardrobe help apply)");
  }
  const Result<GameInput> input = open_only_game(command.game);
  if (!input) return fail(input.error());
  std::optional<OutputFolder> folder;
  if (!command.output.empty()) {
    // The game may be in a folder below the one named, or around it if that is one of rooms.
    std::vector<fs::path> inputs = command.edits;
    inputs.insert(inputs.end(), {game_folder(*input), command.game});
    Result<OutputFolder> created = OutputFolder::create(command.output, {}, inputs);
    if (!created) return fail(created.error());
    folder.emplace(*std::move(created));
  }
  if (Status palette = read_palette(command); !palette) return fail(palette.error());
  const Result<EditFiles> edits = find_edits(command.edits);
  if (!edits) return fail(edits.error());
  EditPlan plan;
  const Status planned = plan_edit(*input, *edits, command.apply, plan);
  if (!planned) return fail(planned.error());
  const Status done = command.dry_run ? check_edit(*input, plan, new_input(*input, plan.files))
                                      : write_game(command, *input, plan, *folder);
  if (!done) return fail(done.error());
  print_report(command, *input, plan);
  return kFine;
}

}  // namespace

void add_apply_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ApplyCommand>();
  ColorOptions& colors = options->apply.colors;
  const Options command(app, "apply", kApplyHelp);
  command.add("GAME", options->game)->required();
  command.add("EDITS", options->edits)->required();
  command.add("--output", options->output);
  command.add("--dry-run", options->dry_run);
  command.add("--scale", colors.scale);
  command.add("--quantize", colors.quantize);
  command.add("--palette", options->palette);
  command.add("--redirects", options->redirects);
  command.add("--keep-index", options->apply.keep_index);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = apply(*options); });
}

}  // namespace wardrobe
