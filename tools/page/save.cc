// Writes what the page saves: the files that `wardrobe export` and `wardrobe replay` write.
// script/module.js calls this.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/play_rules.h"
#include "formats/player.h"
#include "formats/script.h"
#include "formats/versions.h"
#include "tools/export/animation.h"
#include "tools/export/aseprite_writer.h"
#include "tools/export/costume_files.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/export/names.h"
#include "tools/export/png_writer.h"
#include "tools/library/handles.h"
#include "tools/list/rows.h"
#include "tools/list/wearers.h"
#include "tools/render/looks.h"
#include "tools/render/objects.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMaxMilliseconds = 65535;  ///< of a frame, in all formats

/// What to save; module.js describes it. Numbers can be kNone. JavaScript writes these members one
/// after the other.
struct Wish {
  const char* format;
  const char* name;    ///< of a file, or the beginning of those of several; null: as in exports
  const char* script;  ///< for `replay`, instead of what the timeline plays; null: none
  const char*
      states;  ///< of the room's objects, as `replay --state` has them, by spaces; null: none
  const uint32_t* colors;  ///< ImagePalette::kColors, red lowest, in place of those of the palette,
                           ///< or 0 for no other; null: none. Not for rooms and single pictures
  uint32_t costume, palette, look, scale, tick_ms, picture, timeline;
  uint32_t from, to, hidden, mirror;
  uint32_t room_palette;
  int32_t x, y;
  uint32_t box, plane;
};

std::optional<uint32_t> unless_none(uint32_t number) {
  return number == kNone ? std::nullopt : std::optional(number);
}

