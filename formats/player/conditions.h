#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/akos/command.h"

namespace wardrobe {

/// The highest talk state.
inline constexpr unsigned kMaxTalkState = 13;

/// The conditions of an actor of a Humongous game (SCUMM.md §6 "Conditions"): whether it talks, and
/// with which mouth. Bit n − 1 is condition n. By default the actor is silent.
class ActorConditions {
 public:
  explicit ActorConditions(const AkosRules& rules) : rules_(rules) {}

  void reset() {
    bits_ = kSilent;
    talking_ = 0;
  }

  /// Makes the actor talk with the mouth of a talk state, from 1 on; 0: it is silent.
  void set_talking(unsigned state) {
    talking_ = state;
    set_talk(std::max(state, kSilent));
  }
  bool talks() const { return talking_ != 0; }

  /// Ends the step of a tick.
  void end_step() {
    if (rules_.talks_each_draw) set_talk(std::max(talking_, kSilent));
  }

  bool is_set(unsigned condition) const {
    return condition >= 1 && condition <= kMost && (bits_ >> (condition - 1) & 1) != 0;
  }

  /// Sets a talk condition, and clears the others.
  void set_talk(unsigned condition) {
    bits_ = (bits_ & ~rules_.talk_bits) | kSilent;
    if (condition <= kSilent || condition > kMost) return;
    bits_ = (bits_ & ~kSilent) | 1u << (condition - 1);
  }

  /// Sets or clears a condition that is no talk condition. As in engines, bit 0 changes with it.
  void set_user(unsigned condition, bool on) {
    if (condition < 1 || condition > kMost) return;
    const uint32_t bit = 1u << (condition - 1);
    bits_ = on ? bits_ | bit : bits_ & ~bit;
    bits_ = (bits_ & rules_.talk_bits) != 0 ? bits_ & ~kSilent : bits_ | kSilent;
  }

  /// Whether an item with this condition of AKCT is drawn.
  bool hold(uint32_t condition) const {
    const uint32_t wanted = condition & kBits & ~rules_.no_condition;
    if (condition == 0 || (rules_.no_condition != 0 && wanted == 0)) return true;
    const uint32_t met = wanted & bits_;
    switch (condition >> 30) {
      case 1:
        return met == wanted;
      case 2:
        return met == 0;
      default:
        return met != 0;
    }
  }

  uint32_t bits() const { return bits_; }

 private:
  static constexpr unsigned kSilent = 1;  ///< the condition, and its bit
  static constexpr unsigned kMost = 32;
  static constexpr uint32_t kBits = 0x3FFFFFFF;

  const AkosRules& rules_;
  uint32_t bits_ = kSilent;
  unsigned talking_ = 0;
};

}  // namespace wardrobe
