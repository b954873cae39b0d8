#include "formats/player/player.h"

#include <algorithm>
#include <utility>

#include "formats/cost/layout.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// Returns the direction after a turn by at most 90° from `from` towards `to`, the shorter way.
Direction turned(Direction from, Direction to) {
  constexpr unsigned kQuarter = 2;
  const unsigned way = (static_cast<unsigned>(to) - static_cast<unsigned>(from)) % kDirections;
  if (way <= kQuarter || way >= kDirections - kQuarter) return to;
  const bool back = way > kDirections / 2 || (way == kDirections / 2 && from > to);
  const unsigned step = back ? kDirections - kQuarter : kQuarter;
  return static_cast<Direction>((static_cast<unsigned>(from) + step) % kDirections);
}

}  // namespace

Player::Player(const TablesView& tables, uint32_t costume)
    : tables_(tables),
      costume_(costume),
      directions_(tables.costumes.directions[costume]),
      commands_(elements_at(tables.costumes.command_offset, tables.costumes.command, costume)),
      rules_(facts(tables.game.version[0]).player),
      cost_(tables, costume) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.kind[costume] == Kind::akos) akos_.emplace(tables, costume);
  for (const uint32_t row : rows_of(costumes.record_offset, costume)) {
    record_row_.resize(tables.records.number[row] + size_t{1}, kNone);
    record_row_.back() = row;
  }
}

void Player::reset(Direction facing, bool appears) {
  limbs_ = {};
  appears_ = appears;
  facing_ = turning_to_ = facing;
  counter_ = 0;
  if (akos_) akos_->reset();
}

bool Player::has_record(unsigned chore, Direction facing) const {
  const unsigned number = record_number(chore, facing, directions_);
  return number < record_row_.size() && record_row_[number] != kNone;
}

void Player::start(unsigned chore, LimbMask limbs) {
  counter_ = 0;
  const bool clears = rules_.init_clears && chore == rules_.chore(NamedChore::init);
  if (std::exchange(appears_, false) && !clears) {
    for (const NamedChore name : rules_.prelude) start(rules_.chore(name));
  }
  if (clears) {
    limbs_.on &= static_cast<LimbMask>(~limbs);
    for_each_limb(limbs, [&](size_t i) { limbs_[i] = {}; });
  }
  apply(chore, limbs);
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
    if (!rules_.turns_limbs) {
      apply(chore, kAllLimbs);
    } else if (limb.record != number) {
      apply(chore, static_cast<LimbMask>(1u << i));
    }
  }
}

void Player::animate(unsigned operand) {
  if (facts(tables_.game.version[0]).eight_directions) return animate_by_degrees(operand);
  constexpr unsigned kTurn = 244;
  constexpr unsigned kFace = 248;
  constexpr unsigned kStop = 252;
  const Direction direction = kFourDirections[operand & 3];
  if (operand >= kStop && operand < 256) {
    start(rules_.chore(NamedChore::stand));
  } else if (operand >= kFace && operand < kStop) {
    face(direction);
  } else if (operand >= kTurn && operand < kFace) {
    turning_to_ = direction;
  } else {
    start_of_actor(operand);
  }
}

void Player::animate_by_degrees(unsigned operand) {
  constexpr unsigned kStop = 2000;
  constexpr unsigned kOldStop = 255;
  constexpr unsigned kFace = 3000;
  constexpr unsigned kTurn = 4000;
  if (operand == kStop || operand == kOldStop) {
    start(rules_.chore(NamedChore::stand));
  } else if (operand >= kFace && operand < kTurn + 360) {
    const unsigned angle = operand - (operand >= kTurn ? kTurn : kFace);
    face(static_cast<Direction>((angle + 22) / 45 % kDirections));
  } else {
    start_of_actor(operand);
  }
}

