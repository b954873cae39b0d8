#pragma once

#include <cstdint>
#include <string_view>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Looks up the value of --actor, a number or a part of a name: a row of Wearers whose costume is
/// in the archive. One in this room, a row of Rooms, goes first; `room` may be none.
Result<uint32_t> wearer_named(const TablesView& tables, std::string_view name, uint32_t room);

}  // namespace wardrobe
