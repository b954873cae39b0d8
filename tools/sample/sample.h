#pragma once

#include <vector>

#include "tools/sample/write_game.h"

namespace wardrobe {

/// Returns the rooms of the free sample game. Write them with write_game
/// (tools/sample/write_game.h) for the same version (formats/versions.h). From v4 on, all
/// versions look the same; up to v3, costumes are reduced (old_sketch.h), and up to v4 rooms
/// (old_scene.h). Where v6 has redirects, v4 and v5 have the same pixels again. Games after v6 have
/// AKOS with all codecs instead of COST. README.md describes the art. For large games, the rooms
/// repeat: up to 100 `copies` differ in names, ids and the colours of pictures, which are `zoom`
/// times as wide and high.
std::vector<RoomDraft> sample_rooms(Version version, unsigned copies = 1, unsigned zoom = 1);

}  // namespace wardrobe
