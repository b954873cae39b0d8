#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formats/tables.h"
#include "pipeline/parallel.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// What the scripts of a game say of its costumes: the rows of these tables, without rows of
/// Costumes yet.
struct ScriptRows {
  Scripts scripts;
  Wearers wearers;
  Recolours recolours;
  Calls calls;
  /// By row of Rooms: the number of the palette that its scripts set, if they set only one.
  std::vector<std::optional<uint32_t>> room_palette;
  /// By row of Rooms and number of an object: the state that the room's entry script sets by a
  /// constant; kNoState: no constant, or several.
  std::map<std::pair<uint32_t, int32_t>, uint8_t> entered;
};

/// Stage after scan: reads the scripts, in parallel, and applies the rules of FORMAT.md "wearers".
/// Frees the scripts' bytes. Scripts that cannot be read become one note.
ScriptRows read_scripts(Scanned& scanned, Failures& failures, Progress& progress);

}  // namespace wardrobe
