#pragma once

#include "tools/sample/figure.h"

namespace wardrobe::sample {

/// One ring of the caterpillar's body with its boots, standing on the anchor. `step` 0–7 is the
/// phase of a boot's cycle: on the ground 0–4, lifted 5–7.
Canvas caterpillar_ring(View view, int step);
Canvas caterpillar_tail(View view, int step);
Canvas caterpillar_head(View view, int frame);   ///< frame 0–3 swings the feelers
Canvas caterpillar_mouth(View view, int frame);  ///< frame 0–2 opens it

}  // namespace wardrobe::sample
