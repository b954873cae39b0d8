#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "tools/apply/apply.h"
#include "tools/apply/edit_files.h"
#include "tools/apply/report.h"
#include "tools/list/rows.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/output.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kApplyHelp = R"(Puts edited pictures back into a game

Usage: wardrobe apply GAME EDITS... -o FOLDER [OPTIONS]
       wardrobe apply GAME --costume ID --color N=RRGGBB -o FOLDER [OPTIONS]

  GAME                  The game: a folder, an index file or a resource file
  EDITS                 The folder that wardrobe export --format pictures or
                        aseprite wrote, a .zip of it, .aseprite files or PNGs
                        of it, or mods: .zip of wardrobe diff --format edits
  -o, --output FOLDER   Output folder for the new game, new or empty
  --dry-run             Check and report, but write nothing
  --scale {scales}          Reduce PNGs that are this many times as large as the
                        game's pictures (default: as exported); matches
                        colours like --quantize
  --quantize            Replace colours that the costume lacks with the nearest
                        ones that it has
  --costume ID          Without EDITS: the costume to recolour
  --color N=RRGGBB      Give colour N of the one costume a new colour; can be
                        repeated. wardrobe export --format gpl lists them; the
                        first one is 0
  --palette FILE        A palette (.gpl, .pal or .act) with the new colours of
                        the one costume, such as an edited one of export
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
  wardrobe apply games/MONKEY2 hero.aseprite -o games/MONKEY2-hero
  wardrobe apply games/MONKEY2 --costume 1 --color 3=bf1e1e -o games/MONKEY2-red)";

struct ApplyCommand {
  fs::path game;
  std::vector<fs::path> edits;
  fs::path output;
  std::string redirects = "follow";
  ApplyOptions apply;
  std::string costume;
  std::vector<std::string> colors;
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

/// Reads the values of --color.
Status read_colors(ApplyCommand& command) {
  if (command.colors.empty()) return ok();
  NamedPalette given{"--color", {}, {}};
  for (const std::string& text : command.colors) {
    constexpr size_t kDigits = 6;
    const std::string_view view = text;
    const size_t equals = std::min(view.find('='), view.size());
    std::string_view digits = view.substr(std::min(equals + 1, view.size()));
    if (digits.starts_with('#')) digits.remove_prefix(1);
    const std::optional<uint32_t> value = parse_decimal(view.substr(0, equals));
    uint32_t rgb = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), rgb, 16);
    const bool is_rgb =
        digits.size() == kDigits && code == std::errc() && end == digits.data() + digits.size();
    if (!value || !is_rgb) {
      return Error{ErrorCode::not_found, kNoOffset,
                   fmt::format("--color {}: expected one such as 3=bf1e1e: a number of a colour, "
                               "and its new red, green and blue",
                               text)};
    }
    const auto part = [&](int shift) { return static_cast<uint8_t>(rgb >> shift); };
    given.colors[*value] = {part(16), part(8), part(0)};
  }
  command.apply.colors.palette = std::move(given);
  return ok();
}

/// Reads the palette of --palette, if there is one.
Status read_palette(ApplyCommand& command) {
  if (command.palette.empty()) return ok();
  const Result<std::vector<uint8_t>> file = read_file(command.palette);
  if (!file) return named(command.palette, file.error());
  Result<EditedPalette> palette = read_palette_file(*file);
  if (!palette) return named(command.palette, palette.error());
  command.apply.colors.palette = NamedPalette{command.palette.string(), *std::move(palette), {}};
  return ok();
}

int apply(ApplyCommand& command) {
  command.apply.redirects = command.redirects == "keep" ? Redirects::keep : Redirects::follow;
  if (command.output.empty() && !command.dry_run) {
    return fail("apply: expected -o FOLDER or --dry-run (see: wardrobe help apply)");
  }
  const bool has_colors = !command.colors.empty() || !command.palette.empty();
  if (command.edits.empty() && (command.costume.empty() || !has_colors)) {
    return fail(
        "apply: expected EDITS, or --costume with --color or --palette (see: wardrobe help "
        "apply)");
  }
  if (!command.costume.empty()) {
    command.apply.costume = [&](const TablesView& tables) {
      return costume_named(tables, command.costume);
    };
  }
  if (Status colors = read_colors(command); !colors) return fail(colors.error());
  const Result<GameInput> input = open_only_game(command.game);
  if (!input) return fail(input.error());
  if (Status place = check_place(*input); !place) return fail(place.error());
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
  const Result<EditFiles> edits =
      command.edits.empty() ? Result<EditFiles>(EditFiles()) : find_edits(command.edits);
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
  CLI::Option* edits = command.add("EDITS", options->edits);
  command.add("--output", options->output);
  command.add("--dry-run", options->dry_run);
  CLI::Option* scale = command.add("--scale", colors.scale);
  CLI::Option* quantize = command.add("--quantize", colors.quantize);
  CLI::Option* palette = command.add("--palette", options->palette);
  command.add("--color", options->colors)->allow_extra_args(false)->excludes(palette);
  CLI::Option* redirects = command.add("--redirects", options->redirects);
  CLI::Option* costume = command.add("--costume", options->costume);
  for (CLI::Option* of_files : {edits, scale, quantize, redirects}) costume->excludes(of_files);
  command.add("--keep-index", options->apply.keep_index);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = apply(*options); });
}

}  // namespace wardrobe
