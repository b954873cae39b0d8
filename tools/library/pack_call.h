#pragma once

#include <functional>

#include "pipeline/find_game.h"
#include "tools/library/call.h"
#include "tools/library/wardrobe_pack.h"

namespace wardrobe {

/// The arguments that both packing functions have.
struct PackCall {
  const wardrobe_pack_options* options;
  size_t options_size;
  wardrobe_packed** packed;
};

/// Packs the game that `open` returns.
Outcome pack(const PackCall& call, const std::function<Result<GameInput>()>& open);

}  // namespace wardrobe
