#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/tables.h"
#include "tools/sample/write_room.h"

namespace wardrobe {

/// A costume to write into a game: its ids, and the payload of its block.
struct CostumeDraft {
  std::vector<uint16_t> ids;  ///< none: the index does not have it
  std::vector<uint8_t> payload;
  Kind kind = Kind::cost;
};

/// A room to write, with its palettes and costumes.
struct RoomDraft {
  uint8_t number = 1;
  std::string name;
  uint8_t disk = 1;  ///< 1 is the first resource file
  uint16_t width = 320;
  uint16_t height = 144;
  RoomPalettes palettes;
  std::vector<CostumeDraft> costumes;
  std::optional<RoomScene> scene = std::nullopt;
  std::vector<ScriptDraft> scripts{};  ///< those that stand in it or beside it
};

struct GameFiles {
  std::vector<uint8_t> index;
  std::vector<std::vector<uint8_t>> disks;  ///< resource files, starting with disk 1
  std::vector<unsigned> numbers{};          ///< of the disks; or of the rooms if each has a file
};

/// Writes the files of a game of any version (SCUMM.md §1, formats/versions.h). Every byte is
/// XORed with `xor_key`, except in the index of version 4. The game has rooms, palettes,
/// costumes and scripts, but no sounds, verbs or charsets, so it cannot be played. Up to version 3,
/// each room has a file of its own.
GameFiles write_game(const std::vector<RoomDraft>& rooms, Version version, uint8_t xor_key);

}  // namespace wardrobe
