#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/player/script.h"
#include "formats/player/trace.h"
#include "pipeline/io/files.h"
#include "tools/export/gif_writer.h"
#include "tools/export/json_rows.h"
#include "tools/export/png_writer.h"
#include "tools/program/command.h"
#include "tools/program/output_file.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"
#include "tools/render/palette_choice.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// Of a frame, or of a strip of all frames, after scaling.
constexpr int64_t kMaxPixels = 64 << 20;
constexpr std::string_view kFrameNumber = "%d";

struct ReplayOptions {
  std::string archive;
  std::string costume;
  std::string chore;
  std::string direction;
  std::string script;
  std::string output;
  std::string palette;
  std::string background{kTransparent};
  unsigned scale = 1;
  unsigned tick_ms = 100;
  unsigned loops = 0;
  bool json = false;
  bool force = false;
};

Error error(std::string message) { return {ErrorCode::not_found, kNoOffset, std::move(message)}; }

// What is played.

Result<uint32_t> find_costume(const Tables& tables, std::string_view name) {
  const Costumes& costumes = tables.costumes;
  const bool by_row = name.starts_with('#');
  const std::optional<uint32_t> number = number_of(name.substr(by_row ? 1 : 0));
  if (!number) return error(fmt::format("--costume {}: expected an id, or #ROW", name));
  if (by_row && *number < costumes.id.size()) return *number;
  for (uint32_t row = 0; row < costumes.id.size() && !by_row && *number != 0; ++row) {
    if (costumes.id[row] == *number) return row;
    const auto first = costumes.alias.begin();
    const auto last = first + costumes.alias_offset[row + 1];
    if (std::find(first + costumes.alias_offset[row], last, *number) != last) return row;
  }
  return error(fmt::format("there is no costume {}; see: wardrobe list ARCHIVE costumes", name));
}

Result<Trace> play_chore(const Tables& tables, uint32_t costume, const ReplayOptions& options) {
  const std::optional<unsigned> chore = chore_of(options.chore);
  if (!chore) {
    return error(
        fmt::format("--chore {}: expected a number, init, walk, stand, talk-start or talk-stop",
                    options.chore));
  }
  const std::optional<Direction> facing = direction_of(options.direction);
  if (!facing) {
    return error(
        fmt::format("--dir {}: expected W, E, S, N, or degrees in steps of 45", options.direction));
  }
  const Costumes& costumes = tables.costumes;
  const unsigned number = record_number(*chore, *facing, costumes.directions[costume]);
  for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
       ++row) {
    if (tables.records.number[row] == number) return baked_trace(tables, row);
  }
  return error(fmt::format("costume {} has no chore {} in direction {}", options.costume,
                           options.chore, options.direction));
}

Result<Trace> play_file(const Tables& tables, uint32_t costume, const std::string& file) {
  const Result<std::vector<uint8_t>> text = read_file(file);
  if (!text) return error(describe(file, text.error()));
  const Result<Script> script =
      parse_script({reinterpret_cast<const char*>(text->data()), text->size()});
  if (!script) return error(describe(file, script.error()));
  return play_script(tables, costume, *script);
}

void print_json(const Trace& trace) {
  for (size_t tick = 0; tick < trace.ticks(); ++tick) {
    Row cels = Row::array();
    for (const Cel& cel : trace.cels_at(tick)) {
      cels.push_back(Row::array({cel.limb, cel.index, cel.x, cel.y, cel.flip}));
    }
    Row events = Row::array();
    for (const PlayerEvent& event : trace.events_at(tick)) {
      events.push_back(Row::array({event.limb, event_name(event.kind), event.value}));
    }
    fmt::print("{}", json_line({{"tick", tick}, {"cels", cels}, {"events", events}}));
  }
}

// What it looks like.

/// The pixels of all pictures of a trace.
Result<std::map<uint32_t, std::vector<uint8_t>>> read_pixels(OpenArchive& open,
                                                             const Trace& trace) {
  std::map<uint32_t, std::vector<uint8_t>> pixels;
  for (const Cel& cel : trace.cels) pixels[cel.picture];
  for (auto& [picture, bytes] : pixels) {
    const Status read = open.archive.read_picture(open.tables.pictures, picture, bytes);
    if (!read) return read.error();
  }
  return pixels;
}

