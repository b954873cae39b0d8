#include <algorithm>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "formats/hash.h"
#include "formats/limits.h"
#include "tools/export/json_rows.h"

namespace wardrobe {
namespace {

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace

uint64_t plane_hash(const Tables& tables, uint32_t room, uint32_t plane) {
  const size_t width = tables.rooms.width[room];
  const size_t height = tables.rooms.height[room];
  const Bytes bits = elements_at(tables.planes.bits_offset, tables.planes.bits, plane);
  const size_t stride = bits.size() / std::max<size_t>(height, 1);
  std::vector<uint8_t> row(width);
  size_t y = 0;
  return xxh64_of_pieces([&]() -> Bytes {
    if (y == height) return {};
    for (size_t x = 0; x < width && !bits.empty(); ++x) {
      const unsigned byte = bits[y * stride + x / kStripColumns];
      row[x] = static_cast<uint8_t>(byte >> (kStripColumns - 1 - x % kStripColumns) & 1);
    }
    ++y;
    return row;
  });
}

void room_rows(const Tables& tables, const GiveRow& give) {
  const Rooms& rooms = tables.rooms;
  for (uint32_t room = 0; room < rooms.number.size(); ++room) {
    Row planes = Row::array();
    for (const uint32_t plane : rows_of(rooms.plane_offset, room)) {
      planes.push_back(hash_text(plane_hash(tables, room, plane)));
    }
    const bool background = rooms.background_offset[room + 1] != rooms.background_offset[room];
    give({{"room", room_number(tables, room)},
          {"name", std::string(text_at(rooms.name_offset, rooms.name, room))},
          {"width", rooms.width[room]},
          {"height", rooms.height[room]},
          {"transparent", rooms.transparent[room]},
          {"planes", planes.size()},
          {"boxes", rows_of(rooms.box_offset, room).size()},
          {"background", background},
          {"xxh64", background ? Row(hash_text(rooms.background_xxh64[room])) : Row()},
          {"zplanes", planes}});
  }
}

}  // namespace wardrobe
