#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "formats/player/limb.h"

namespace wardrobe {

/// Chores with a fixed meaning, which all versions have.
enum class NamedChore : uint8_t { init, walk, stand, talk_start, talk_stop };
inline constexpr std::array<std::string_view, 5> kChoreNames = {"init", "walk", "stand",
                                                                "talk-start", "talk-stop"};

/// Rules of play, other than the layout of costumes, that depend on the version (SCUMM.md §4, §5).
/// The defaults are the rules from version 4 on.
struct PlayerRules {
  Moves origin{};         ///< where the moves of a tick start
  int32_t flip_unit = 1;  ///< a picture at x is mirrored to −x − (its width − this)
  /// The numbers of the named chores, in their order.
  std::array<uint8_t, kChoreNames.size()> chores{1, 2, 3, 4, 5};
  /// Chores with which an actor appears, before its first own one.
  std::span<const NamedChore> prelude = kInit;
  bool init_clears = true;      ///< init first switches all limbs off
  bool turns_limbs = true;      ///< a turn applies a limb's chore to that limb only, not to all
  unsigned chore_operands = 1;  ///< number of operands of an animate call that mean one chore
  int32_t shift = 0;            ///< added to the x of all cels
  int32_t shift_west = 0;       ///< the same, of an actor that faces West
  /// Five numbers from each of these on, in an animate call, stand for the named chores (§5).
  std::array<unsigned, 2> actor_chores{56, 56};

  unsigned chore(NamedChore name) const { return chores[static_cast<size_t>(name)]; }

  static constexpr NamedChore kInit[] = {NamedChore::init};
};

/// The chores with which actors of versions 1 and 2 appear, in order.
inline constexpr NamedChore kAppearing[] = {NamedChore::stand, NamedChore::init,
                                            NamedChore::talk_stop};
inline constexpr std::array<uint8_t, kChoreNames.size()> kChoresOfV2 = {2, 0, 1, 5, 4};
/// Pictures are placed from the corner of a box. This is minus the position of the feet in that
/// box.
inline constexpr Moves kFeetInBox{-72, -100};

inline constexpr PlayerRules kRulesOfV7{.actor_chores = {1001, 1001}};
/// The files do not tell HE 99 from HE 100, so HE 99 knows the numbers of both.
inline constexpr PlayerRules kRulesOfHe99{.actor_chores = {56, 1024}};
inline constexpr PlayerRules kRulesOfHe100{.actor_chores = {1024, 1024}};
inline constexpr PlayerRules kRulesOfV1{{0, 1}, 8, kChoresOfV2, kAppearing, false, false, 4, 0, 16};
inline constexpr PlayerRules kRulesOfV2{kFeetInBox, 1, kChoresOfV2, kAppearing, false,
                                        false,      4, 8,           16};

}  // namespace wardrobe
