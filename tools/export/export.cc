#include "tools/export/export.h"

#include <algorithm>

#include <fmt/core.h>

#include "tools/export/aseprite_writer.h"
#include "tools/export/export_index.h"
#include "tools/export/frame_images.h"
#include "tools/export/frame_plan.h"
#include "tools/export/godot_writer.h"
#include "tools/export/picture_pixels.h"
#include "tools/export/picture_slots.h"
#include "tools/export/png_writer.h"
#include "tools/export/sheet.h"
#include "tools/export/sheet_json.h"
#include "tools/export/timeline_files.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMaxMilliseconds = 65535;  ///< of a frame of an .aseprite file
static_assert(kMaxTickMs <= kMaxMilliseconds);

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

/// Exports the frames of a costume: `write(plan, look, out)` makes its files. Loops repeat with
/// `shortest`, or with the whole state if the options say so.
template <class Write>
Result<CostumeExport> export_plan(const OpenArchive& open, uint32_t costume,
                                  const std::string& name, const ExportOptions& options,
                                  LoopBy shortest, Write&& write) {
  const LoopBy loop = options.whole_state ? LoopBy::state : shortest;
  const Result<FramePlan> plan =
      make_frame_plan(open.tables, costume, kMaxMilliseconds / options.tick_ms, loop);
  if (!plan) return plan.error();
  CostumeExport out;
  if (!plan->look.empty()) {
    const Status written = write(*plan, make_look(open.tables, costume, options.palette), out);
    if (!written) return written.error();
  }
  out.index = costume_index(open.tables, costume, name, out.files);
  add_plan(*plan, open.tables, options.tick_ms, out.index);
  return out;
}

/// What a user might want to know of a sheet; empty: nothing.
std::string sheet_note(const Sheet& sheet, bool trim) {
  const auto& [width, height, pixels] = sheet.picture;
  if (std::max(width, height) > kUsualSheetSide) {
    return fmt::format("a sheet of {}×{} pixels, more than many devices can show", width, height);
  }
  if (!sheet.packed || trim) return {};
  return fmt::format("a grid would pass {} pixels: packed, as with --trim", kUsualSheetSide);
}

/// A picture of all frames, a JSON that says where they are, and for Godot a resource, too.
Result<CostumeExport> export_sheet_for(std::optional<Godot> godot, const OpenArchive& open,
                                       uint32_t costume, const std::string& name,
                                       const ExportOptions& options) {
  const auto write = [&](const FramePlan& plan, const Look& look, CostumeExport& out) -> Status {
    const auto painter = TickPainter::create(open, plan.frames, plan.box, look.background);
    if (!painter) return painter.error();
    const Result<FrameImages> images = make_frame_images(plan, *painter, look.background);
    if (!images) return images.error();
    const Result<Sheet> sheet = make_sheet(plan.box, *images, look.background, options.trim);
    if (!sheet) return sheet.error();
    Result<std::vector<uint8_t>> png = write_png(sheet->picture, look.palette);
    if (!png) return png.error();
    const std::string link = name + ".png";
    out.files.push_back({link, *std::move(png)});
    const std::string json = sheet_json(plan, *sheet, open.tables, link, options.tick_ms);
    out.files.push_back({name + ".json", bytes_of(json)});
    if (godot) {
      const std::string frames = write_sprite_frames(plan, *sheet, link, options.tick_ms, *godot);
      out.files.push_back({name + ".tres", bytes_of(frames)});
    }
    out.note = sheet_note(*sheet, options.trim);
    return ok();
  };
  return export_plan(open, costume, name, options, LoopBy::looks, write);
}

Result<CostumeExport> export_timelines(TimelineFiles kind, const OpenArchive& open,
                                       uint32_t costume, const std::string& name,
                                       const ExportOptions& options) {
  const auto write = [&](const FramePlan& plan, const Look& look, CostumeExport& out) -> Status {
    const auto painter = TickPainter::create(open, plan.frames, plan.box, look.background);
    if (!painter) return painter.error();
    return add_timelines(plan, open.tables, *painter, look, name, options.tick_ms, kind, out.files);
  };
  return export_plan(open, costume, name, options, LoopBy::looks, write);
}

}  // namespace

Result<CostumeExport> export_sheet(const OpenArchive& open, uint32_t costume,
                                   const std::string& name, const ExportOptions& options) {
  return export_sheet_for(std::nullopt, open, costume, name, options);
}

Result<CostumeExport> export_godot4(const OpenArchive& open, uint32_t costume,
                                    const std::string& name, const ExportOptions& options) {
  return export_sheet_for(Godot::v4, open, costume, name, options);
}

Result<CostumeExport> export_godot3(const OpenArchive& open, uint32_t costume,
                                    const std::string& name, const ExportOptions& options) {
  return export_sheet_for(Godot::v3, open, costume, name, options);
}

Result<CostumeExport> export_frames(const OpenArchive& open, uint32_t costume,
                                    const std::string& name, const ExportOptions& options) {
  return export_timelines(TimelineFiles::pngs, open, costume, name, options);
}

Result<CostumeExport> export_gif(const OpenArchive& open, uint32_t costume, const std::string& name,
                                 const ExportOptions& options) {
  return export_timelines(TimelineFiles::gif, open, costume, name, options);
}

Result<CostumeExport> export_apng(const OpenArchive& open, uint32_t costume,
                                  const std::string& name, const ExportOptions& options) {
  return export_timelines(TimelineFiles::apng, open, costume, name, options);
}

Result<CostumeExport> export_aseprite(const OpenArchive& open, uint32_t costume,
                                      const std::string& name, const ExportOptions& options) {
  const auto write = [&](const FramePlan& plan, const Look& look, CostumeExport& out) -> Status {
    std::vector<uint32_t> rows;
    for (const Cel& cel : plan.frames.cels) rows.push_back(cel.picture);
    const Result<PicturePixels> pixels = PicturePixels::read(open, rows);
    if (!pixels) return pixels.error();
    Result<std::vector<uint8_t>> file =
        write_aseprite(plan, open.tables, look, *pixels, options.tick_ms);
    if (!file) return file.error();
    out.files.push_back({name + ".aseprite", *std::move(file)});
    const uint32_t colors = choose_palette(plan, open.tables, look, *pixels).colors;
    out.palette = exported_palette(costume, look, colors);
    return ok();
  };
  // Every slot that a timeline draws is kept, so that all can be edited.
  return export_plan(open, costume, name, options, LoopBy::cels, write);
}

Result<CostumeExport> export_pictures(const OpenArchive& open, uint32_t costume,
                                      const std::string& name, const ExportOptions& options) {
  const std::vector<SlotGroup> groups = slot_groups(open.tables, costume);
  const Result<PicturePixels> pixels =
      PicturePixels::read(open, picture_rows_of(open.tables, groups));
  if (!pixels) return pixels.error();
  CostumeExport out;
  const Look look = make_look(open.tables, costume, options.palette);
  const Status done = export_slots(open.tables, costume, groups, *pixels, look, name, out);
  if (!done) return done.error();
  out.index = costume_index(open.tables, costume, name, out.files);
  return out;
}

}  // namespace wardrobe