void Player::start_of_actor(unsigned operand) {
  if (operand < rules_.chore_operands && rules_.chore_operands > 1) return;
  const unsigned chore = operand / rules_.chore_operands;
  for (const unsigned first : rules_.actor_chores) {
    const bool named = chore >= first && chore < first + kChoreNames.size();
    if (named) return start(rules_.chores[chore - first]);
  }
  start(chore);
}

std::optional<bool> Player::stops(uint32_t window) const {
  const auto mode = tables_.windows.mode[window];
  if (akos_) {
    const bool either = mode == WindowMode::stop || mode == WindowMode::unstop;
    return either ? std::optional(mode == WindowMode::stop) : std::nullopt;
  }
  if (mode == WindowMode::off) return std::nullopt;
  const uint8_t first = commands_[tables_.windows.start[window]];
  const bool either = first == kCommandStop || first == kCommandUnstop;
  return either ? std::optional(first == kCommandStop) : std::nullopt;
}

void Player::apply(unsigned chore, LimbMask limbs) {
  if (!has_record(chore, facing_)) return;
  const unsigned number = record_number(chore, facing_, directions_);
  for (const uint32_t i : rows_of(tables_.records.window_offset, record_row_[number])) {
    if (contains(limbs, tables_.windows.limb[i])) apply_window(i, chore, number);
  }
}

void Player::apply_window(uint32_t window, unsigned chore, unsigned record) {
  const WindowsView& windows = tables_.windows;
  LimbState& limb = limbs_[windows.limb[window]];
  if (const std::optional<bool> stop = stops(window)) {
    limb.stopped = *stop;
    return;
  }
  limb.mode = windows.mode[window];
  const auto bit = static_cast<LimbMask>(1u << windows.limb[window]);
  limbs_.on &= static_cast<LimbMask>(~bit);
  if (limb.mode != WindowMode::off && limb.mode != WindowMode::empty &&
      windows.start[window] < commands_.size()) {
    limbs_.on |= bit;
    limb.start = limb.position = windows.start[window];
    limb.length = windows.length[window];
  }
  limb.chore = static_cast<int32_t>(chore);
  limb.record = static_cast<int32_t>(record);
}

void Player::step(std::vector<PlayerEvent>& events) {
  const size_t before = events.size();
  const LimbMask stepped = akos_ && akos_->hidden() ? LimbMask{0} : limbs_.on;
  for_each_limb(stepped, [&](size_t i) {
    LimbState& limb = limbs_[i];
    const bool on = akos_ ? akos_->step(limb, i, events) : cost_.step(limb, i, &events);
    if (!on) limbs_.on &= static_cast<LimbMask>(~(1u << i));
  });
  for (size_t i = before; i < events.size(); ++i) {
    if (events[i].kind == EventKind::counter) ++counter_;
  }
  if (akos_) akos_->end_step([&](unsigned chore) { start_of_actor(chore); });
  if (turning_to_ != facing_) {
    const Direction wanted = turning_to_;
    face(turned(facing_, wanted));
    turning_to_ = wanted;
  }
}

bool Player::draw(std::vector<Cel>& cels) {
  cels.clear();
  const bool mirrored = facing_ == Direction::west && tables_.costumes.mirror_west[costume_] != 0;
  const bool whole =
      akos_ ? akos_->draw(limbs_, mirrored, cels) : cost_.draw(limbs_, mirrored, cels);
  const int32_t shift = facing_ == Direction::west ? rules_.shift_west : rules_.shift;
  for (Cel& cel : cels) cel.x += shift;
  return whole;
}

void Player::append_state(std::span<const uint8_t> variables, std::vector<uint16_t>& state) const {
  state.push_back(limbs_.on);
  for (const LimbState& limb : limbs_) {
    state.push_back(limb.stopped ? 1 : 0);
    state.push_back(limb.position);
    state.push_back(static_cast<uint16_t>(limb.record));
  }
  if (akos_) akos_->append_state(variables, state);
}

}  // namespace wardrobe
