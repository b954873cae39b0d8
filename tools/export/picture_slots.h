#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/picture_pixels.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {

/// Where a costume has a picture.
struct PictureSlot {
  uint8_t limb = 0;  ///< kNoLimb: AKOS
  uint32_t index = 0;
  uint32_t entry = 0;  ///< row of Entries
};

/// Slots that hold the same picture at the same place, in their order.
using SlotGroup = std::vector<PictureSlot>;

/// All slots of a costume that hold pictures, by the order of their first slots.
std::vector<SlotGroup> slot_groups(const Tables& tables, uint32_t costume);

/// The rows of Pictures that the groups show.
std::vector<uint32_t> picture_rows_of(const Tables& tables, const std::vector<SlotGroup>& groups);

/// An indexed PNG for each group, with the pixels as they are stored, and its row of the manifest.
Status export_slots(const Tables& tables, uint32_t costume, const std::vector<SlotGroup>& groups,
                    const PicturePixels& pixels, const Look& look, const std::string& name,
                    CostumeExport& out);

/// The first colours of a costume's files, by which a palette that was sorted is noticed.
Row exported_palette(uint32_t costume, const Look& look, uint32_t colors);

/// What identifies the game in a manifest: its version, and its files' names and sizes.
Row game_row(const Tables& tables);

}  // namespace wardrobe
