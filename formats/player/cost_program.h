#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/player/limb.h"

namespace wardrobe {

/// How a limb would go on for ever: after `lead` ticks its states repeat every `period` ticks.
struct Cycle {
  uint32_t lead = 0;
  uint32_t period = 1;
};

/// What the commands of a COST mean: SCUMM.md §4. Each limb goes its own way. The tables must
/// outlive it and be valid.
class CostProgram {
 public:
  CostProgram(const Tables& tables, uint32_t costume);

  /// One tick on; false where the limb never comes to rest. Tells what it meets in `events`, if
  /// there are any.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const;

  /// Appends what the limbs draw to `cels`; whether every picture that should be is there.
  bool draw(const LimbStates& limbs, bool flip, std::vector<Cel>& cels) const;

  Cycle cycle(LimbState limb, size_t number) const;

 private:
  const Tables& tables_;
  const uint8_t* commands_;
  uint8_t first_command_;
  std::array<uint32_t, kLimbs> first_entry_{};
  std::array<uint32_t, kLimbs> entry_count_{};
};

}  // namespace wardrobe
