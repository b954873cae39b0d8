#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/decode.h"
#include "pipeline/parse.h"
#include "pipeline/rooms.h"
#include "pipeline/scan.h"
#include "pipeline/wearers.h"

namespace wardrobe {

/// Writes what the stages found into `tables`, in which only failures may have rows: all tables but
/// those of timelines, each row once. Without `looks`, rooms have no sizes, planes, boxes, scale
/// slots and backgrounds.
///
/// An entry whose picture was not decoded becomes missing, with a failure, if a window shows it; if
/// none does, it becomes empty. Rows and elements are counted in 32 bits, which a hostile game can
/// exceed: call check_sizes on the tables before anything follows their offsets.
void write_rows(const Scanned& scanned, std::vector<RoomLook> looks,
                const std::vector<ParsedCostume>& costumes, Decoded decoded, Tables& tables,
                ScriptRows script_rows = {});

/// The most elements that a column may have. 32-bit offsets can count that many, and no row number
/// equals kNone.
inline constexpr size_t kMaxElements = std::numeric_limits<uint32_t>::max();

/// Fails if a column has more than `most` elements, because offsets into it may then have wrapped.
Status check_sizes(const Tables& tables, size_t most = kMaxElements);

}  // namespace wardrobe
