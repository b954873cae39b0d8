#pragma once

#include <cstdint>
#include <string_view>

#include "formats/tables.h"

namespace wardrobe {

/// Appends a room of which nothing more is known: no size, planes, boxes, slots or background.
inline void add_room(Rooms& rooms, uint16_t number, uint32_t source, uint32_t offset,
                     std::string_view name = {}) {
  rooms.number.push_back(number);
  rooms.source.push_back(source);
  rooms.offset.push_back(offset);
  append_text(rooms.name_offset, rooms.name, name);
  rooms.width.push_back(0);
  rooms.height.push_back(0);
  rooms.transparent.push_back(0);
  rooms.plane_offset.push_back(rooms.plane_offset.back());
  rooms.box_offset.push_back(rooms.box_offset.back());
  rooms.scale_offset.push_back(rooms.scale_offset.back());
  rooms.see_through_offset.push_back(rooms.see_through_offset.back());
  rooms.background_xxh64.push_back(0);
  rooms.background_offset.push_back(rooms.background_offset.back());
}

}  // namespace wardrobe
