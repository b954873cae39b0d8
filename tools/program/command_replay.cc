#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "formats/decimal.h"
#include "formats/limits.h"
#include "formats/player/script.h"
#include "formats/player/trace.h"
#include "pipeline/io/files.h"
#include "tools/export/export.h"
#include "tools/export/names.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/program/replay_output.h"
#include "tools/render/open_archive.h"
#include "tools/render/palette_choice.h"
#include "tools/render/render.h"
#include "tools/render/room_stage.h"
#include "tools/render/tick_painter.h"
#include "tools/rows/json_lines.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

/// The value of --background for no colour behind the costume.
constexpr std::string_view kTransparent = "transparent";

struct ReplayOptions {
  std::filesystem::path archive;
  std::string costume;
  std::string chore;
  std::string direction;
  std::filesystem::path script;
  std::string palette;
  std::string background{kTransparent};
  std::string room;
  std::string at;
  StageWish wish;
  bool crop = false;
  ReplayOutput output;
  bool json = false;
  bool quiet = false;
  std::string played;  ///< the timeline, such as "walk W"; empty for a script
};

Result<Trace> play_chore(const TablesView& tables, uint32_t costume, ReplayOptions& options) {
  ASSIGN_OR_RETURN(const uint32_t row,
                   timeline_named(tables, costume, options.chore, options.direction));
  const unsigned directions = tables.costumes.directions[costume];
  options.played = timeline_name(record_key(tables.records.number[row], directions), directions,
                                 tables.game.version[0]);
  return baked_trace(tables, row);
}

Result<Trace> play_file(const TablesView& tables, uint32_t costume,
                        const std::filesystem::path& file) {
  const Result<std::vector<uint8_t>> text = read_file(file, kMaxScriptSize);
  if (!text) return Error{text.error().code, kNoOffset, describe(file.string(), text.error())};
  const Result<Script> script = parse_script(
      {reinterpret_cast<const char*>(text->data()), text->size()}, tables.game.version[0]);
  if (!script)
    return Error{script.error().code, kNoOffset, describe(file.string(), script.error())};
  return play_script(tables, costume, *script);
}

void print_json(const Trace& trace) {
  for (size_t tick = 0; tick < trace.ticks(); ++tick) {
    std::string cels;
    for (const Cel& cel : trace.cels_at(tick)) {
      if (!cels.empty()) cels += ',';
      append_cel(cels, cel);
    }
    std::string events;
    for (const PlayerEvent& event : trace.events_at(tick)) {
      events += (events.empty() ? "" : ",") + event_row(event).dump();
    }
    fmt::print("{{\"tick\":{},\"cels\":[{}],\"events\":[{}]}}\n", tick, cels, events);
  }
}

/// Reads the value of --background; nullopt if it is "transparent".
Result<std::optional<uint8_t>> background_named(std::string_view name) {
  if (name == kTransparent) return std::optional<uint8_t>();
  const std::optional<uint32_t> index = parse_decimal(name);
  if (index && *index <= 255) return std::optional(static_cast<uint8_t>(*index));
  return not_found(
      fmt::format("--background {}: expected transparent, or a colour from 0 to 255", name));
}

void print_summary(const ReplayOptions& options, const TickPainter& painter, RoomPoint anchor) {
  const unsigned scale = options.output.scale;
  const Rect& box = painter.box();
  fmt::print("{}: {}{}{} of {}×{} pixels, the anchor at {}, {}\n", printable(options.output.file),
             options.played, options.played.empty() ? "" : ", ",
             count_text(painter.ticks(), "frame"), box.width * scale, box.height * scale,
             (anchor.x - box.left) * scale, (anchor.y - box.top) * scale);
}

Status write(const Result<TickPainter>& painter, const ImagePalette& palette, RoomPoint anchor,
             const ReplayOptions& options) {
  if (!painter) return painter.error();
  Status written =
      write_replay(*painter, palette, options.output, {options.archive, options.script});
  if (written && !options.json && !options.quiet) print_summary(options, *painter, anchor);
  return written;
}

