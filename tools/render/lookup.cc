#include "tools/render/lookup.h"

#include <algorithm>

namespace wardrobe {

std::optional<uint32_t> find_costume(const CostumeIds& ids, uint32_t id) {
  if (id == 0) return std::nullopt;
  for (uint32_t row = 0; row < ids.id.size(); ++row) {
    if (ids.id[row] == id) return row;
    if (row + size_t{1} >= ids.alias_offset.size()) continue;
    const size_t end = std::min<size_t>(ids.alias_offset[row + 1], ids.alias.size());
    for (size_t i = ids.alias_offset[row]; i < end; ++i) {
      if (ids.alias[i] == id) return row;
    }
  }
  return std::nullopt;
}

std::optional<uint32_t> find_costume(const Tables& tables, uint32_t id) {
  const Costumes& costumes = tables.costumes;
  return find_costume({costumes.id, costumes.alias_offset, costumes.alias}, id);
}

std::optional<uint32_t> find_record(std::span<const uint16_t> numbers, unsigned directions,
                                    RecordKey key) {
  const auto found = std::ranges::find(numbers, record_number(key.chore, key.facing, directions));
  if (found == numbers.end()) return std::nullopt;
  return static_cast<uint32_t>(found - numbers.begin());
}

std::optional<uint32_t> find_record(const Tables& tables, uint32_t costume, RecordKey key) {
  const RowRange records = rows_of(tables.costumes.record_offset, costume);
  const auto numbers = std::span(tables.records.number).subspan(records.front(), records.size());
  const std::optional<uint32_t> found =
      find_record(numbers, tables.costumes.directions[costume], key);
  return found ? std::optional(records.front() + *found) : std::nullopt;
}

std::optional<uint32_t> find_palette(const PaletteNumbers& palettes, uint32_t room,
                                     uint32_t number) {
  for (uint32_t row = 0; row < palettes.room.size(); ++row) {
    const uint32_t room_row = palettes.room[row];
    if (room_row < palettes.room_number.size() && palettes.room_number[room_row] == room &&
        palettes.number[row] == number) {
      return row;
    }
  }
  return std::nullopt;
}

std::optional<uint32_t> find_palette(const Tables& tables, uint32_t room, uint32_t number) {
  const Palettes& palettes = tables.palettes;
  return find_palette({tables.rooms.number, palettes.room, palettes.number}, room, number);
}

std::optional<uint32_t> find_room(std::span<const uint16_t> numbers, uint32_t number) {
  const auto found = std::ranges::find(numbers, number);
  if (found == numbers.end()) return std::nullopt;
  return static_cast<uint32_t>(found - numbers.begin());
}

}  // namespace wardrobe
