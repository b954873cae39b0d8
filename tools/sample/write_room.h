#pragma once

#include <cstdint>
#include <vector>

#include "formats/scumm/room.h"
#include "formats/tables.h"

namespace wardrobe {

/// These append a BOXD or a SCAL, with rows that fit into the version's fields.
void write_boxes(const Boxes& boxes, int version, std::vector<uint8_t>& out);
void write_scales(const Scales& scales, int version, std::vector<uint8_t>& out);

/// A picture to be written: encoded strips, from the left.
struct RoomPictureDraft {
  using Strips = std::vector<std::vector<uint8_t>>;
  Strips strips;
  std::vector<uint8_t> bitmap;  ///< Humongous games only, in place of strips: code and pixels
  /// The strips of each mask plane. A strip without bytes has offset 0, and a plane without strips
  /// has no block.
  std::vector<Strips> planes;
};

/// Appends an RMIM, or in version 8 an IMAG.
void write_room_picture(const RoomPictureDraft& picture, int version, std::vector<uint8_t>& out);

/// Picture, boxes and scale slots of a room, to be written.
struct RoomScene {
  uint8_t transparent = 255;
  RoomPictureDraft picture;
  Boxes boxes;
  Scales scales;
};

/// Appends a ROOM block (from HE 70 on RMDA, in version 4 RO) with its header and palettes: in
/// version 4 a PA or nothing, in version 5 one CLUT (of the first palette), else PALS. With a
/// scene, the room also has boxes and scale slots and, up to HE 61, the picture; before version 5
/// the scene is ignored.
void write_room(uint16_t width, uint16_t height, const RoomPalettes& palettes, int version,
                std::vector<uint8_t>& out, const RoomScene* scene = nullptr);

}  // namespace wardrobe
