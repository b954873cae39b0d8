#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/costume.h"
#include "formats/room.h"
#include "formats/tables.h"
#include "pipeline/parallel.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// An object, with the masks of each of its images.
struct ObjectLook : RoomObject {
  std::vector<Masks> masks;  ///< of each image; a row for each of its planes
};

/// What a room looks like: columns of Rooms and of the tables that it owns (FORMAT.md).
struct RoomLook {
  uint16_t width = 0;
  uint16_t height = 0;
  uint8_t transparent = 0;
  Boxes boxes;
  Scales scales;
  Cycles cycles;
  std::vector<ObjectLook> objects;
  std::vector<std::vector<uint8_t>> planes;  ///< bits of each; empty: missing
  std::vector<uint8_t> see_through;          ///< of each strip of the background
  uint64_t background_pixels = 0;            ///< 0: none is kept
  uint64_t background_xxh64 = 0;
};

/// Decodes the picture of an object to rows. `transparent` is the room's colour that see-through
/// strips do not draw; it becomes the picture's value that is not drawn. `out` has room for the
/// image's pixels and kPixelPadding more.
PictureFault decode_object_image(const ObjectImage& image, uint8_t& transparent,
                                 std::span<uint8_t> out);

/// Stage between scan and parse. Reads the sizes, walk boxes, scale slots, z-planes, objects,
/// colour cycles and, unless `backgrounds` is null, the backgrounds of all rooms (SCUMM.md §8), in
/// parallel. The pixels of backgrounds go to `backgrounds`; the pictures of objects point into
/// Scanned::object_bytes. Frees the other blocks of the rooms. Damage becomes failures.
std::vector<RoomLook> read_rooms(PixelSink* backgrounds, Scanned& scanned, Failures& failures,
                                 Progress& progress);

}  // namespace wardrobe
