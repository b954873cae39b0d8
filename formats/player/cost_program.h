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
  CostProgram(const TablesView& tables, uint32_t costume);

  /// Steps limb `number` once. Returns false if it never comes to rest. Appends what happens to
  /// `events`, unless that is null.
  bool step(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const {
    const uint16_t next = position_after(limb);
    if (layout_.takes_no_time(commands_[next]) || layout_.sounds_by_bit7) {
      return step_with_events(limb, number, events);
    }
    limb.position = next;
    return true;
  }

  /// Appends the cels that the limbs draw to `cels`. Returns false if a picture is missing.
  bool draw(const LimbStates& limbs, bool flip, std::vector<Cel>& cels) const;

  /// Returns the cycle of a limb that is on.
  Cycle cycle(LimbState limb, size_t number) const;

 private:
  static uint16_t position_after(const LimbState& limb) {
    if (limb.position + 1 < limb.start + limb.length) return limb.position + 1;
    return limb.mode == WindowMode::loop ? limb.start : limb.position;
  }
  /// Any step, also one over commands that take no time.
  bool step_with_events(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const;

  const uint8_t* commands_;
  const CostLayout& layout_;
  const PlayerRules& rules_;
  std::array<std::vector<DrawnEntry>, kLimbs> entries_;  ///< by limb
};

}  // namespace wardrobe
