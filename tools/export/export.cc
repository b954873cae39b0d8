#include "tools/export/export.h"

#include <utility>

#include "tools/export/aseprite_writer.h"
#include "tools/export/costume_files.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMaxMilliseconds = 65535;  ///< of a frame in an .aseprite file
static_assert(kMaxTickMs <= kMaxMilliseconds);

Status add_aseprite(const FrameExport& job, CostumeExport& out) {
  const TablesView& tables = job.open.tables;
  const auto pixels_of = [&](uint32_t row) { return job.open.archive.read_picture(row); };
  ASSIGN_OR_RETURN(AsepriteExport made,
                   write_aseprite(job.plan, tables, job.look, pixels_of, job.options.tick_ms));
  out.files.push_back({job.name + ".aseprite", std::move(made.file)});
  out.palette = palette_row(job.plan.costume, job.look, made.colors);
  return ok();
}

Status add_frames(const FrameExport& job, CostumeExport& out) {
  switch (job.format) {
    case CostumeFormat::aseprite:
      return add_aseprite(job, out);
    case CostumeFormat::frames:
    case CostumeFormat::gif:
    case CostumeFormat::apng:
      return add_timelines(job, out);
    default:
      return add_sheet(job, out);
  }
}

}  // namespace

Result<CostumeExport> export_costume(CostumeFormat format, const OpenArchive& open,
                                     uint32_t costume, const std::string& name,
                                     const ExportOptions& options) {
  CostumeExport out;
  const bool is_editable = format == CostumeFormat::pictures || format == CostumeFormat::aseprite;
  const Look look = make_look(open.tables, costume, options.palette, {},
                              is_editable ? Shadows::as_stored : options.shadows);
  if (format == CostumeFormat::pictures) {
    TRY(add_pictures(open, costume, look, name, options.scale, out));
    add_index(open.tables, costume, name, out);
    return out;
  }
  ASSIGN_OR_RETURN(const FramePlan plan,
                   make_frame_plan(open.tables, costume, kMaxMilliseconds / options.tick_ms));
  if (!plan.look.empty()) {
    TRY(add_frames({open, format, plan, look, name, options}, out));
  }
  add_index(open.tables, costume, name, out);
  add_plan(plan, options.tick_ms, out.index);
  return out;
}

}  // namespace wardrobe
