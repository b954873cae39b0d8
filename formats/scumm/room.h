#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// LOFF: where each room of a resource file starts, from the start of the file (SCUMM.md §1).
struct RoomOffsets {
  std::vector<uint8_t> room;
  std::vector<uint32_t> offset;  ///< of the room's ROOM block, or in version 8 of its LFLF

  friend bool operator==(const RoomOffsets&, const RoomOffsets&) = default;
};

/// Reads LOFF's payload. If it is cut short, the complete entries are kept and a problem is
/// reported.
RoomOffsets read_room_offsets(Bytes payload, std::vector<Error>& problems);

/// The palettes of a room: palette i is rgb[rgb_offset[i]] up to rgb[rgb_offset[i + 1]], 3 bytes a
/// colour, 256 colours unless the file is damaged.
struct RoomPalettes {
  Offsets rgb_offset;
  std::vector<uint8_t> rgb;

  size_t count() const { return rgb_offset.size() - 1; }
  void add(Bytes colors);

  friend bool operator==(const RoomPalettes&, const RoomPalettes&) = default;
};

/// Adds the palette of a CLUT to `palettes`, given the block's payload.
void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

/// Adds the palettes of PALS/WRAP in the order of OFFS or, if OFFS is damaged, in file order.
/// Offsets of problems count from the start of the payload of PALS.
void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

/// Appends a ROOM block (from HE 70 on RMDA) with RMHD and palettes: in version 5 one CLUT (the
/// first palette), else PALS.
void write_room(uint16_t width, uint16_t height, const RoomPalettes& palettes, int version,
                std::vector<uint8_t>& out);

}  // namespace wardrobe
