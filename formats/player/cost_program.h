#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/cost/layout.h"
#include "formats/player/limb.h"
#include "formats/player/rules.h"

namespace wardrobe {

/// A limb's eventual cycle: after `lead` ticks its states repeat every `period` ticks.
struct Cycle {
  uint32_t lead = 0;
  uint32_t period = 1;
};

/// Executes the commands of a COST: SCUMM.md §4. Limbs are independent of each other. The tables
/// must be valid and outlive this object.
class CostProgram {
 public:
  CostProgram(const Tables& tables, uint32_t costume);

  /// Steps limb `number` once. Returns false if it never comes to rest. Appends what happens to
  /// `events`, unless that is null.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const;

  /// Appends the cels that the limbs draw to `cels`. Returns false if a picture is missing.
  bool draw(const LimbStates& limbs, bool flip, std::vector<Cel>& cels) const;

  Cycle cycle(LimbState limb, size_t number) const;

 private:
  const Tables& tables_;
  const uint8_t* commands_;
  const CostLayout& layout_;
  const PlayerRules& rules_;
  std::array<uint32_t, kLimbs> first_entry_{};
  std::array<uint32_t, kLimbs> entry_count_{};
};

}  // namespace wardrobe
