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

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

/// A picture of all frames, and what says where they are.
Status export_sheet(const FramePlan& plan, const Tables& tables, const TickPainter& painter,
                    const Look& look, const std::string& name, const ExportOptions& options,
                    CostumeExport& out) {
  const Result<FrameImages> images = make_frame_images(plan, painter, look.background);
  if (!images) return images.error();
  const Result<Sheet> sheet = make_sheet(plan.box, *images, look.background, options.trim);
  if (!sheet) return sheet.error();
  Result<std::vector<uint8_t>> png = write_png(sheet->picture, look.palette);
  if (!png) return png.error();
  const std::string link = name + ".png";
  out.files.push_back({link, *std::move(png)});
  out.files.push_back(
      {name + ".json", bytes_of(sheet_json(plan, *sheet, tables, link, options.tick_ms))});
  if (options.format != ExportFormat::sheet) {
    const Godot version = options.format == ExportFormat::godot ? Godot::v4 : Godot::v3;
    out.files.push_back({name + ".tres", bytes_of(write_sprite_frames(plan, *sheet, link,
                                                                      options.tick_ms, version))});
  }
  const uint32_t side = std::max(sheet->picture.width, sheet->picture.height);
  if (side > kUsualSheetSide) {
    out.note = fmt::format("a sheet of {}×{} pixels, more than many devices can show",
                           sheet->picture.width, sheet->picture.height);
  } else if (sheet->packed && !options.trim) {
    out.note = fmt::format("a grid would pass {} pixels: packed, as with --trim", kUsualSheetSide);
  }
  return ok();
}

Status export_aseprite(const OpenArchive& open, const FramePlan& plan, const Look& look,
                       const std::string& name, const ExportOptions& options, CostumeExport& out) {
  std::vector<uint32_t> rows;
  for (const Cel& cel : plan.frames.cels) rows.push_back(cel.picture);
  const Result<PicturePixels> pixels = PicturePixels::read(open, rows);
  if (!pixels) return pixels.error();
  Result<std::vector<uint8_t>> file =
      write_aseprite(plan, open.tables, look, *pixels, options.tick_ms);
  if (!file) return file.error();
  out.files.push_back({name + ".aseprite", *std::move(file)});
  const uint32_t colors = choose_palette(plan, open.tables, look, *pixels).colors;
  out.palette = exported_palette(plan.costume, look, colors);
  return ok();
}

Status export_frames(const OpenArchive& open, const FramePlan& plan, const Look& look,
                     const std::string& name, const ExportOptions& options, CostumeExport& out) {
  if (options.format == ExportFormat::aseprite) {
    return export_aseprite(open, plan, look, name, options, out);
  }
  const Result<TickPainter> painter =
      TickPainter::create(open, plan.frames, plan.box, look.background);
  if (!painter) return painter.error();
  switch (options.format) {
    case ExportFormat::frames:
    case ExportFormat::gif:
    case ExportFormat::apng:
      return export_timelines(plan, open.tables, *painter, look, name, options, out);
    default:
      return export_sheet(plan, open.tables, *painter, look, name, options, out);
  }
}

Status export_pictures(const OpenArchive& open, uint32_t costume, const Look& look,
                       const std::string& name, CostumeExport& out) {
  const std::vector<SlotGroup> groups = slot_groups(open.tables, costume);
  const Result<PicturePixels> pixels =
      PicturePixels::read(open, picture_rows_of(open.tables, groups));
  if (!pixels) return pixels.error();
  return export_slots(open.tables, costume, groups, *pixels, look, name, out);
}

}  // namespace

const std::map<std::string, ExportFormat>& export_formats() {
  static const std::map<std::string, ExportFormat> kFormats = {
      {"sheet", ExportFormat::sheet},   {"aseprite", ExportFormat::aseprite},
      {"godot", ExportFormat::godot},   {"godot3", ExportFormat::godot3},
      {"frames", ExportFormat::frames}, {"pictures", ExportFormat::pictures},
      {"gif", ExportFormat::gif},       {"apng", ExportFormat::apng}};
  return kFormats;
}

Result<CostumeExport> export_costume(const OpenArchive& open, uint32_t costume,
                                     const std::string& name, const ExportOptions& options) {
  CostumeExport out;
  const Look look = make_look(open.tables, costume, options.palette);
  if (options.format == ExportFormat::pictures) {
    if (Status done = export_pictures(open, costume, look, name, out); !done) return done.error();
    out.index = costume_index(open.tables, costume, name, out.files);
    return out;
  }
  const Result<FramePlan> plan =
      make_frame_plan(open.tables, costume, kMaxMilliseconds / options.tick_ms);
  if (!plan) return plan.error();
  if (!plan->look.empty()) {
    const Status done = export_frames(open, *plan, look, name, options, out);
    if (!done) return done.error();
  }
  out.index = costume_index(open.tables, costume, name, out.files);
  add_plan(*plan, open.tables, options.tick_ms, out.index);
  return out;
}

}  // namespace wardrobe
