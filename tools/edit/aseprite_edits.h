#pragma once

#include "tools/edit/edits.h"

namespace wardrobe {

inline constexpr const char* kExportIndexName = "index.json";

/// read_edits of a folder that `export --format aseprite` wrote, whose index.json this is: pictures
/// and where they are drawn. A cel leads to its slot by its user data, and by its frame to where it
/// was; a slot that several cels show may be changed in one of them, or in all alike.
Result<Edits> read_aseprite_edits(Bytes index, const LoadFile& load, const ReadGame& game);

}  // namespace wardrobe
