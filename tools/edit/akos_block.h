#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/changes.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// The payload of an AKOS with changed cels: no longer than it was if they fit into it; its pixels
/// are then filled up with zeros. Cels that share a header or pixels with others that stay get
/// their own. Errors name file, costume and index.
Result<std::vector<uint8_t>> new_akos_payload(const ReadGame& game, const CostumeChange& change);

}  // namespace wardrobe
