#pragma once

#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {

/// The parts of export_costume. Each appends a costume's files of some formats to `out`.

struct FrameExport {
  const OpenArchive& open;
  CostumeFormat format;
  const FramePlan& plan;  ///< of at least one frame
  const Look& look;
  const std::string& name;
  const ExportOptions& options;
};

/// A PNG of all frames, a JSON of their places and, for Godot, a resource.
Status add_sheet(const FrameExport& job, CostumeExport& out);

/// Each timeline as a GIF, an APNG, or one PNG per tick.
Status add_timelines(const FrameExport& job, CostumeExport& out);

/// An indexed PNG of each stored picture, with each pixel as a square of `scale` × `scale`, and its
/// row of the manifest.
Status add_pictures(const OpenArchive& open, uint32_t costume, const Look& look,
                    const std::string& name, uint32_t scale, CostumeExport& out);

/// The first colours of a costume's files, so that `apply` notices that an editor has sorted them.
Row palette_row(uint32_t costume, const Look& look, uint32_t colors);

/// A costume's row of the index: its files and, if exported by a plan, its frames and timelines.
Row costume_index(const Tables& tables, uint32_t costume, const std::string& name,
                  const std::vector<ExportFile>& files);
void add_plan(const FramePlan& plan, unsigned tick_ms, Row& index);

}  // namespace wardrobe
