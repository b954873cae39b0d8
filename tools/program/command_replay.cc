#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/colors.h"
#include "formats/limits.h"
#include "formats/player.h"
#include "formats/script.h"
#include "pipeline/find_game.h"
#include "tools/export/names.h"
#include "tools/list/rows.h"
#include "tools/program/actor_choice.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"
#include "tools/program/replay_output.h"
#include "tools/render/looks.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr const char* kReplayHelp = R"(Saves or lists an animation of a costume

Usage: wardrobe replay ARCHIVE --costume ID -o FILE [OPTIONS]
       wardrobe replay ARCHIVE --costume ID --json [OPTIONS]
       wardrobe replay ARCHIVE --actor NAME ...
       wardrobe replay ARCHIVE --room ROOM -o FILE [OPTIONS]

  ARCHIVE               {input}
  --costume ID          Id of a costume, @ROW with its row in the archive, or a
                        part of the name of who wears it
  --actor NAME          Number of an actor, or a part of its name: the costume
                        that scripts put on it, with its colours, its walk
                        chore and, with --room, its place
  --chore CHORE         init, walk, stand, talk-start, talk-stop or a number
                        (default: walk or, if there is none, the timeline with
                        the most distinct frames)
  --dir DIRECTION       W, E, S, N, or degrees in steps of 45 (default: that
                        with the most frames; of these, the least mirrored; of
                        these, and of a walk, W)
  --script FILE         Play the script in this file instead of a chore;
                        -: the standard input
  --ticks 1-16777216    Play only this many ticks (default: all; what draws more
                        than {most ticks}, or more than {strip width} pixels side by
                        side, is refused)
  --json                Print cels and events, one JSON object per tick
{quiet}

