#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/changes.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// The payload of a COST with changed pictures: no longer than it was if they fit into it, and then
/// filled up with zeros. Everything else in it stays as it is, but for the offsets of what moves.
/// Errors name file, costume, limb and index.
Result<std::vector<uint8_t>> new_cost_payload(const ReadGame& game, const CostumeChange& change);

}  // namespace wardrobe
