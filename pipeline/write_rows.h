#pragma once

#include <vector>

#include "formats/tables.h"
#include "pipeline/decode.h"
#include "pipeline/parse.h"
#include "pipeline/rooms.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Writes what the stages found into `tables`, in which only failures may have rows: all tables but
/// those of timelines, each row once. Without `looks`, rooms have no sizes, planes, boxes, scale
/// slots and backgrounds.
///
/// An entry whose picture was not decoded becomes missing, with a failure, if a window shows it; if
/// none does, it becomes empty. Call check_sizes on the tables before anything reads them.
void write_rows(const Scanned& scanned, std::vector<RoomLook> looks,
                const std::vector<ParsedCostume>& costumes, Decoded decoded, Tables& tables);

}  // namespace wardrobe