Status draw(const OpenArchive& open, uint32_t costume, const Trace& played,
            const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const auto palette, palette_named(open.tables, options.palette));
  ASSIGN_OR_RETURN(const auto background, background_named(options.background));
  const Look look = make_look(open.tables, costume, palette, background, options.wish.shadows);
  const Rect box = bounds_of(played, open.tables.pictures);
  PictureReader pictures(open.archive);
  return write(TickPainter::create(pictures, played, box, look), look.palette, {}, options);
}

Status draw_in_room(const OpenArchive& open, uint32_t costume, const Trace& played,
                    const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const RoomChoice choice, room_named(open.tables, options.room));
  ASSIGN_OR_RETURN(const RoomPoint at, point_named(options.at));
  StageWish wish = options.wish;
  wish.at = at;
  ASSIGN_OR_RETURN(const RoomStage stage,
                   make_stage(open, costume, choice.room, choice.palette, wish));
  if (!options.quiet) {
    print_error(fmt::format("{} in room {}: {}\n", options.at, options.room, describe(stage)));
  }
  const Rect box = stage_bounds(stage, played, open.tables.pictures, options.crop);
  PictureReader pictures(open.archive);
  return write(TickPainter::create(pictures, played, box, stage), stage.palette, at, options);
}

/// Fails if an option for animations was given and the file is not an animation.
Status check_animation(const CLI::App& command, const std::string& file) {
  if (file.ends_with(".gif") || file.ends_with(".apng")) return ok();
  for (const char* name : {"--tick-ms", "--loops"}) {
    if (command.count(name) > 0) {
      return not_found(fmt::format("{}: {} works with .gif and .apng only", file, name));
    }
  }
  return ok();
}

int replay(const CLI::App& command, ReplayOptions& options) {
  if (options.output.file.empty() && !options.json) {
    return fail("replay: expected -o FILE or --json (see --help)");
  }
  const Status used = check_animation(command, options.output.file);
  if (!used) return fail(used.error());
  const Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error());
  const Result<uint32_t> costume = costume_named(open->tables, options.costume);
  if (!costume) return fail(costume.error());
  const Result<Trace> played = options.script.empty()
                                   ? play_chore(open->tables, *costume, options)
                                   : play_file(open->tables, *costume, options.script);
  if (!played) return fail(played.error());
  if (!options.output.file.empty()) {
    const Status drawn = options.room.empty() ? draw(*open, *costume, *played, options)
                                              : draw_in_room(*open, *costume, *played, options);
    if (!drawn) return fail(drawn.error());
  }
  if (options.json) print_json(*played);
  return kFine;
}

void add_chore_options(CLI::App& command, ReplayOptions& options) {
  command
      .add_option("--costume", options.costume,
                  "Id of a costume, or #ROW with its row in the archive")
      ->required();
  CLI::Option* chore = command.add_option(
      "--chore", options.chore,
      "N, init, walk, stand, talk-start or talk-stop (default: walk or, if there is "
      "none, the timeline with the most frames)");
  CLI::Option* direction =
      command.add_option("--dir", options.direction,
                         "W, E, S, N, or degrees in steps of 45 (default: that with the "
                         "most frames; of these, the least mirrored; of these, and of a walk, W)");
  command.add_option("--script", options.script, "Play the script in this file instead of a chore")
      ->type_name(kFile)
      ->excludes(chore)
      ->excludes(direction);
}

