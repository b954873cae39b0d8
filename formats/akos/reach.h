#pragma once

#include "formats/akos/akos.h"

namespace wardrobe {

/// Follows every sequence that a record of `tables` starts, all ways that a game's state could send
/// it: marks the cels that they show in cels.reached and adds to `problems` what they lead to and
/// is not there. `sequence_at` is where AKSQ's payload stands in the costume's.
void follow_sequences(AkosTables& tables, int version, uint64_t sequence_at);

}  // namespace wardrobe
