#pragma once

#include <vector>

#include "formats/bytes.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Does with the rooms of an archive what the programs do: reads their backgrounds, puts costumes
/// into them, and draws both. `pixels` holds the pixels of each row of Pictures.
void use_rooms(const OpenArchive& open, const std::vector<Bytes>& pixels);

}  // namespace wardrobe
