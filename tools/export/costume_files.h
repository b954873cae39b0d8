#pragma once

#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {

/// The parts of export_costume. Each of the first three appends a costume's files to `out`.

struct FrameExport {
  const OpenArchive& open;
  CostumeFormat format;
  const FramePlan& plan;  ///< of at least one frame
  const Look& look;
  const std::string& name;
  const ExportOptions& options;
};

/// Adds a PNG with all frames, a JSON file with their places and, for Godot, a resource.
Status add_sheet(const FrameExport& job, CostumeExport& out);

/// Adds each timeline as a GIF, an APNG, or one PNG per tick.
Status add_timelines(const FrameExport& job, CostumeExport& out);

/// Adds an indexed PNG of each stored picture, with a square of `scale` × `scale` for each pixel,
/// and the picture's row of the manifest.
Status add_pictures(const OpenArchive& open, uint32_t costume, const Look& look,
                    const std::string& name, uint32_t scale, CostumeExport& out);

/// The colours of a costume's files, for the manifest or index: `apply` compares them with the
/// colours in an edited file to notice that an editor has sorted them.
Row palette_row(uint32_t costume, const Look& look, uint32_t colors);

/// Adds a costume's row of the index, and the rows of its files. add_plan adds frames and
/// timelines.
void add_index(const TablesView& tables, uint32_t costume, const std::string& name,
               CostumeExport& out);
void add_plan(const FramePlan& plan, unsigned tick_ms, Row& index);

}  // namespace wardrobe
