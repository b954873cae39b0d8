#include "formats/player/player.h"

#include <algorithm>

#include "formats/cost/layout.h"

namespace wardrobe {
namespace {

constexpr uint32_t kAllLimbs = 0xFFFF;

/// One step from `from` towards `to`, the shorter way round: 90° for actors of 4 directions.
Direction turned(Direction from, Direction to) {
  constexpr unsigned kQuarter = 2;
  const unsigned way = (static_cast<unsigned>(to) - static_cast<unsigned>(from)) % kDirections;
  if (way <= kQuarter || way >= kDirections - kQuarter) return to;
  const bool back = way > kDirections / 2 || (way == kDirections / 2 && from > to);
  const unsigned step = back ? kDirections - kQuarter : kQuarter;
  return static_cast<Direction>((static_cast<unsigned>(from) + step) % kDirections);
}

}  // namespace

Player::Player(const Tables& tables, uint32_t costume)
    : tables_(tables),
      costume_(costume),
      directions_(tables.costumes.directions[costume]),
      commands_(tables.costumes.command.data() + tables.costumes.command_offset[costume]),
      first_command_(CostLayout{tables.game.version[0]}.first_command()) {
  record_row_.fill(kNone);
  const Costumes& costumes = tables.costumes;
  for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
       ++row) {
    const uint16_t number = tables.records.number[row];
    if (number < record_row_.size()) record_row_[number] = row;
  }
  for (uint32_t table = costumes.table_offset[costume]; table < costumes.table_offset[costume + 1];
       ++table) {
    const uint8_t limb = tables.tables.limb[table];
    if (limb >= kLimbs) continue;
    first_entry_[limb] = tables.tables.entry_offset[table];
    entry_count_[limb] = tables.tables.entry_offset[table + 1] - first_entry_[limb];
  }
}

void Player::reset(Direction facing) {
  limbs_.fill({});
  facing_ = turning_to_ = facing;
  counter_ = 0;
}

bool Player::has_record(unsigned chore, Direction facing) const {
  const unsigned number = record_number(chore, facing, directions_);
  return number < record_row_.size() && record_row_[number] != kNone;
}

void Player::begin(RecordKey key) {
  reset(key.facing);
  if (key.chore != kChoreInit) start(kChoreInit);
  start(key.chore);
}

void Player::start(unsigned chore) {
  counter_ = 0;
  if (chore == kChoreInit) limbs_.fill({});
  apply(chore, kAllLimbs);
}

void Player::face(Direction facing) {
  turning_to_ = facing;
  if (facing == facing_) return;
  facing_ = facing;
  for (size_t i = 0; i < kLimbs; ++i) {
    const LimbState& limb = limbs_[i];
    if (limb.chore < 0) continue;
    const auto chore = static_cast<unsigned>(limb.chore);
    const auto number = static_cast<int32_t>(record_number(chore, facing, directions_));
    if (limb.record != number) apply(chore, 1u << i);
  }
}

void Player::animate(unsigned operand) {
  constexpr unsigned kActorChores = 56;
  constexpr unsigned kTurn = 244;
  constexpr unsigned kFace = 248;
  constexpr unsigned kStop = 252;
  const Direction direction = kFourDirections[operand & 3];
  if (operand >= kStop && operand < 256) {
    start(kChoreStand);
  } else if (operand >= kFace && operand < kStop) {
    face(direction);
  } else if (operand >= kTurn && operand < kFace) {
    turning_to_ = direction;
  } else if (operand >= kActorChores && operand < kActorChores + 5) {
    start(operand - kActorChores + kChoreInit);
  } else {
    start(operand);
  }
}

void Player::apply(unsigned chore, uint32_t limbs) {
  if (!has_record(chore, facing_)) return;
  const unsigned number = record_number(chore, facing_, directions_);
  const uint32_t row = record_row_[number];
  const Windows& windows = tables_.windows;
  for (uint32_t i = tables_.records.window_offset[row]; i < tables_.records.window_offset[row + 1];
       ++i) {
    const size_t index = windows.limb[i];
    if ((limbs >> index & 1) == 0) continue;
    LimbState& limb = limbs_[index];
    const auto mode = static_cast<WindowMode>(windows.mode[i]);
    if (mode != WindowMode::off) {
      const uint8_t first = commands_[windows.start[i]];
      if (first == kCommandStop || first == kCommandUnstop) {
        limb.stopped = first == kCommandStop;
        continue;
      }
      limb.start = limb.position = windows.start[i];
      limb.length = windows.length[i];
      limb.once = mode == WindowMode::once;
    }
    limb.on = mode != WindowMode::off;
    limb.chore = static_cast<int32_t>(chore);
    limb.record = static_cast<int32_t>(number);
  }
}