Drawing:
  -o, --output FILE     NAME.gif or NAME.apng: animation; NAME-%d.png: one file
                        per tick; NAME.png: all ticks side by side; -: the
                        standard output, in the format of --format
  --format gif|apng|png
                        Format of the output (default: as its name says)
{palette}
  --background COLOUR   transparent (default), or the number of a colour
{shadows}
  --look N              Colours that scripts give to the costume: the N-th of
                        their choices; 0: its own (default: the actor's, or 0)
  --scale {scales}          Enlarge by this factor (default: 1)
  --tick-ms {tick ms}    Milliseconds per tick of a GIF or APNG (default: 100)
  --loops 0-65535       Loop count of a GIF or APNG; 0 (default): forever
{force}

Drawing in a room:
  --room ROOM[:N]       Draw the costume into this room, named by number, @ROW
                        or a part of its name, with its palette N, scaled and
                        hidden by z-planes as in the game; without a costume,
                        the room alone; an archive must be packed with --rooms
  --objects first|none|all|entered
                        Objects of the room: as when the game starts, before
                        scripts change them (default); none; all, those that
                        are not shown at first in the first state that is; or
                        as the room's entry script sets them by constants,
                        mostly behind conditions: a second guess
  --state OBJECT=STATE  Show this object in this state; 0: do not show it. May
                        be given several times
  --cycle               Cycle colours as in the room, a frame of the game a
                        tick; how many of them --ticks says
  --at X,Y              Position of the anchor (the feet) in the room (default:
                        the actor's)
  --plane 0-65535       Z-plane that hides the costume; 0: none (default: that
                        of its walk box)
  --box 0-65535         Walk box in which the costume stands (default: of the
                        boxes that contain the point, the one with the highest
                        number; if none contains it, the nearest)
  --actor-scale 1-255   Size of the costume; 255: full size (default: that of
                        its walk box)
  --crop                Draw only the part of the room where the costume appears

A chore plays until its cels and events repeat.
A script plays up to its end line or, without one, until 32 ticks after its last
line. Each line of a script is TICK and one of:
  init|walk|stand|talk-start|talk-stop|chore N [DIRECTION] [limbs LIST]
  face DIRECTION
  variable N VALUE
  set talking STATE
  animate N
  end
The costume first starts init, or its equivalent, before the script's first
chore. LIST names the limbs on which the chore starts, such as 0,3-5 (default:
all). STATE is 1 to 13, the mouth with which the actor talks; 0: it is silent
(default).
Example:
  wardrobe replay game.wardrobe --costume 1 -o hero.gif --scale 3
  wardrobe replay games/MONKEY2 --costume 1 --chore stand --dir S --room 7 \
    --at 160,120 -o room.png)";

/// The value of --background for no colour behind the costume.
constexpr std::string_view kTransparent = "transparent";

struct ReplayOptions {
  std::filesystem::path archive;
  std::string costume;
  std::string actor;
  std::optional<uint32_t> look;
  SlotColors recolours;
  std::string chore;
  std::string direction;
  std::filesystem::path script;
  std::string palette;
  std::string background{kTransparent};
  std::string room;
  std::string at;
  std::string objects;
  std::vector<std::string> states;
  bool cycle = false;
  std::string shadows;
  std::optional<uint32_t> ticks;
  std::vector<std::filesystem::path> inputs;  ///< files that were read
  StageWish wish;
  bool crop = false;
  ReplayOutput output;
  bool json = false;
  bool quiet = false;
  std::string played;  ///< the timeline, such as "walk W"; empty for a script

  /// Whether a room is drawn without a costume.
  bool room_alone() const { return costume.empty() && actor.empty(); }
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
  const Result<std::vector<uint8_t>> text = read_input(file, kMaxScriptSize);
  if (!text) return text.error();
  const Result<Script> script = parse_script(
      {reinterpret_cast<const char*>(text->data()), text->size()}, tables.game.version[0]);
  if (!script) return named(file, script.error());
  return play_script(tables, costume, *script);
}

/// A room alone: ticks without cels, one unless its colours cycle.
Trace empty_trace(const ReplayOptions& options) {
  Trace trace;
  constexpr uint32_t kTooMany = kMaxReplayPixels / 256 + 1;  // to be drawn
  const uint32_t ticks = options.cycle ? std::min(options.ticks.value_or(1), kTooMany) : 1;
  for (uint32_t tick = 0; tick < ticks; ++tick) trace.end_tick();
  return trace;
}

/// Leaves only the first ticks.
void shorten(Trace& trace, size_t ticks) {
  if (trace.ticks() <= ticks) return;
  trace.cel_offset.resize(ticks + 1);
  trace.cels.resize(trace.cel_offset.back());
  trace.event_offset.resize(ticks + 1);
  trace.events.resize(trace.event_offset.back());
  trace.loop_start = kNone;
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
      events += (events.empty() ? "" : ",") + json_text(event_row(event));
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
  fmt::print(summary_stream(options.output.file),
             "{}: {}{}{} of {}×{} pixels, the anchor at {}, {}{}\n", printable(options.output.file),
             options.played, options.played.empty() ? "" : ", ",
             count_text(painter.ticks(), "frame"), box.width * scale, box.height * scale,
             (anchor.x - box.left) * scale, (anchor.y - box.top) * scale,
             painter.drawn_pixels() == 0 && !options.room_alone() ? "; nothing is drawn" : "");
}

Status write(const Result<TickPainter>& painter, const ImagePalette& palette, RoomPoint anchor,
             const ReplayOptions& options) {
  if (!painter) return painter.error();
  Status written = write_replay(*painter, palette, options.output, options.inputs);
  if (written && !options.json && !options.quiet) print_summary(options, *painter, anchor);
  return written;
}

Status draw(const OpenArchive& open, uint32_t costume, const Trace& played,
            const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const auto palette, palette_named(open.tables, options.palette));
  ASSIGN_OR_RETURN(const auto background, background_named(options.background));
  Look look = make_look(open.tables, costume, palette, background, options.wish.shadows);
  recolour(open.tables, costume, palette, options.recolours, look);
  const Rect box = bounds_of(played, open.tables.pictures);
  PictureReader pictures(open.archive);
  return write(TickPainter::create(pictures, played, box, look), look.palette, {}, options);
}

/// Says on stderr which objects were set to states of which they have no picture.
void tell_missing_pictures(const TablesView& tables, uint32_t room, const ObjectStates& before,
                           const ObjectStates& states) {
  const RowRange objects = rows_of(tables.rooms.object_offset, room);
  for (const uint32_t object : objects) {
    const uint8_t state = states[object - objects.front()];
    if (state == 0 || state == before[object - objects.front()]) continue;
    bool is_pictured = false;
    std::vector<std::string> known;
    for (const uint32_t image : rows_of(tables.objects.image_offset, object)) {
      is_pictured = is_pictured || tables.images.state[image] == state;
      known.push_back(std::to_string(tables.images.state[image]));
    }
    if (is_pictured) continue;
    print_error(fmt::format("object {} has no picture of state {}, so it is not shown; it has {}\n",
                            tables.objects.number[object], state,
                            known.empty() ? "none" : "those of " + first_names(known)));
  }
}