/// Draws the frames of a trace.
class Stage {
 public:
  Stage(const Tables& tables, const Trace& trace, const Box& box, const Look& look, PixelsOf pixels)
      : tables_(tables), trace_(trace), box_(box), look_(look), pixels_(std::move(pixels)) {}

  /// `count` frames from `tick` on, side by side.
  IndexImage draw(size_t tick, size_t count, unsigned scale) const {
    const auto width = static_cast<size_t>(box_.width);
    const auto height = static_cast<size_t>(box_.height);
    IndexImage image{static_cast<uint32_t>(width * count), static_cast<uint32_t>(height), {}};
    image.pixels.assign(width * count * height, look_.background);
    for (size_t i = 0; i < count; ++i) {
      draw_cels(trace_.cels_at(tick + i), tables_.pictures, pixels_, box_,
                {std::span(image.pixels).subspan(i * width), width, height, width * count});
    }
    return magnified(image, scale);
  }

 private:
  const Tables& tables_;
  const Trace& trace_;
  const Box& box_;
  const Look& look_;
  PixelsOf pixels_;
};

// Where it goes.

enum class Output : uint8_t { gif, strip, frames };

Result<Output> output_kind(std::string_view file) {
  const bool numbered = file.find(kFrameNumber) != std::string_view::npos;
  if (file.ends_with(".gif")) return Output::gif;
  if (file.ends_with(".png")) return numbered ? Output::frames : Output::strip;
  return error(fmt::format("{}: expected a name that ends in .gif, .png or -%d.png", file));
}

std::string frame_file(std::string file, size_t tick) {
  const size_t at = file.rfind(kFrameNumber);
  return file.replace(at, kFrameNumber.size(), std::to_string(tick));
}

Status check_size(const Box& box, size_t ticks, Output kind, unsigned scale) {
  const int64_t count = kind == Output::strip ? static_cast<int64_t>(ticks) : 1;
  const int64_t most = kMaxPixels / count / scale / scale;
  const std::string size =
      fmt::format("{} of {}×{} pixels", count_text(static_cast<uint64_t>(count), "frame"),
                  box.width * scale, box.height * scale);
  if (box.width > most / box.height) {
    return error(fmt::format("{}: more than 64 Mpx{}", size,
                             count > 1 ? " (one picture a frame: NAME-%d.png)" : ""));
  }
  if (kind == Output::gif && std::max(box.width, box.height) * scale > kMaxGifSide) {
    return error(fmt::format("{}: a GIF has at most {} each way", size, kMaxGifSide));
  }
  return ok();
}

Status save(const std::string& file, const Result<std::vector<uint8_t>>& bytes,
            const ReplayOptions& options) {
  if (!bytes) return error(describe(file, bytes.error()));
  return save_output(file, *bytes, options.force);
}

Result<std::vector<uint8_t>> make_gif(const Stage& stage, size_t ticks, const Look& look,
                                      const ReplayOptions& options) {
  // Ticks that are no whole hundredths of a second are longer and shorter by turns.
  const auto start = [&](size_t tick) { return tick * options.tick_ms / 10; };
  std::unique_ptr<GifWriter> gif;
  for (size_t tick = 0; tick < ticks; ++tick) {
    const IndexImage frame = stage.draw(tick, 1, options.scale);
    if (gif == nullptr) {
      gif = std::make_unique<GifWriter>(frame.width, frame.height, look.palette,
                                        static_cast<uint16_t>(options.loops));
    }
    gif->add(frame, static_cast<uint16_t>(start(tick + 1) - start(tick)));
  }
  return gif->finish();
}

Status save_pictures(const Stage& stage, size_t ticks, Output kind, const Look& look,
                     const ReplayOptions& options) {
  if (kind == Output::gif) {
    return save(options.output, make_gif(stage, ticks, look, options), options);
  }
  if (kind == Output::strip) {
    return save(options.output, write_png(stage.draw(0, ticks, options.scale), look.palette),
                options);
  }
  for (size_t tick = 0; tick < ticks; ++tick) {
    const IndexImage frame = stage.draw(tick, 1, options.scale);
    Status saved = save(frame_file(options.output, tick), write_png(frame, look.palette), options);
    if (!saved) return saved;
  }
  return ok();
}

