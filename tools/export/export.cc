#include "tools/export/export.h"

#include <utility>

#include <fmt/core.h>

#include "tools/export/aseprite_writer.h"
#include "tools/export/costume_files.h"
#include "tools/list/rows.h"
#include "tools/render/looks.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMaxMilliseconds = 65535;  ///< of a frame in an .aseprite file
static_assert(kMaxTickMs <= kMaxMilliseconds);

Status add_aseprite(const FrameExport& job, CostumeFiles& files, std::string& palette) {
  const auto pixels_of = [&](uint32_t row) { return job.worker.pictures.read(row); };
  ASSIGN_OR_RETURN(const AsepriteExport made, write_aseprite(job.plan, job.tables(), job.look,
                                                             pixels_of, job.options.tick_ms));
  add_line(palette_row(job.plan.costume, job.look, made.colors), palette);
  return files.add(job.name + ".aseprite", made.file);
}

Status add_frames(const FrameExport& job, CostumeFiles& files, CostumeExport& out) {
  switch (job.format) {
    case CostumeFormat::aseprite:
      return add_aseprite(job, files, out.palette);
    case CostumeFormat::frames:
    case CostumeFormat::gif:
    case CostumeFormat::apng:
      return add_timelines(job, files);
    case CostumeFormat::godot4:
    case CostumeFormat::godot3:
      return add_sheet(job, files, out.note,
                       [&](const Sheet& sheet) { return add_godot(job, sheet, files); });
    default:
      return add_sheet(job, files, out.note);
  }
}

}  // namespace

Status add_gpl(const Look& look, const std::string& name, CostumeFiles& files) {
  std::string text = fmt::format("GIMP Palette\nName: {}\nColumns: 16\n#\n", name);
  for (uint32_t i = 0; i < look.colors; ++i) {
    const uint8_t* const rgb = &look.palette.rgb[size_t{3} * i];
    text += fmt::format("{:3} {:3} {:3}\tcolour {}\n", rgb[0], rgb[1], rgb[2], i);
  }
  return files.add(name + ".gpl", bytes_of(text));
}

Result<CostumeExport> export_costume(CostumeFormat format, ExportWorker& worker, uint32_t costume,
                                     const std::string& name, const ExportOptions& options,
                                     const GiveFile& give) {
  CostumeExport out;
  CostumeFiles files(give);
  Row index;
  const std::string wearer = worker.wearers.text(costume);
  const TablesView& tables = worker.pictures.archive().tables();
  const bool has_pictures = format == CostumeFormat::pictures || format == CostumeFormat::hd;
  const bool is_editable =
      has_pictures || format == CostumeFormat::aseprite || format == CostumeFormat::gpl;
  Look look = make_look(tables, costume, options.palette, {},
                        is_editable ? Shadows::as_stored : options.shadows);
  ASSIGN_OR_RETURN(const SlotColors recolours, look_of(tables, costume, options.look));
  recolour(tables, costume, options.palette, recolours, look);
  if (has_pictures) {
    TRY(add_pictures(worker, costume, look, name, options, files, out));
    index = index_row(tables, costume, wearer, name, files);
  } else if (format == CostumeFormat::gpl) {
    TRY(add_gpl(look, name, files));
    index = index_row(tables, costume, wearer, name, files);
  } else {
    ASSIGN_OR_RETURN(const FramePlan plan,
                     make_frame_plan(tables, costume, kMaxMilliseconds / options.tick_ms, options));
    if (!plan.look.empty()) {
      TRY(add_frames({worker, format, plan, look, name, options}, files, out));
    }
    index = index_row(tables, costume, wearer, name, files);
    add_plan(plan, options.tick_ms, index);
  }
  out.files = files.list().size();
  add_line(index, out.index);
  for (const auto& [file, hash] : files.list()) add_line(file_row(file, hash), out.written);
  return out;
}

}  // namespace wardrobe
