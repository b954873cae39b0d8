#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// A directory of an index file: element i is what has the id i; entry 0 is unused
/// (SCUMM.md §1 "Index").
struct Directory {
  std::vector<uint8_t> room;     ///< DROO, DIRR: the disk number
  std::vector<uint32_t> offset;  ///< from the room's offset
  std::vector<uint32_t> size{};  ///< from HE 70 on, else empty

  friend bool operator==(const Directory&, const Directory&) = default;
};

/// What an index file tells of rooms and costumes.
struct GameIndex {
  uint32_t maxs_size = 0;    ///< size of the MAXS block with its header; 0: there is none
  bool plain_names = false;  ///< RNAM has the form of HE 80
  std::vector<uint16_t> named_room;
  std::vector<std::string> room_name;
  Directory rooms;                    ///< DROO or DIRR
  Directory costumes;                 ///< DCOS or DIRC
  std::vector<uint32_t> room_offset;  ///< DLFL, by room; empty: there is none
  std::vector<uint8_t> disk;          ///< DISK, by room: 1 is the first; empty: there is none

  /// The number of the resource file that has the room, as DISK says, or else DROO; 0: unknown.
  unsigned disk_of(size_t room_number) const;

  friend bool operator==(const GameIndex&, const GameIndex&) = default;
};

/// Reads an index of any version, XOR removed. Which form its blocks have is told by what fits
/// them. What is damaged is told in `problems`, offsets from the file's start, and what stands
/// around it is read. Of a directory the first 65,536 entries count, as ids are u16.
GameIndex read_index(Bytes file, std::vector<Error>& problems);

/// Writes an index, not XORed, as the version has it (formats/scumm/version.h): RNAM, MAXS and all
/// directories, those of scripts, sounds, charsets and objects empty; from HE 70 on DLFL too, from
/// HE 80 on DISK. Names are cut at 9 bytes before HE 80. maxs_size is that of the version.
std::vector<uint8_t> write_index(const GameIndex& index, int version);

}  // namespace wardrobe
