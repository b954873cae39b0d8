#pragma once

#include <cstdint>
#include <optional>

#include "formats/tables.h"

namespace wardrobe {

/// Look-ups by the numbers that games use. Each returns nullopt if there is no such thing.

/// The costume with this id or alias: a row of Costumes.
std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id);

/// Palette `number`, counted from 0, of a row of Rooms: a row of Palettes.
std::optional<uint32_t> palette_of_room(const TablesView& tables, uint32_t room, uint32_t number);

/// The same of the room that find_room() returns.
std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number);

/// The room with this number: a row of Rooms. Of several, the one that the game's index means,
/// which comes first (FORMAT.md "rooms").
std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number);

}  // namespace wardrobe