void add_picture_options(CLI::App& command, ReplayOptions& options, CLI::Option& output) {
  ReplayOutput& file = options.output;
  const std::vector<CLI::Option*> added = {
      command.add_option("--palette", options.palette, kPaletteHelp),
      command
          .add_option("--background", options.background, "transparent, or the number of a colour")
          ->capture_default_str(),
      add_shadows_option(command, options.wish.shadows),
      command.add_option("--scale", file.scale, "Enlarge by this factor")
          ->check(CLI::Range(1, 16))
          ->capture_default_str(),
      command.add_option("--tick-ms", file.tick_ms, "Milliseconds per tick of a GIF or APNG")
          ->check(CLI::Range(kMinTickMs, kMaxTickMs))
          ->capture_default_str(),
      command.add_option("--loops", file.loops, "Loop count of a GIF or APNG; 0: forever")
          ->check(CLI::Range(0, 65535))
          ->capture_default_str(),
      command.add_flag("--force", file.force, kForceHelp)};
  for (CLI::Option* option : added) option->needs(&output);
}

void add_room_options(CLI::App& command, ReplayOptions& options, CLI::Option& output) {
  StageWish& wish = options.wish;
  CLI::Option* room =
      command.add_option("--room", options.room,
                         "ROOM or ROOM:PALETTE: draw the costume into this room, scaled and hidden "
                         "by z-planes as in the game; needs an archive packed with --rooms");
  room->needs(&output)
      ->excludes(command.get_option("--palette"))
      ->excludes(command.get_option("--background"));
  const std::vector<CLI::Option*> added = {
      command.add_option("--at", options.at, "X,Y: position of the anchor (the feet) in the room"),
      command.add_option("--plane", wish.plane,
                         "Z-plane that hides the costume; 0: none (default: that of its walk box)"),
      command.add_option(
          "--box", wish.box,
          "Walk box in which the costume stands (default: of the boxes that contain the point, the "
          "one with the highest number; if none contains it, the nearest)"),
      command
          .add_option(
              "--actor-scale", wish.scale,
              "Size of the costume, 1 to 255; 255: full size (default: that of its walk box)")
          ->check(CLI::Range(1, 255)),
      command.add_flag("--crop", options.crop,
                       "Draw only the part of the room where the costume appears")};
  for (CLI::Option* option : added) option->needs(room);
  room->needs(added[0]);
}

}  // namespace

void add_replay_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Saves an animation of a costume as a GIF, an APNG or PNGs, or lists its cels");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")
      ->required()
      ->type_name(kFile);
  add_chore_options(*command, *options);
  CLI::Option* output = command->add_option("-o,--output", options->output.file,
                                            "NAME.gif or NAME.apng: animation; NAME-%d.png: one "
                                            "file per tick; NAME.png: all ticks side by side");
  output->type_name(kFile)->check(check_name);
  add_picture_options(*command, *options, *output);
  add_room_options(*command, *options, *output);
  command->add_flag("--json", options->json, "Print cels and events, one JSON object per tick");
  command->add_flag("-q,--quiet", options->quiet, "Print no summary");
  command->footer(
      "A chore plays until its cels and events repeat.\n"
      "A script plays up to its end line or, without one, until 32 ticks after its last line.\n"
      "Each line of a script is TICK and one of:\n"
      "  init|walk|stand|talk-start|talk-stop|chore N [DIRECTION] [limbs LIST]\n"
      "  face DIRECTION\n"
      "  variable N VALUE\n"
      "  set talking STATE\n"
      "  animate N\n"
      "  end\n"
      "The costume first starts init, or its equivalent, before the script's first chore.\n"
      "LIST names the limbs on which the chore starts, such as 0,3-5 (default: all).\n"
      "STATE is 1 to 13, the mouth with which the actor talks; 0: it is silent (default).\n"
      "Example:\n"
      "  wardrobe replay game.wardrobe --costume 1 -o hero.gif --scale 3\n"
      "  wardrobe replay game.wardrobe --costume 1 --chore stand --dir S --room 7 --at 160,120 \\\n"
      "    -o room.png");
  command->callback([options, command, &status] { status = replay(*command, *options); });
}

}  // namespace wardrobe
