#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// Colours that scripts give to a costume: slot of its palette, colour of the room's.
using SlotColors = std::vector<std::pair<uint8_t, uint8_t>>;

/// The colours that a row of Wearers has.
SlotColors recolours_of(const TablesView& tables, uint32_t wearer);

/// A look of a costume: 0 has its own colours, 1 the first that a script gives it, and so on. Fails
/// if there are fewer.
Result<SlotColors> look_of(const TablesView& tables, uint32_t costume, uint32_t look);

/// Draws a costume in other colours of `palette`, a row of Palettes; none: that of make_look, or
/// else that of its room.
void recolour(const TablesView& tables, uint32_t costume, std::optional<uint32_t> palette,
              const SlotColors& recolours, Look& look);
void recolour(const SlotColors& recolours, RoomStage& stage);

}  // namespace wardrobe
