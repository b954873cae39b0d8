#pragma once

#include <cstdint>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// The ticks of all timelines, plus the cels that each of these ticks shows. Few bytes of an
/// archive can make many, as ticks share frames.
uint64_t shown_cels(const TablesView& tables);

/// Fails if these are more than kMaxShownCels. Call it before all ticks are walked with their cels.
Status check_shown_cels(const TablesView& tables);

}  // namespace wardrobe
