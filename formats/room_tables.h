#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "formats/column.h"

// The tables of rooms of an archive, laid out as in the file: FORMAT.md "The tables".

namespace wardrobe {

/// Rows are appended with add_room().
struct Rooms {
  Column<uint16_t> number;
  Column<uint32_t> source;
  Column<uint32_t> offset;
  Offsets name_offset;
  Column<uint8_t> name;
  Column<uint16_t> width;  ///< 0: its header was not found
  Column<uint16_t> height;
  Column<uint8_t> transparent;
  Offsets plane_offset;  ///< rows of Planes; the first is plane 1
  Offsets box_offset;    ///< rows of Boxes; the first is box 0
  Offsets scale_offset;  ///< rows of Scales; the first is slot 1
  Offsets see_through_offset;
  Column<uint8_t> see_through;  ///< one element per strip; none without a background
  Column<uint64_t> background_xxh64;
  Offsets64 background_offset;  ///< bytes of the column `backgrounds`

  static constexpr auto kColumns =
      std::tuple(named("number", &Rooms::number), named("source", &Rooms::source),
                 named("offset", &Rooms::offset), named("name_offset", &Rooms::name_offset),
                 named("name", &Rooms::name), named("width", &Rooms::width),
                 named("height", &Rooms::height), named("transparent", &Rooms::transparent),
                 named_rows("plane_offset", &Rooms::plane_offset, "planes"),
                 named_rows("box_offset", &Rooms::box_offset, "boxes"),
                 named_rows("scale_offset", &Rooms::scale_offset, "scales"),
                 named("see_through_offset", &Rooms::see_through_offset),
                 named("see_through", &Rooms::see_through),
                 named("background_xxh64", &Rooms::background_xxh64),
                 named_rows("background_offset", &Rooms::background_offset, "backgrounds"));
};

/// The z-planes of rooms.
struct Planes {
  Offsets bits_offset;
  Column<uint8_t> bits;  ///< rows of ceil(width / 8) bytes, bit 7 leftmost; none: hides nothing

  static constexpr auto kColumns =
      std::tuple(named("bits_offset", &Planes::bits_offset), named("bits", &Planes::bits));
};

/// The walk boxes of rooms.
struct Boxes {
  Column<int32_t> ulx;
  Column<int32_t> uly;
  Column<int32_t> urx;
  Column<int32_t> ury;
  Column<int32_t> lrx;
  Column<int32_t> lry;
  Column<int32_t> llx;
  Column<int32_t> lly;
  Column<uint8_t> mask;
  Column<uint32_t> flags;
  Column<uint16_t> scale;  ///< 1 to 255, or kScaleSlot and a slot's number less 1

  static constexpr auto kColumns =
      std::tuple(named("ulx", &Boxes::ulx), named("uly", &Boxes::uly), named("urx", &Boxes::urx),
                 named("ury", &Boxes::ury), named("lrx", &Boxes::lrx), named("lry", &Boxes::lry),
                 named("llx", &Boxes::llx), named("lly", &Boxes::lly), named("mask", &Boxes::mask),
                 named("flags", &Boxes::flags), named("scale", &Boxes::scale));
};

/// A bit of Boxes::scale. If it is set, the other bits are the number of a scale slot, less 1.
inline constexpr uint16_t kScaleSlot = 0x8000;

/// The scale slots of rooms.
struct Scales {
  Column<int32_t> scale1;
  Column<int32_t> y1;
  Column<int32_t> scale2;
  Column<int32_t> y2;

  static constexpr auto kColumns =
      std::tuple(named("scale1", &Scales::scale1), named("y1", &Scales::y1),
                 named("scale2", &Scales::scale2), named("y2", &Scales::y2));
};

struct Palettes {
  Column<uint32_t> room;
  Column<uint16_t> number;
  Offsets rgb_offset;
  Column<uint8_t> rgb;

  static constexpr auto kColumns =
      std::tuple(named("room", &Palettes::room), named("number", &Palettes::number),
                 named("rgb_offset", &Palettes::rgb_offset), named("rgb", &Palettes::rgb));
};

/// Appends a room without a size, planes, boxes, scale slots or a background.
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