bool Player::step_limb(LimbState& limb, size_t number, std::vector<PlayerEvent>* events) const {
  const auto last = static_cast<uint16_t>(limb.start + limb.length - 1);
  const size_t events_before = events != nullptr ? events->size() : 0;
  for (unsigned steps = 0; steps <= limb.length; ++steps) {
    if (limb.position < last) {
      ++limb.position;
    } else if (!limb.once) {
      limb.position = limb.start;
    }
    const uint8_t command = commands_[limb.position];
    const bool counts = command == kCommandCount;
    const bool sounds = command >= first_command_ && command <= kLastSoundCommand;
    if (!counts && !sounds) return true;
    if (events != nullptr) {
      const int32_t sound = tables_.game.version[0] == 5 ? 0 : command - first_command_;
      events->push_back({static_cast<uint8_t>(number),
                         counts ? EventKind::counter : EventKind::sound, counts ? 0 : sound});
    }
    if (limb.length == 1) return true;
  }
  if (events != nullptr) {
    events->resize(events_before);
    events->push_back({static_cast<uint8_t>(number), EventKind::stuck, 0});
  }
  return false;
}

void Player::step(std::vector<PlayerEvent>& events) {
  const size_t before = events.size();
  for (size_t i = 0; i < kLimbs; ++i) {
    if (limbs_[i].on && !step_limb(limbs_[i], i, &events)) limbs_[i].on = false;
  }
  for (size_t i = before; i < events.size(); ++i) {
    if (events[i].kind == EventKind::counter) ++counter_;
  }
  if (turning_to_ != facing_) {
    const Direction wanted = turning_to_;
    face(turned(facing_, wanted));
    turning_to_ = wanted;
  }
}

bool Player::draw(std::vector<Cel>& cels) const {
  cels.clear();
  const Entries& entries = tables_.entries;
  const bool flip = facing_ == Direction::west && tables_.costumes.mirror_west[costume_] != 0;
  int32_t xmove = 0;
  int32_t ymove = 0;
  bool whole = true;
  for (size_t i = 0; i < kLimbs; ++i) {
    const LimbState& limb = limbs_[i];
    if (!limb.on || limb.stopped) continue;
    const uint8_t index = commands_[limb.position] & 0x7F;
    if (index == kCommandHide) continue;
    if (index >= entry_count_[i]) {
      // Only a picture number can be missed: FORMATS.md §4 "resting on any other command".
      whole = whole && index >= first_command_;
      continue;
    }
    const uint32_t entry = first_entry_[i] + index;
    const auto state = static_cast<EntryState>(entries.state[entry]);
    whole = whole && state != EntryState::missing;
    if (state == EntryState::empty || state == EntryState::missing) continue;
    if (state == EntryState::picture) {
      const uint32_t picture = entries.picture[entry];
      const int32_t x = xmove + entries.x[entry];
      const int32_t left = flip ? -x - (tables_.pictures.width[picture] - 1) : x;
      cels.push_back({static_cast<uint8_t>(i), flip ? uint8_t{1} : uint8_t{0}, index, picture, left,
                      ymove + entries.y[entry]});
    }
    xmove += entries.xinc[entry];
    ymove -= entries.yinc[entry];
  }
  return whole;
}

Player::Cycle Player::cycle(size_t limb) const {
  LimbState state = limbs_[limb];
  if (!state.on || state.length == 1) return {};
  // Positions are the only thing that moves; the first that comes again closes the cycle.
  std::array<int32_t, 256> seen_at;
  std::fill_n(seen_at.begin(), std::min<size_t>(state.length, seen_at.size()), -1);
  for (uint32_t tick = 0;; ++tick) {
    int32_t& seen = seen_at[static_cast<size_t>(state.position - state.start)];
    if (seen >= 0) {
      return {static_cast<uint32_t>(seen), tick - static_cast<uint32_t>(seen)};
    }
    seen = static_cast<int32_t>(tick);
    if (!step_limb(state, limb, nullptr)) return {tick + 1, 1};
  }
}

}  // namespace wardrobe
