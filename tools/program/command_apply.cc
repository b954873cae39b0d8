#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/core.h>

#include "pipeline/game_path.h"
#include "tools/edit/apply.h"
#include "tools/edit/report.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

struct ApplyCommand {
  fs::path game;
  fs::path pictures;
  fs::path output;
  std::string redirects = "follow";
  ApplyOptions apply;
  bool dry_run = false;
  bool json = false;
  bool quiet = false;
};

/// Writes the new game, checks it, and moves it into place.
Status write_game(const ApplyCommand& command, const GameInput& input, const EditPlan& plan,
                  OutputFolder& folder) {
  const fs::path& game = command.game;
  const fs::path& place = folder.temporary();
  TRY(write_game_folder(game, input, plan.files, place));
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

int apply(ApplyCommand& command) {
  command.apply.redirects = command.redirects == "keep" ? Redirects::keep : Redirects::follow;
  if (command.output.empty() && !command.dry_run) {
    return fail("apply: expected -o FOLDER or --dry-run (see --help)");
  }
  const Result<GameInput> input = open_game(command.game);
  if (!input) return fail(input.error());
  std::optional<OutputFolder> folder;
  if (!command.output.empty()) {
    // The game may be in a folder below the one named, or around it if that is one of rooms.
    Result<OutputFolder> created = OutputFolder::create(
        command.output, {}, {game_folder(*input), command.game, command.pictures});
    if (!created) return fail(created.error());
    folder.emplace(*std::move(created));
  }
  EditPlan plan;
  const Status planned = plan_edit(*input, picture_folder(command.pictures), command.apply, plan);
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
  CLI::App* command = app.add_subcommand("apply", "Puts edited pictures back into a game");
  command->add_option("GAME", options->game, "The game: a folder, an index file or a resource file")
      ->required()
      ->type_name(kPath);
  command
      ->add_option("DIR", options->pictures,
                   "The folder with the edits, written by `export --format pictures` or `--format "
                   "aseprite`")
      ->required()
      ->type_name(kFolder);
  command
      ->add_option("-o,--output", options->output, "Output folder for the new game, new or empty")
      ->type_name(kFolder)
      ->check(check_name);
  command
      ->add_option("--scale", options->apply.colors.scale,
                   "Reduce PNGs that are this many times as large as the game's pictures "
                   "(default: as exported); matches colours like --quantize")
      ->check(CLI::Range(1U, kMaxPictureScale));
  command->add_flag("--quantize", options->apply.colors.quantize,
                    "Replace colours that the costume lacks with the nearest ones that it has");
  command->add_flag("--dither", options->apply.colors.dither,
                    "Where the nearest colour is far off, mix two colours in a pattern");
  command
      ->add_option("--most", options->apply.colors.most,
                   "Refuse a picture if the colour of a pixel is farther off than this; black and "
                   "white are 100 apart")
      ->check(CLI::Range(0.0, 1000.0));
  command->add_flag("--dry-run", options->dry_run,
                    "Check and report, but write nothing; -o can then be omitted");
  command->add_flag("--keep-index", options->apply.keep_index,
                    "Refuse edits that change the index, by which ScummVM recognises the game");
  command
      ->add_option(
          "--redirects", options->redirects,
          "Let pictures that redirect to an edited one follow it, or keep their old pixels")
      ->check(one_of({"follow", "keep"}))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object per change");
  command->add_flag("-q,--quiet", options->quiet, "Print warnings only");
  command->footer(
      "The original is never written to. The new game is read back and compared with the original\n"
      "before the new folder is moved into place.\n"
      "Example:\n"
      "  wardrobe pack games/MONKEY2 -o monkey2.wardrobe\n"
      "  wardrobe export monkey2.wardrobe -o art --format pictures\n"
      "  wardrobe apply games/MONKEY2 art -o games/MONKEY2-new\n"
      "export --format aseprite works, too: one file per costume, with limbs as layers.");
  command->callback([options, &status] { status = apply(*options); });
}

}  // namespace wardrobe
