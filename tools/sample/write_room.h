#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/room.h"
#include "formats/tables.h"
#include "tools/sample/write_scripts.h"

namespace wardrobe {

/// Append a BOXD and a SCAL. The rows must fit into the fields of the version.
void write_boxes(const Boxes& boxes, Version version, std::vector<uint8_t>& out);
void write_scales(const Scales& scales, Version version, std::vector<uint8_t>& out);

/// A picture to write: encoded strips from left to right. In version 2, the bitmap is all, with the
/// z-plane; in version 1, an object's bitmap is its map, and a room's the four colours, with the
/// five parts in order of their offsets as strips.
struct RoomPictureDraft {
  using Strips = std::vector<std::vector<uint8_t>>;
  Strips strips;
  std::vector<uint8_t> bitmap;  ///< of Humongous games, instead of strips: code and pixels
  /// The strips of each z-plane. A strip without bytes has offset 0. A plane without strips has no
  /// block.
  std::vector<Strips> planes;
  std::vector<uint8_t> bomp{};  ///< of an object, instead of strips: the rows
};

/// Appends an RMIM; in version 8, an IMAG.
void write_room_picture(const RoomPictureDraft& picture, Version version,
                        std::vector<uint8_t>& out);

/// An object to write: a row of Objects, whose `parent` is a position from 1, with its images.
struct ObjectDraft {
  uint16_t number = 0;
  std::string name;
  int x = 0;
  int y = 0;
  unsigned width = 0;
  unsigned height = 0;
  int walk_x = 0;
  int walk_y = 0;
  uint16_t direction = 0;
  uint8_t state = 0;
  uint8_t parent = 0;
  uint8_t parent_state = 0;
  std::vector<RoomPictureDraft> images{};  ///< of states 1, 2, …
};

/// The number of a direction in CDHD and, in version 7, IMHD.
unsigned object_direction(uint16_t degrees);

/// The picture, the boxes, the scale slots, the objects and the colour cycles of a room to write.
struct RoomScene {
  uint8_t transparent = 255;
  RoomPictureDraft picture;
  Boxes boxes;
  Scales scales;
  std::vector<ObjectDraft> objects{};
  Cycles cycles{};
};

/// Appends a ROOM block (RMDA from HE 70 on, RO in version 4) with its header and palettes. The
/// palettes are a PA or nothing in version 4, one CLUT (of the first palette) in version 5, and
/// PALS in others. With a scene, the room also has boxes and scale slots and, up to HE 61, the
/// picture. Before version 5, it has no boxes and slots. `scripts` are written but for global ones,
/// and in version 8, where they have a block of their own.
void write_room(uint16_t width, uint16_t height, const RoomPalettes& palettes, Version version,
                std::vector<uint8_t>& out, const RoomScene* scene = nullptr,
                std::span<const ScriptDraft> scripts = {});

}  // namespace wardrobe
