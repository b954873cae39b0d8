#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm/block.h"
#include "formats/scumm/version.h"

namespace wardrobe {

/// Room numbers in a directory are bytes.
inline constexpr size_t kRoomNumbers = 256;

/// In versions 1 to 3, an offset that leads nowhere.
inline constexpr uint16_t kNowhere = 0xFFFF;

/// A directory of an index file, indexed by id; entry 0 is unused (SCUMM.md §1 "Index").
struct Directory {
  std::vector<uint8_t> room;     ///< in DROO, DIRR and 0R, the disk number instead
  std::vector<uint32_t> offset;  ///< relative to the room's offset
  std::vector<uint32_t> size{};  ///< from HE 70 on; empty before

  friend bool operator==(const Directory&, const Directory&) = default;
};

/// The rooms and costumes of an index file.
struct GameIndex {
  uint32_t maxs_size = 0;    ///< size of the MAXS block, header included; 0: none
  bool plain_names = false;  ///< RNAM has the form of HE 80
  bool inib = false;         ///< there is an INIB
  std::vector<uint16_t> named_room;
  std::vector<std::string> room_name;
  Directory rooms;                    ///< DROO, DIRR or 0R
  Directory costumes;                 ///< DCOS, DIRC or 0C
  std::vector<uint32_t> room_offset;  ///< DLFL, by room; empty: none
  std::vector<uint8_t> disk;          ///< DISK, by room: 1 is the first; empty: none
  /// For each room, the offsets that 0S, 0N and 0C list, rising, relative to the room's offset.
  /// Empty unless the game is of version 3 or 4.
  std::vector<std::vector<uint32_t>> starts{};
  std::optional<Version> version{};  ///< of an index whose blocks have no names

  /// Returns the disk number of the room's resource file, from DISK or else from `rooms`; 0:
  /// unknown.
  unsigned disk_of(size_t room_number) const;

  friend bool operator==(const GameIndex&, const GameIndex&) = default;
};

/// Reads an index whose blocks have names; `file` is without XOR. Each block is read in the form
/// that fits it. Damage is reported in `problems`, with offsets from the start of the file, and
/// everything else is read. Directories are read up to entry 65,535, because ids are u16.
GameIndex read_index(Bytes file, std::vector<Error>& problems,
                     BlockStyle style = BlockStyle::tag_first);

}  // namespace wardrobe
