#pragma once

#include <cstdint>
#include <optional>

#include "formats/tables.h"

namespace wardrobe {

/// Look-ups by the numbers that games use. Each returns nullopt if there is no such thing.

/// The costume with this id or alias: a row of Costumes.
std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id);

/// Palette `number`, counted from 0, of the room numbered `room`: a row of Palettes.
std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number);

/// The room with this number: a row of Rooms.
std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number);

}  // namespace wardrobe
