#pragma once

#include <cstdint>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Damage to a part of a costume that leaves the rest usable.
struct CostumeProblem {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< in the limb's table; the cel of an AKOS
  Error error;                ///< offset from the start of the payload
};

}  // namespace wardrobe