/// The words between the spaces of a text; none if it is null.
std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  for (std::string_view left = text != nullptr ? text : ""; !left.empty();) {
    const size_t end = std::min(left.find(' '), left.size());
    words.emplace_back(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return words;
}

/// The look of the costume with the colours of the wish.
Result<Look> look_of(const TablesView& tables, const Wish& wish, Shadows shadows) {
  const std::optional<uint32_t> palette = unless_none(wish.palette);
  Look look = make_look(tables, wish.costume, palette, {}, shadows);
  ASSIGN_OR_RETURN(const SlotColors recolours, look_of(tables, wish.costume, wish.look));
  recolour(tables, wish.costume, palette, recolours, look);
  if (wish.colors == nullptr) return look;
  for (size_t i = 0; i < ImagePalette::kColors; ++i) {
    if (wish.colors[i] == 0) continue;
    for (size_t part = 0; part < 3; ++part) {
      look.palette.rgb[3 * i + part] = static_cast<uint8_t>(wish.colors[i] >> 8 * part);
    }
  }
  return look;
}

/// Files, one after the other, and a line with the size and name of each.
struct Saved {
  std::string lines;
  std::vector<uint8_t> bytes;

  Status add(const std::string& name, Bytes file) {
    lines += std::to_string(file.size()) + " " + name + "\n";
    bytes.insert(bytes.end(), file.begin(), file.end());
    return ok();
  }
  GiveFile give() {
    return [this](const std::string& name, Bytes file) { return add(name, file); };
  }
};

/// The ticks to save, with the cels that are shown.
class Shot {
 public:
  Shot(const TablesView& tables, const Wish& wish) : tables_(tables), wish_(wish) {}

  /// Plays the timeline or the script, and takes the ticks of the wish.
  Status play() {
    ASSIGN_OR_RETURN(const Trace whole, played());
    box_ = bounds_of(whole, tables_.pictures);
    const auto count = static_cast<uint32_t>(whole.ticks());
    const uint32_t first = wish_.from;
    const uint32_t last = unless_none(wish_.to).value_or(std::max(first, count - 1));
    const bool is_whole = first == 0 && last + 1 == count;
    trace_.loop_start = is_whole ? whole.loop_start : 0;
    const uint32_t loop = unless_none(whole.loop_start).value_or(0);
    for (uint32_t at = first; at <= last; ++at) {
      const uint32_t tick = at < count ? at : loop + (at - loop) % (count - loop);
      take(whole.cels_at(tick), whole.events_at(tick));
    }
    if (wish_.mirror != 0) box_.left = 1 - box_.left - box_.width;
    return ok();
  }

  const Trace& trace() const { return trace_; }
  const Rect& box() const { return box_; }

 private:
  Result<Trace> played() const {
    if (wish_.script == nullptr) return baked_trace(tables_, wish_.timeline);
    ASSIGN_OR_RETURN(const Script script, parse_script(wish_.script, tables_.game.version[0]));
    return play_script(tables_, wish_.costume, script);
  }

  void take(std::span<const Cel> cels, std::span<const PlayerEvent> events) {
    for (Cel cel : cels) {
      if ((wish_.hidden >> cel.limb & 1) != 0) continue;
      if (wish_.mirror != 0) {
        cel.x = 1 - cel.x - tables_.pictures.width[cel.picture];
        cel.flip ^= 1;
      }
      trace_.cels.push_back(cel);
    }
    trace_.events.insert(trace_.events.end(), events.begin(), events.end());
    trace_.end_tick();
  }

  const TablesView& tables_;
  const Wish& wish_;
  Trace trace_;
  Rect box_;
};

/// Saves the ticks as a PNG of the first one, or as an animation.
Status save_images(const TickPainter& painter, const ImagePalette& palette,
                   const std::string& format, const std::string& name, const ExportOptions& options,
                   Saved& saved) {
  if (format == "png") {
    ASSIGN_OR_RETURN(const IndexImage image, painter.draw(0, 1, options.scale));
    ASSIGN_OR_RETURN(const std::vector<uint8_t> png, write_png(image, palette));
    return saved.add(name, png);
  }
  std::vector<AnimationFrame> frames;
  for (uint32_t tick = 0; tick < painter.ticks(); ++tick) frames.push_back({tick, 1, kNone});
  AnimationWriter writer(
      format == "gif" ? AnimationFormat::gif : AnimationFormat::apng,
      static_cast<uint32_t>(painter.box().width) * options.scale,
      static_cast<uint32_t>(painter.box().height) * options.scale,
      [&](uint32_t tick) { return painter.draw(tick, 1, options.scale); }, palette,
      options.tick_ms);
  ASSIGN_OR_RETURN(const std::vector<uint8_t> file, writer.write(frames, 0));
  return saved.add(name, file);
}

/// Saves a plan of at least one frame as sheet, aseprite or gif.
Status save_plan(ExportWorker& worker, const FramePlan& plan, const Look& look,
                 const std::string& format, const std::string& name, const ExportOptions& options,
                 Saved& saved) {
  if (format == "aseprite") {
    const auto pixels_of = [&](uint32_t row) { return worker.pictures.read(row); };
    ASSIGN_OR_RETURN(
        const AsepriteExport made,
        write_aseprite(plan, worker.pictures.archive().tables(), look, pixels_of, options.tick_ms));
    return saved.add(name + ".aseprite", made.file);
  }
  const GiveFile give = saved.give();
  CostumeFiles files(give);
  std::string note;
  const bool is_gif = format == "gif";
  const FrameExport job{
      worker, is_gif ? CostumeFormat::gif : CostumeFormat::sheet, plan, look, name, options};
  return is_gif ? add_timelines(job, files) : add_sheet(job, files, note);
}

/// Saves ticks of a timeline as `format`: png, gif, apng, sheet or aseprite. In a room, the first
/// three.
Status save_ticks(ExportWorker& worker, const Wish& wish, const std::string& name,
                  const ExportOptions& options, Saved& saved) {
  const Archive& archive = worker.pictures.archive();
  const TablesView& tables = archive.tables();
  const std::string format = wish.format;
  Shot shot(tables, wish);
  TRY(shot.play());
  const bool is_image = format == "png" || format == "gif" || format == "apng";
  if (wish.room_palette != kNone && is_image) {
    const uint32_t room = tables.palettes.room[wish.room_palette];
    StageWish place{{wish.x, wish.y}, unless_none(wish.box), unless_none(wish.plane)};
    place.states = object_states(tables, room, ShownObjects::first);
    TRY(set_object_states(tables, room, words_of(wish.states), *place.states));
    ASSIGN_OR_RETURN(RoomStage stage,
                     make_stage(archive, wish.costume, room, wish.room_palette, place));
    ASSIGN_OR_RETURN(const SlotColors recolours, look_of(tables, wish.costume, wish.look));
    recolour(recolours, stage);
    const Rect box = stage_bounds(stage, shot.trace(), tables.pictures, false);
    ASSIGN_OR_RETURN(const TickPainter painter,
                     TickPainter::create(worker.pictures, shot.trace(), box, stage));
    return save_images(painter, stage.palette, format, name, options, saved);
  }
  ASSIGN_OR_RETURN(
      const Look look,
      look_of(tables, wish, format == "aseprite" ? Shadows::as_stored : Shadows::darken));
  if (is_image) {
    ASSIGN_OR_RETURN(const TickPainter painter,
                     TickPainter::create(worker.pictures, shot.trace(), shot.box(), look));
    return save_images(painter, look.palette, format, name, options, saved);
  }
  ASSIGN_OR_RETURN(const FramePlan plan,
                   make_trace_plan(tables, wish.costume, wish.timeline, shot.trace(),
                                   kMaxMilliseconds / options.tick_ms, options));
  return save_plan(worker, plan, look, format, name, options, saved);
}

/// Saves the whole costume in the format of the wish: sheet, aseprite, gif, gpl or pictures.
Status save_costume(ExportWorker& worker, const Wish& wish, const std::string& name,
                    const ExportOptions& options, Saved& saved) {
  const TablesView& tables = worker.pictures.archive().tables();
  const uint32_t costume = wish.costume;
  const std::string format = wish.format;
  const bool is_editable = format == "aseprite" || format == "gpl" || format == "pictures";
  ASSIGN_OR_RETURN(const Look look,
                   look_of(tables, wish, is_editable ? Shadows::as_stored : Shadows::darken));
  const GiveFile give = saved.give();
  CostumeFiles files(give);
  if (format == "gpl") return add_gpl(look, name, files);
  if (format == "pictures") {
    CostumeExport out;
    return add_pictures(worker, costume, look, name, options, files, out);
  }
  ASSIGN_OR_RETURN(const FramePlan plan,
                   make_frame_plan(tables, costume, kMaxMilliseconds / options.tick_ms, options));
  return plan.look.empty() ? ok() : save_plan(worker, plan, look, format, name, options, saved);
}

Status save(const Archive& archive, const Wish& wish, Saved& saved) {
  const std::string format = wish.format;
  ExportOptions options;
  options.palette = unless_none(wish.palette);
  options.scale = format == "aseprite" ? 1 : wish.scale;
  options.tick_ms = wish.tick_ms;
  const std::string name = wish.name != nullptr
                               ? std::string(wish.name)
                               : costume_names(archive.tables().costumes)[wish.costume];
  ExportWorker worker(archive);
  if (wish.timeline != kNone) return save_ticks(worker, wish, name, options, saved);
  if (wish.picture == kNone) return save_costume(worker, wish, name, options, saved);
  const Look look =
      make_look(archive.tables(), wish.costume, options.palette, {}, Shadows::as_stored);
  ASSIGN_OR_RETURN(const Bytes png, picture_png(worker, wish.picture, look));
  return saved.add(name, png);
}

}  // namespace
}  // namespace wardrobe

