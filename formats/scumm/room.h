#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// LOFF or FO: where each room of a resource file starts, from the start of the file (SCUMM.md §1).
struct RoomOffsets {
  std::vector<uint8_t> room;
  std::vector<uint32_t> offset;  ///< of the ROOM; in version 8 of the LFLF, in version 4 of the LF

  friend bool operator==(const RoomOffsets&, const RoomOffsets&) = default;
};

/// Reads the payload of LOFF or FO; `name` says which. If it is cut short, the complete entries are
/// kept and a problem is reported.
RoomOffsets read_room_offsets(std::string_view name, Bytes payload, std::vector<Error>& problems);

/// The palettes of a room. Palette i is the bytes rgb[rgb_offset[i]] up to rgb[rgb_offset[i + 1]],
/// 3 for each colour. It has 256 colours, in EGA games 16, or fewer if the file is damaged.
struct RoomPalettes {
  Offsets rgb_offset;
  std::vector<uint8_t> rgb;

  size_t count() const { return rgb_offset.size() - 1; }
  void add(Bytes colors);

  friend bool operator==(const RoomPalettes&, const RoomPalettes&) = default;
};

/// Adds the palette of a CLUT to `palettes`. `payload` is the block's.
void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

/// Adds the palette of a PA to `palettes`. `payload` is the block's; the size in it counts colours
/// if `counts_colors` (version 3), otherwise bytes.
void read_pa(Bytes payload, bool counts_colors, RoomPalettes& palettes,
             std::vector<Error>& problems);

/// The 16 colours of games up to version 4 whose rooms have no PA (SCUMM.md §1 "Version 4").
RoomPalettes ega_palette();

/// Adds the palettes of PALS/WRAP in the order of OFFS or, if OFFS is damaged, in file order.
/// Offsets of problems count from the start of the payload of PALS.
void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

}  // namespace wardrobe