/// Reads --objects and --state.
Result<ObjectStates> states_named(const TablesView& tables, uint32_t room,
                                  const ReplayOptions& options) {
  const ShownObjects shown = options.objects == "none"      ? ShownObjects::none
                             : options.objects == "all"     ? ShownObjects::all
                             : options.objects == "entered" ? ShownObjects::entered
                                                            : ShownObjects::first;
  ObjectStates states = object_states(tables, room, shown);
  if (shown == ShownObjects::entered && !options.quiet) {
    size_t set = 0;
    for (const uint32_t object : rows_of(tables.rooms.object_offset, room)) {
      if (tables.objects.entered[object] != kNoState) ++set;
    }
    print_error(fmt::format("room {}: {} in states as the entry script sets them by constants\n",
                            options.room, count_text(set, "object")));
  }
  const ObjectStates before = states;
  if (Status set = set_object_states(tables, room, options.states, states); !set) {
    return not_found("--state " + set.error().message);
  }
  if (!options.quiet) tell_missing_pictures(tables, room, before, states);
  return states;
}

/// A costume in a room, or the room alone (kNone).
Status draw_in_room(const OpenArchive& open, uint32_t costume, const Trace& played,
                    const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const RoomChoice choice, room_named(open.tables, options.room));
  StageWish wish = options.wish;
  if (costume != kNone) {
    ASSIGN_OR_RETURN(wish.at, point_named(options.at));
  }
  ASSIGN_OR_RETURN(wish.states, states_named(open.tables, choice.room, options));
  ASSIGN_OR_RETURN(RoomStage stage,
                   make_stage(open.archive, costume, choice.room, choice.palette, wish));
  stage.cycles = options.cycle;
  recolour(options.recolours, stage);
  if (!options.quiet && costume != kNone) {
    print_error(fmt::format("{} in room {}: {}\n", options.at, options.room, describe(stage)));
  }
  const Rect box = stage_bounds(stage, played, open.tables.pictures, options.crop);
  PictureReader pictures(open.archive);
  return write(TickPainter::create(pictures, played, box, stage), stage.palette, wish.at, options);
}

/// Takes from the actor's row of Wearers what no other option says. Returns its costume.
Result<uint32_t> dress(const TablesView& tables, ReplayOptions& options) {
  uint32_t room = kNone;
  if (!options.room.empty()) {
    ASSIGN_OR_RETURN(const RoomChoice choice, room_named(tables, options.room));
    room = choice.room;
  }
  ASSIGN_OR_RETURN(const uint32_t wearer, wearer_named(tables, options.actor, room));
  const WearersView& wearers = tables.wearers;
  const uint32_t costume = wearers.costume[wearer];
  options.recolours = recolours_of(tables, wearer);
  const int32_t walk = wearers.walk[wearer];
  const bool walks = walk >= 0 && best_timeline(tables, costume, static_cast<unsigned>(walk));
  if (options.chore.empty() && walks) options.chore = std::to_string(walk);
  const int32_t scale = wearers.scale[wearer];
  StageWish& wish = options.wish;
  if (!wish.scale && scale >= 1 && scale <= 255) wish.scale = static_cast<uint32_t>(scale);
  const int32_t plane = wearers.plane[wearer];
  const bool has_plane =
      room != kNone && plane >= 0 &&
      static_cast<size_t>(plane) <= rows_of(tables.rooms.plane_offset, room).size();
  if (!wish.plane && has_plane) wish.plane = static_cast<uint32_t>(plane);
  const int32_t x = wearers.x[wearer];
  if (options.at.empty() && x != kUnsaid) {
    options.at = fmt::format("{},{}", x, wearers.y[wearer]);
  }
  return costume;
}

