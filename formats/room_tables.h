#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "formats/column.h"

// The tables of rooms of an archive, laid out as in the file: FORMAT.md "The tables".

namespace wardrobe {

/// Rows are appended with add_room().
template <class S>
struct RoomsOf {
  using Storage = S;
  ColumnOf<S, uint16_t> number;
  ColumnOf<S, uint32_t> source;
  ColumnOf<S, uint32_t> offset;
  OffsetsOf<S> name_offset;
  ColumnOf<S, uint8_t> name;
  ColumnOf<S, uint16_t> width;  ///< 0: its header was not found
  ColumnOf<S, uint16_t> height;
  ColumnOf<S, uint8_t> transparent;
  OffsetsOf<S> plane_offset;  ///< rows of Planes; the first is plane 1
  OffsetsOf<S> box_offset;    ///< rows of Boxes; the first is box 0
  OffsetsOf<S> scale_offset;  ///< rows of Scales; the first is slot 1
  OffsetsOf<S> see_through_offset;
  ColumnOf<S, uint8_t> see_through;  ///< one element per strip; none without a background
  ColumnOf<S, uint64_t> background_xxh64;
  OffsetsOf<S, uint64_t> background_offset;  ///< bytes of the column `backgrounds`

  static constexpr auto kColumns =
      std::tuple(named("number", &RoomsOf::number), named("source", &RoomsOf::source),
                 named("offset", &RoomsOf::offset), named("name_offset", &RoomsOf::name_offset),
                 named("name", &RoomsOf::name), named("width", &RoomsOf::width),
                 named("height", &RoomsOf::height), named("transparent", &RoomsOf::transparent),
                 named_rows("plane_offset", &RoomsOf::plane_offset, "planes"),
                 named_rows("box_offset", &RoomsOf::box_offset, "boxes"),
                 named_rows("scale_offset", &RoomsOf::scale_offset, "scales"),
                 named("see_through_offset", &RoomsOf::see_through_offset),
                 named("see_through", &RoomsOf::see_through),
                 named("background_xxh64", &RoomsOf::background_xxh64),
                 named_rows("background_offset", &RoomsOf::background_offset, "backgrounds"));
};
using Rooms = RoomsOf<Vectors>;
using RoomsView = RoomsOf<Views>;

/// The z-planes of rooms.
template <class S>
struct PlanesOf {
  using Storage = S;
  OffsetsOf<S> bits_offset;
  ColumnOf<S, uint8_t>
      bits;  ///< rows of ceil(width / 8) bytes, bit 7 leftmost; none: hides nothing

  static constexpr auto kColumns =
      std::tuple(named("bits_offset", &PlanesOf::bits_offset), named("bits", &PlanesOf::bits));
};
using Planes = PlanesOf<Vectors>;
using PlanesView = PlanesOf<Views>;

/// The walk boxes of rooms.
template <class S>
struct BoxesOf {
  using Storage = S;
  ColumnOf<S, int32_t> ulx;
  ColumnOf<S, int32_t> uly;
  ColumnOf<S, int32_t> urx;
  ColumnOf<S, int32_t> ury;
  ColumnOf<S, int32_t> lrx;
  ColumnOf<S, int32_t> lry;
  ColumnOf<S, int32_t> llx;
  ColumnOf<S, int32_t> lly;
  ColumnOf<S, uint8_t> mask;
  ColumnOf<S, uint32_t> flags;
  ColumnOf<S, uint16_t> scale;  ///< 1 to 255, or kScaleSlot and a slot's number less 1

  static constexpr auto kColumns = std::tuple(
      named("ulx", &BoxesOf::ulx), named("uly", &BoxesOf::uly), named("urx", &BoxesOf::urx),
      named("ury", &BoxesOf::ury), named("lrx", &BoxesOf::lrx), named("lry", &BoxesOf::lry),
      named("llx", &BoxesOf::llx), named("lly", &BoxesOf::lly), named("mask", &BoxesOf::mask),
      named("flags", &BoxesOf::flags), named("scale", &BoxesOf::scale));
};
using Boxes = BoxesOf<Vectors>;
using BoxesView = BoxesOf<Views>;

/// A bit of Boxes::scale. If it is set, the other bits are the number of a scale slot, less 1.
inline constexpr uint16_t kScaleSlot = 0x8000;

/// The scale slots of rooms.
template <class S>
struct ScalesOf {
  using Storage = S;
  ColumnOf<S, int32_t> scale1;
  ColumnOf<S, int32_t> y1;
  ColumnOf<S, int32_t> scale2;
  ColumnOf<S, int32_t> y2;

  static constexpr auto kColumns =
      std::tuple(named("scale1", &ScalesOf::scale1), named("y1", &ScalesOf::y1),
                 named("scale2", &ScalesOf::scale2), named("y2", &ScalesOf::y2));
};
using Scales = ScalesOf<Vectors>;
using ScalesView = ScalesOf<Views>;

template <class S>
struct PalettesOf {
  using Storage = S;
  ColumnOf<S, uint32_t> room;
  ColumnOf<S, uint16_t> number;
  OffsetsOf<S> rgb_offset;
  ColumnOf<S, uint8_t> rgb;

  static constexpr auto kColumns =
      std::tuple(named("room", &PalettesOf::room), named("number", &PalettesOf::number),
                 named("rgb_offset", &PalettesOf::rgb_offset), named("rgb", &PalettesOf::rgb));
};
using Palettes = PalettesOf<Vectors>;
using PalettesView = PalettesOf<Views>;

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
