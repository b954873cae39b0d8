#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "formats/player/direction.h"
#include "formats/tables.h"

namespace wardrobe {

/// Looks things up by the numbers that games know them by. Nothing where there is no such thing.

/// Columns that are searched. They need not be valid.
struct CostumeIds {
  std::span<const uint16_t> id;
  std::span<const uint32_t> alias_offset;
  std::span<const uint16_t> alias;
};
struct PaletteNumbers {
  std::span<const uint16_t> room_number;  ///< of Rooms
  std::span<const uint32_t> room;         ///< of Palettes
  std::span<const uint16_t> number;       ///< of Palettes
};

/// The costume that number `id` of the index leads to, be it its id or an alias: a row of Costumes.
std::optional<uint32_t> find_costume(const CostumeIds& ids, uint32_t id);
std::optional<uint32_t> find_costume(const Tables& tables, uint32_t id);

/// A costume's record of a chore in a direction: which of `numbers`, those of its records.
std::optional<uint32_t> find_record(std::span<const uint16_t> numbers, unsigned directions,
                                    RecordKey key);
/// The same as a row of Records, and of Timelines.
std::optional<uint32_t> find_record(const Tables& tables, uint32_t costume, RecordKey key);

/// Palette `number`, counted from 0, of the room with that number: a row of Palettes.
std::optional<uint32_t> find_palette(const PaletteNumbers& palettes, uint32_t room,
                                     uint32_t number);
std::optional<uint32_t> find_palette(const Tables& tables, uint32_t room, uint32_t number);

/// The room with that number: a row of Rooms.
std::optional<uint32_t> find_room(std::span<const uint16_t> numbers, uint32_t number);

}  // namespace wardrobe