extern "C" {

/// Makes the files of a wish. Sets *size to the size of the result: a line "SIZE NAME" for each
/// file, an empty line and the bytes of all files; or "error " and what is wrong. It is valid until
/// the next call.
[[clang::export_name("page_save")]] const uint8_t* page_save(const wardrobe_archive* archive,
                                                             const wardrobe::Wish* wish,
                                                             size_t* size) {
  static std::vector<uint8_t> result;
  wardrobe::Saved saved;
  const wardrobe::Status done = wardrobe::save(archive->archive, *wish, saved);
  const std::string head = done ? saved.lines + "\n" : "error " + text_of(done.error());
  result.assign(head.begin(), head.end());
  if (done) result.insert(result.end(), saved.bytes.begin(), saved.bytes.end());
  *size = result.size();
  return result.data();
}

/// Returns the rows of `wardrobe list commands --json`, or of calls, valid until the next call. In
/// wardrobe_list they come with the rows of all other tables.
[[clang::export_name("page_rows")]] const char* page_rows(const wardrobe_archive* archive,
                                                          bool wants_calls) {
  static std::string lines;
  lines.clear();
  const auto list = wants_calls ? wardrobe::call_rows : wardrobe::command_rows;
  list(archive->tables(), [](const wardrobe::Row& row) { lines += wardrobe::json_line(row); });
  return lines.c_str();
}

/// Returns the name of who wears each costume, or nothing, a line each; valid until the next call.
[[clang::export_name("page_wearers")]] const char* page_wearers(const wardrobe_archive* archive) {
  static std::string lines;
  lines.clear();
  const wardrobe::TablesView& tables = archive->tables();
  const wardrobe::CostumeWearers wearers(tables);
  for (uint32_t row = 0; row < tables.costumes.id.size(); ++row) lines += wearers.name(row) + "\n";
  return lines.c_str();
}

/// Returns what a timeline's makers called its chore, with the number; valid until the next call.
[[clang::export_name("page_chore_name")]] const char* page_chore_name(
    const wardrobe_archive* archive, uint32_t timeline, uint32_t chore) {
  static std::string name;
  name = wardrobe::numbered_name(archive->tables(), timeline, chore);
  return name.c_str();
}

/// Fills in the chores with which an actor of the game appears, at most 3. Returns their number.
[[clang::export_name("page_first_chores")]] size_t page_first_chores(
    const wardrobe_archive* archive, uint32_t* chores) {
  const auto& player = wardrobe::facts(archive->tables().game.version[0]).player;
  for (const wardrobe::NamedChore name : player.prelude) *chores++ = player.chore(name);
  return player.prelude.size();
}
}
