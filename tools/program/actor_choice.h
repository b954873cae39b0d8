#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// Colours that scripts give to a costume: slot of its palette, colour of the room's.
using SlotColors = std::vector<std::pair<uint8_t, uint8_t>>;

/// Looks up the value of --actor, a number or a part of a name: a row of Wearers whose costume is
/// in the archive. One in this room, a row of Rooms, goes first; `room` may be none.
Result<uint32_t> wearer_named(const TablesView& tables, std::string_view name, uint32_t room);

/// The colours that a row of Wearers has.
SlotColors recolours_of(const TablesView& tables, uint32_t wearer);

/// Looks up the value of --look: 0 is a costume's own colours, 1 the first that a script gives it.
Result<SlotColors> look_named(const TablesView& tables, uint32_t costume, uint32_t look);

/// Draws a costume in other colours of `palette`, a row of Palettes; none: that of its room.
void recolour(const TablesView& tables, uint32_t costume, uint32_t palette,
              const SlotColors& recolours, Look& look);
void recolour(const SlotColors& recolours, RoomStage& stage);

}  // namespace wardrobe
