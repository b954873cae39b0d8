#include "formats/player/cost_program.h"

#include <algorithm>

#include "formats/versions.h"

namespace wardrobe {

CostProgram::CostProgram(const TablesView& tables, uint32_t costume)
    : commands_(tables.costumes.command.data() + tables.costumes.command_offset[costume]),
      layout_(facts(tables.game.version[0]).cost),
      rules_(facts(tables.game.version[0]).player) {
  const CostumesView& costumes = tables.costumes;
  for (const uint32_t table : rows_of(costumes.table_offset, costume)) {
    const uint8_t limb = tables.limb_tables.limb[table];
    if (limb < kLimbs) entries_[limb] = drawn_entries(tables, table);
  }
}

bool CostProgram::step_with_events(LimbState& limb, size_t number,
                                   std::vector<PlayerEvent>* events) const {
  const size_t events_before = events != nullptr ? events->size() : 0;
  const bool leaves_sound = layout_.sounds_by_bit7 && (commands_[limb.position] & 0x80) != 0;
  if (leaves_sound && events != nullptr) {
    events->push_back({static_cast<uint8_t>(number), EventKind::sound, 0});
  }
  for (unsigned steps = 0; steps <= limb.length; ++steps) {
    limb.position = position_after(limb);
    const uint8_t command = commands_[limb.position];
    const bool counts = command == kCommandCount;
    if (!layout_.takes_no_time(command)) return true;
    if (events != nullptr) {
      events->push_back({static_cast<uint8_t>(number),
                         counts ? EventKind::counter : EventKind::sound,
                         counts ? 0 : layout_.sound(command)});
    }
    if (limb.length == 1) return true;
  }
  if (events != nullptr) {
    events->resize(events_before);
    events->push_back({static_cast<uint8_t>(number), EventKind::stuck, 0});
  }
  return false;
}

bool CostProgram::draw(const LimbStates& limbs, bool flip, std::vector<Cel>& cels) const {
  Moves moves = rules_.origin;
  bool whole = true;
  for_each_limb(limbs.on, [&](size_t i) {
    const LimbState& limb = limbs[i];
    const uint8_t index = commands_[limb.position] & 0x7F;
    if (limb.stopped || layout_.hides(index)) return;
    if (index >= entries_[i].size()) {
      // Other commands are not picture numbers, so no picture is missing: SCUMM.md §4 "Draw".
      whole = whole && index >= layout_.first_command;
      return;
    }
    const bool there = entries_[i][index].draw(static_cast<uint8_t>(i), index, flip,
                                               rules_.flip_unit, moves, cels);
    whole = whole && there;
  });
  return whole;
}

Cycle CostProgram::cycle(LimbState limb, size_t number) const {
  if (limb.length == 1) return {};
  // Only the position changes, so the first position to recur closes the cycle.
  std::array<int32_t, 256> seen_at;
  std::fill_n(seen_at.begin(), std::min<size_t>(limb.length, seen_at.size()), -1);
  for (uint32_t tick = 0;; ++tick) {
    int32_t& seen = seen_at[static_cast<size_t>(limb.position - limb.start)];
    if (seen >= 0) {
      return {static_cast<uint32_t>(seen), tick - static_cast<uint32_t>(seen)};
    }
    seen = static_cast<int32_t>(tick);
    if (!step(limb, number, nullptr)) return {tick + 1, 1};
  }
}

}  // namespace wardrobe
