#pragma once

#include <cstdint>
#include <optional>

#include "formats/player/direction.h"
#include "formats/tables.h"

namespace wardrobe {

/// Look-ups by the numbers that games use. Each returns nullopt if there is no such thing.

/// The costume with this id or alias: a row of Costumes.
std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id);

/// The record of a chore in a direction: a row of Records and also of Timelines.
std::optional<uint32_t> find_record(const TablesView& tables, uint32_t costume, RecordKey key);

/// Palette `number`, counted from 0, of the room numbered `room`: a row of Palettes.
std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number);

/// The room with this number: a row of Rooms.
std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number);

}  // namespace wardrobe
