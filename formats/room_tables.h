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
  OffsetsOf<S> actor_color_offset;
  ColumnOf<S, uint8_t> actor_color;  ///< actors' colours → the room's; none: the same
  OffsetsOf<S> see_through_offset;
  ColumnOf<S, uint8_t> see_through;  ///< one element per strip; none without a background
  ColumnOf<S, uint64_t> background_xxh64;
  OffsetsOf<S, uint64_t> background_offset;  ///< bytes of the column `backgrounds`

  WARDROBE_TABLE(rooms, number, source, offset, name_offset, name, width, height, transparent,
                 plane_offset, box_offset, scale_offset, actor_color_offset, actor_color,
                 see_through_offset, see_through, background_xxh64, background_offset);
};
using Rooms = RoomsOf<Vectors>;
using RoomsView = RoomsOf<Views>;

/// The z-planes of rooms.
template <class S>
struct PlanesOf {
  OffsetsOf<S> bits_offset;
  ColumnOf<S, uint8_t>
      bits;  ///< rows of ceil(width / 8) bytes, bit 7 leftmost; none: hides nothing

  WARDROBE_TABLE(planes, bits_offset, bits);
};
using Planes = PlanesOf<Vectors>;
using PlanesView = PlanesOf<Views>;

/// The walk boxes of rooms.
template <class S>
struct BoxesOf {
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

  WARDROBE_TABLE(boxes, ulx, uly, urx, ury, lrx, lry, llx, lly, mask, flags, scale);
};
using Boxes = BoxesOf<Vectors>;
using BoxesView = BoxesOf<Views>;

/// A bit of Boxes::scale. If it is set, the other bits are the number of a scale slot, less 1.
inline constexpr uint16_t kScaleSlot = 0x8000;

/// The scale slots of rooms.
template <class S>
struct ScalesOf {
  ColumnOf<S, int32_t> scale1;
  ColumnOf<S, int32_t> y1;
  ColumnOf<S, int32_t> scale2;
  ColumnOf<S, int32_t> y2;

  WARDROBE_TABLE(scales, scale1, y1, scale2, y2);
};
using Scales = ScalesOf<Vectors>;
using ScalesView = ScalesOf<Views>;

template <class S>
struct PalettesOf {
  ColumnOf<S, uint32_t> room;
  ColumnOf<S, uint16_t> number;
  OffsetsOf<S> rgb_offset;
  ColumnOf<S, uint8_t> rgb;

  WARDROBE_TABLE(palettes, room, number, rgb_offset, rgb);
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
  rooms.actor_color_offset.push_back(rooms.actor_color_offset.back());
  rooms.see_through_offset.push_back(rooms.see_through_offset.back());
  rooms.background_xxh64.push_back(0);
  rooms.background_offset.push_back(rooms.background_offset.back());
}

}  // namespace wardrobe
