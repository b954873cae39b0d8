#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tools/sample/write_room.h"

namespace wardrobe {

// What write_room does up to version 4 (SCUMM.md §8 "Pictures up to version 4"). Without a scene,
// there are neither pictures nor anything of objects but numbers.

/// Appends an RO.
void write_ro(uint16_t width, uint16_t height, const RoomPalettes& palettes, const RoomScene* scene,
              std::span<const ScriptDraft> scripts, Version version, std::vector<uint8_t>& out);

/// Appends a room whose blocks have no names. Without scene and scripts, it has only a size.
void write_nameless_room(uint16_t width, uint16_t height, const RoomScene* scene,
                         std::span<const ScriptDraft> scripts, Version version,
                         std::vector<uint8_t>& out);

}  // namespace wardrobe
