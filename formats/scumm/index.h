#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// A directory of an index file: element i is what has the id i; entry 0 is unused
/// (FORMATS.md §1 "Index").
struct Directory {
  std::vector<uint8_t> room;     ///< DROO: the disk number
  std::vector<uint32_t> offset;  ///< from the room's offset

  friend bool operator==(const Directory&, const Directory&) = default;
};

/// What an index file of v5 or v6 tells of rooms and costumes.
struct GameIndex {
  uint32_t maxs_size = 0;  ///< size of the MAXS block with its header; 0: there is none
  std::vector<uint16_t> named_room;
  std::vector<std::string> room_name;
  Directory rooms;
  Directory costumes;

  friend bool operator==(const GameIndex&, const GameIndex&) = default;
};

/// The version that the size of MAXS tells (FORMATS.md §1 "Versions"); nothing for an unknown one.
std::optional<int> version_of_maxs(uint32_t maxs_size);

/// Reads an index, XOR removed. What is damaged is told in `problems`, offsets from the file's
/// start, and what stands around it is read.
GameIndex read_index(Bytes file, std::vector<Error>& problems);

/// Writes an index of v5 or v6, not XORed: RNAM, MAXS and all six directories, those of scripts,
/// sounds, charsets and objects empty. Names are cut at 9 bytes. maxs_size is that of the version.
std::vector<uint8_t> write_index(const GameIndex& index, int version);

}  // namespace wardrobe