Status draw_all(OpenArchive& open, uint32_t costume, const Trace& trace,
                const ReplayOptions& options) {
  const Result<Output> kind = output_kind(options.output);
  if (!kind) return kind.error();
  const Result<Look> look = make_look(open.tables, costume, options.palette, options.background);
  if (!look) return look.error();
  const Box box = box_of(trace, open.tables.pictures);
  if (Status size = check_size(box, trace.ticks(), *kind, options.scale); !size) return size;
  for (size_t tick = 0; tick < (*kind == Output::frames ? trace.ticks() : 1); ++tick) {
    const std::string file =
        *kind == Output::frames ? frame_file(options.output, tick) : options.output;
    const Status free = check_output(file, options.force, {options.archive, options.script});
    if (!free) return free;
  }
  const auto pixels = read_pixels(open, trace);
  if (!pixels) return error(describe(options.archive, pixels.error()));
  const Stage stage(open.tables, trace, box, *look,
                    [&](uint32_t picture) -> Bytes { return pixels->at(picture); });
  Status saved = save_pictures(stage, trace.ticks(), *kind, *look, options);
  if (saved && !options.json) {
    fmt::print("{}: {} of {}×{} pixels, the anchor at {}, {}\n", printable(options.output),
               count_text(trace.ticks(), "frame"), box.width * options.scale,
               box.height * options.scale, -box.left * options.scale, -box.top * options.scale);
  }
  return saved;
}

int replay(const ReplayOptions& options) {
  if (options.output.empty() && !options.json) {
    return fail("replay: expected -o FILE or --json (see --help)");
  }
  if (options.script.empty() && (options.chore.empty() || options.direction.empty())) {
    return fail("replay: expected --chore and --dir, or --script (see --help)");
  }
  Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error().message);
  const Result<uint32_t> costume = find_costume(open->tables, options.costume);
  if (!costume) return fail(costume.error().message);
  const Result<Trace> trace = options.script.empty()
                                  ? play_chore(open->tables, *costume, options)
                                  : play_file(open->tables, *costume, options.script);
  if (!trace) return fail(trace.error().message);
  if (!options.output.empty()) {
    const Status drawn = draw_all(*open, *costume, *trace, options);
    if (!drawn) return fail(drawn.error().message);
  }
  if (options.json) print_json(*trace);
  return kFine;
}

}  // namespace

void add_replay_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Plays a costume: an animated GIF, PNGs, or its cels tick by tick");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")->required();
  command->add_option("--costume", options->costume, "An id, or #ROW")->required();
  CLI::Option* chore = command->add_option(
      "--chore", options->chore, "N, init, walk, stand, talk-start or talk-stop, as it was baked");
  CLI::Option* direction =
      command->add_option("--dir", options->direction, "W, E, S, N, or degrees in steps of 45");
  command->add_option("--script", options->script, "Plays what this file says instead, live")
      ->excludes(chore)
      ->excludes(direction);
  command
      ->add_option("-o,--output", options->output,
                   "NAME.gif: one pass of the ticks; NAME-%d.png: a file a tick; NAME.png: all "
                   "ticks side by side")
      ->check(check_name);
  command->add_option(
      "--palette", options->palette,
      "ROOM or ROOM:N, a palette of a room (default: the costume's own true colours, or the first "
      "palette of its room, or where that is all black, the first that shows it)");
  command->add_option("--background", options->background, "transparent, or a colour of the room")
      ->capture_default_str();
  command->add_option("--scale", options->scale, "Pixels become squares of this size")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  command->add_option("--tick-ms", options->tick_ms, "Milliseconds a tick, of a GIF")
      ->check(CLI::Range(20, 655350))
      ->capture_default_str();
  command->add_option("--loops", options->loops, "Loop count of a GIF; 0: for ever")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command->add_flag("--json", options->json, "The cels and events, one JSON object a tick");
  command->add_flag("--force", options->force, "Replace files that are there");
  command->footer(
      "A chore plays until it comes back to where it was: thousands of ticks where limbs have\n"
      "periods of their own. A script plays up to its end, or 32 ticks from its last event on.\n"
      "A line of a script is TICK and one of\n"
      "  init|walk|stand|talk-start|talk-stop|chore N [DIRECTION], face DIRECTION, animate N, end\n"
      "Example:\n"
      "  wardrobe replay game.wardrobe --costume 1 --chore walk --dir W -o walk.gif --scale 3");
  command->callback([options, &status] { status = replay(*options); });
}

}  // namespace wardrobe