int replay(const CLI::App& command, ReplayOptions& options) {
  ReplayOutput& output = options.output;
  const bool room_alone = options.room_alone();
  if (room_alone && options.room.empty()) {
    return fail("replay: expected --costume, --actor or --room (see: wardrobe help replay)");
  }
  for (const char* name : {"--chore", "--dir", "--script", "--look", "--at", "--plane", "--box",
                           "--actor-scale", "--crop", "--json"}) {
    if (room_alone && command.count(name) > 0) return fail(fmt::format("{} needs --costume", name));
  }
  if (!options.costume.empty() && !options.room.empty() && options.at.empty()) {
    return fail("--room needs --at");
  }
  if (output.file.empty() && !options.json) {
    return fail("replay: expected -o FILE or --json (see: wardrobe help replay)");
  }
  if (is_stream(output.file) && options.json) {
    return fail("--json and -o - both write to the standard output");
  }
  for (const char* name : {"--tick-ms", "--loops"}) {
    if (command.count(name) == 0 || is_animation(output)) continue;
    return fail(fmt::format("{}: {} works with .gif and .apng only", output.file, name));
  }
  Result<Input> input = open_input(options.archive, options.quiet, !options.room.empty());
  if (!input) return fail(input.error());
  const OpenArchive& open = input->open;
  options.inputs = std::move(input->files);
  options.inputs.push_back(options.script);
  const Result<uint32_t> costume = room_alone ? Result<uint32_t>(kNone)
                                   : options.actor.empty()
                                       ? costume_named(open.tables, options.costume)
                                       : dress(open.tables, options);
  if (!costume) return fail(costume.error());
  if (!room_alone && !options.room.empty() && options.at.empty()) {
    return fail("--room needs --at: no script says where the actor stands");
  }
  if (options.look) {
    Result<SlotColors> look = look_of(open.tables, *costume, *options.look);
    if (!look) return fail(look.error());
    options.recolours = *std::move(look);
  }
  Result<Trace> played = room_alone ? Result<Trace>(empty_trace(options))
                         : options.script.empty()
                             ? play_chore(open.tables, *costume, options)
                             : play_file(open.tables, *costume, options.script);
  if (!played) return fail(played.error());
  if (options.ticks) shorten(*played, *options.ticks);
  output.any_length = options.ticks.has_value();
  options.wish.shadows = shadows_named(options.shadows);
  if (!output.file.empty()) {
    const Status drawn = options.room.empty() ? draw(open, *costume, *played, options)
                                              : draw_in_room(open, *costume, *played, options);
    if (!drawn) return fail(drawn.error());
  }
  if (options.json) print_json(*played);
  return kFine;
}

void add_drawing_options(const Options& command, ReplayOptions& options) {
  ReplayOutput& file = options.output;
  StageWish& wish = options.wish;
  CLI::Option* output = command.add("--output", file.file);
  CLI::Option* palette = command.add("--palette", options.palette);
  CLI::Option* background = command.add("--background", options.background);
  CLI::Option* room = command.add("--room", options.room)->excludes(palette)->excludes(background);
  for (CLI::Option* option :
       {palette, background, room, command.add("--format", file.format),
        command.add("--shadows", options.shadows), command.add("--scale", file.scale),
        command.add("--tick-ms", file.tick_ms), command.add("--loops", file.loops),
        command.add("--force", file.force)}) {
    option->needs(output);
  }
  CLI::Option* at = command.add("--at", options.at);
  for (CLI::Option* option :
       {at, command.add("--objects", options.objects), command.add("--state", options.states),
        command.add("--cycle", options.cycle), command.add("--plane", wish.plane),
        command.add("--box", wish.box), command.add("--actor-scale", wish.scale),
        command.add("--crop", options.crop)}) {
    option->needs(room);
  }
}

}  // namespace

void add_replay_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ReplayOptions>();
  const Options command(app, "replay", kReplayHelp);
  command.add("ARCHIVE", options->archive)->required();
  CLI::Option* costume = command.add("--costume", options->costume);
  command.add("--actor", options->actor)->excludes(costume);
  command.add("--look", options->look);
  CLI::Option* chore = command.add("--chore", options->chore);
  CLI::Option* direction = command.add("--dir", options->direction);
  command.add("--script", options->script)->excludes(chore)->excludes(direction);
  command.add("--ticks", options->ticks);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  add_drawing_options(command, *options);
  command->callback(
      [options, app = &command.command(), &status] { status = replay(*app, *options); });
}

}  // namespace wardrobe
