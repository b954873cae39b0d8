#pragma once

#include "formats/akos/akos.h"

namespace wardrobe {

/// Follows every sequence that a record of `tables` starts, along every path that the state of a
/// game could choose. Marks the cels shown in `tables.cels.reached`, and appends damage to
/// `tables.problems`. `sequence_at` is the position of AKSQ's payload in the costume's payload.
void follow_sequences(AkosTables& tables, Version version, uint64_t sequence_at);

}  // namespace wardrobe
