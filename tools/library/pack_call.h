#pragma once

#include <functional>

#include "pipeline/game_input.h"
#include "tools/library/call.h"
#include "tools/library/wardrobe_pack.h"

namespace wardrobe {

/// Arguments common to the packing functions.
struct PackCall {
  const wardrobe_pack_options* options;
  size_t options_size;
  wardrobe_packed** packed;
};

/// Packs the game that `open` finds.
Outcome pack(const PackCall& call, const std::function<Result<GameInput>()>& open);

}  // namespace wardrobe
