#include "formats/player.h"

#include <utility>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// Whether a limb that steps onto a code executes it.
bool acts(AkosFlow flow) {
  return flow == AkosFlow::proceed || flow == AkosFlow::jump || flow == AkosFlow::branch ||
         flow == AkosFlow::skip;
}

/// What a number past the last cel shows.
constexpr DrawnEntry kNoCel{.state = EntryState::missing};

/// Returns the direction that an angle means: SCUMM.md §5 "Direction".
Direction direction_of_angle(unsigned angle, unsigned directions) {
  // The last angle of each direction, clockwise from North, to which those behind them belong, too.
  constexpr std::array<unsigned, kDirections> kOfEight{21, 72, 107, 157, 202, 252, 287, 337};
  constexpr std::array<unsigned, 4> kOfFour{70, 109, 251, 289};
  const auto number = directions == kDirections
                          ? std::ranges::lower_bound(kOfEight, angle) - kOfEight.begin()
                          : std::ranges::lower_bound(kOfFour, angle) - kOfFour.begin();
  return static_cast<Direction>(static_cast<unsigned>(number) * (kDirections / directions) %
                                kDirections);
}

/// Returns the direction after a step of a turn, the shorter way. `rising` tells half turns that go
/// clockwise.
template <class Rising>
Direction turned(Direction from, Direction to, unsigned step, const Rising& rising) {
  const unsigned way = (static_cast<unsigned>(to) - static_cast<unsigned>(from)) % kDirections;
  if (way <= step || way >= kDirections - step) return to;
  const bool clockwise = way == kDirections / 2 ? rising(from, to) : way < kDirections / 2;
  return static_cast<Direction>(
      (static_cast<unsigned>(from) + (clockwise ? step : kDirections - step)) % kDirections);
}

}  // namespace

std::vector<DrawnEntry> drawn_entries(const TablesView& tables, uint32_t limb_table) {
  const EntriesView& from = tables.entries;
  std::vector<DrawnEntry> entries;
  for (const uint32_t row : rows_of(tables.limb_tables.entry_offset, limb_table)) {
    const uint32_t picture = from.picture[row];
    const uint16_t width = picture == kNone ? uint16_t{0} : tables.pictures.width[picture];
    entries.push_back({picture, from.x[row], from.y[row], from.xinc[row], from.yinc[row], width,
                       from.state[row]});
  }
  return entries;
}

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

AkosProgram::AkosProgram(const TablesView& tables, uint32_t costume)
    : tables_(tables),
      costume_(costume),
      rules_(facts(tables.game.version[0]).akos),
      commands_(elements_at(tables.costumes.command_offset, tables.costumes.command, costume),
                tables.game.version[0]),
      control_flow_(commands_),
      conditions_(rules_) {
  const uint32_t table = tables.costumes.table_offset[costume];
  if (table != tables.costumes.table_offset[costume + 1]) cels_ = drawn_entries(tables, table);
}

void AkosProgram::reset() {
  variables_.fill(0);
  conditions_.reset();
  notes_.clear();
  hidden_ = flip_ = lost_ = false;
  dx_ = dy_ = 0;
  reads_.reset();
}

void AkosProgram::append_state(std::span<const uint8_t> variables,
                               std::vector<uint16_t>& state) const {
  state.push_back(static_cast<uint16_t>((hidden_ ? 1 : 0) | (flip_ ? 2 : 0)));
  state.push_back(static_cast<uint16_t>(dx_));
  state.push_back(static_cast<uint16_t>(dy_));
  state.push_back(static_cast<uint16_t>(conditions_.bits()));
  state.push_back(static_cast<uint16_t>(conditions_.bits() >> 16));
  for (const uint8_t i : variables) state.push_back(static_cast<uint16_t>(variables_[i]));
}

bool AkosProgram::step(LimbState& limb, size_t number, Events& events) {
  window_start_ = limb.start;
  switch (limb.mode) {
    case WindowMode::loop:
    case WindowMode::once:
      return step_window(limb, static_cast<uint8_t>(number), events);
    case WindowMode::program:
    case WindowMode::unseen:
      return step_program(limb, static_cast<uint8_t>(number), events);
    default:
      return true;
  }
}

bool AkosProgram::step_window(LimbState& limb, uint8_t number, Events& events) {
  const auto end = static_cast<uint16_t>(limb.start + limb.length - 1);
  const size_t events_before = events.size();
  const size_t notes_before = notes_.size();
  bool skips = false;
  for (unsigned codes = 0; codes < kMaxWindowCodes; ++codes) {
    const uint8_t step = commands_.at(limb.position).step;
    if (step == 0) return true;
    const unsigned next = limb.position + unsigned{step};
    if (limb.mode == WindowMode::loop) {
      limb.position = next > end ? limb.start : static_cast<uint16_t>(next);
    } else if (limb.position != end) {
      limb.position = static_cast<uint16_t>(next);
    }
    const AkosCode code = commands_.at(limb.position);
    ++executed_;
    if (skips && code.command() != AkosCommand::end_if) continue;
    if (!acts(code.flow)) return true;
    uint16_t position = limb.position;
    const Outcome outcome = execute(code, position, number, events);
    if (outcome == Outcome::stuck) return false;
    if (outcome == Outcome::jumped) {
      limb.position = position;
      return true;
    }
    skips = outcome == Outcome::skips;
  }
  events.resize(events_before);
  notes_.resize(notes_before);
  events.push_back({number, EventKind::stuck, 0});
  return false;
}

bool AkosProgram::step_program(LimbState& limb, uint8_t number, Events& events) {
  AkosCode code = commands_.at(limb.position);
  const bool ends =
      code.command() == AkosCommand::end && size_t{limb.position} + code.size >= commands_.size();
  if (code.size == 0 || ends) return true;
  pass_over(code, limb.position, number, events);
  bool skips = false;
  for (;;) {
    code = commands_.at(limb.position);
    if (skips && code.command() != AkosCommand::end_if && code.step != 0) {
      ++executed_;
      pass_over(code, limb.position, number, events);
      continue;
    }
    if (!acts(code.flow)) return true;
    const Outcome outcome = execute(code, limb.position, number, events);
    if (outcome == Outcome::stuck) return false;
    if (outcome == Outcome::jumped) return true;
    skips = outcome == Outcome::skips;
  }
}

void AkosProgram::pass_over(const AkosCode& code, uint16_t& position, uint8_t limb,
                            Events& events) {
  const bool whole = code.size != 0;
  if (whole && code.command() == AkosCommand::auxiliary_frame && rules_.auxiliary_frames) {
    events.push_back({limb, EventKind::picture, commands_.i16(position + size_t{2})});
  }
  if (code.flow == AkosFlow::draw_many) executed_ += commands_.items(position).count;
  position = static_cast<uint16_t>(position + (whole ? code.size : code.step));
}

AkosProgram::Outcome AkosProgram::execute(const AkosCode& code, uint16_t& position, uint8_t limb,
                                          Events& events) {
  const size_t at = position;
  position = static_cast<uint16_t>(at + code.size);
  ++executed_;
  switch (code.flow) {
    case AkosFlow::jump:
      position = static_cast<uint16_t>(commands_.target(at));
      if (!control_flow_.loops_forever(position)) return Outcome::jumped;
      events.push_back({limb, EventKind::stuck, 0});
      return Outcome::stuck;
    case AkosFlow::skip:
      return holds(code, at) ? Outcome::proceeded : Outcome::skips;
    case AkosFlow::branch: {
      const std::optional<uint16_t> target = branch_target(code, at);
      if (!target) return Outcome::proceeded;
      position = *target;
      return Outcome::jumped;
    }
    default:
      change_state(code, at);
      emit_event(code, at, limb, events);
      return Outcome::proceeded;
  }
}

std::optional<uint16_t> AkosProgram::branch_target(const AkosCode& code, size_t position) {
  if (code.command() != AkosCommand::jump_by_variable) {
    if (!holds(code, position)) return std::nullopt;
    return static_cast<uint16_t>(commands_.target(position));
  }
  const auto all = elements_at(tables_.costumes.jump_offset, tables_.costumes.jump, costume_);
  const auto row = read_variable(commands_.u8(position + 2)) - size_t{1};  // 0 becomes too large.
  const std::optional<uint32_t> sequence = sequence_at(window_start_);
  size_t first = 0;
  if (sequence) {
    first = tables_.sequences.jump[*sequence];
    if (row >= tables_.sequences.jumps[*sequence]) return std::nullopt;
  }
  if (row >= all.size() || first >= all.size() - row) return std::nullopt;
  return all[first + row];
}

std::optional<uint32_t> AkosProgram::sequence_at(uint16_t start) const {
  const RowRange rows = rows_of(tables_.costumes.sequence_offset, costume_);
  const auto starts =
      elements_at(tables_.costumes.sequence_offset, tables_.sequences.start, costume_);
  const auto found = std::ranges::lower_bound(starts, start);
  if (found == starts.end() || *found != start) return std::nullopt;
  return rows.front() + static_cast<uint32_t>(found - starts.begin());
}

bool AkosProgram::holds(const AkosCode& code, size_t position) {
  switch (code.command()) {
    case AkosCommand::if_sound:
    case AkosCommand::if_no_sound:
      read_variable(commands_.u8(position + 4));
      [[fallthrough]];
    case AkosCommand::if_sound_2:
    case AkosCommand::if_no_sound_2:
      reads_.set(kReadSound);
      return code.command() == AkosCommand::if_no_sound ||
             code.command() == AkosCommand::if_no_sound_2;
    case AkosCommand::if_actor_talks:
    case AkosCommand::if_anyone_talks:
      reads_.set(kReadTalking);
      return conditions_.talks();
    case AkosCommand::if_actor_silent:
    case AkosCommand::if_nobody_talks:
      reads_.set(kReadTalking);
      return !conditions_.talks();
    case AkosCommand::if_set: {  // Clears the variable when it jumps.
      const uint8_t variable = commands_.u8(position + 4);
      const bool set = read_variable(variable) != 0;
      variables_[variable] = 0;
      return set;
    }
    default:
      return compares(code, position);
  }
}

bool AkosProgram::compares(const AkosCode& code, size_t position) {
  const int32_t variable = read_variable(commands_.u8(position + 4));
  const int32_t value = commands_.i16(position + (code.flow == AkosFlow::skip ? 2 : 5));
  switch (code.command()) {
    case AkosCommand::if_equal:
    case AkosCommand::do_if_equal:
      return variable == value;
    case AkosCommand::if_not_equal:
    case AkosCommand::do_if_not_equal:
      return variable != value;
    case AkosCommand::if_less:
    case AkosCommand::do_if_less:
      return variable < value;
    case AkosCommand::if_at_most:
    case AkosCommand::do_if_at_most:
      return variable <= value;
    case AkosCommand::if_greater:
    case AkosCommand::do_if_greater:
      return variable > value;
    default:
      return variable >= value;
  }
}

int32_t AkosProgram::read_variable(uint8_t number) {
  reads_.set(number);
  return variables_[number];
}

void AkosProgram::change_state(const AkosCode& code, size_t position) {
  switch (code.command()) {
    case AkosCommand::set:
      variables_[commands_.u8(position + 4)] = commands_.i16(position + 2);
      break;
    case AkosCommand::add: {
      int16_t& variable = variables_[commands_.u8(position + 4)];
      variable = static_cast<int16_t>(variable + commands_.i16(position + 2));
      break;
    }
    case AkosCommand::count:
      variables_[0] = static_cast<int16_t>(variables_[0] + 1);
      break;
    case AkosCommand::random:
      reads_.set(kReadRandom);
      variables_[commands_.u8(position + 6)] = commands_.i16(position + 2);
      break;
    case AkosCommand::hide:
      notes_.push_back({code.command()});
      break;
    case AkosCommand::draw_offset:
      if (!rules_.moves_actor) break;
      notes_.push_back({code.command(), event_value(AkosEventValue::i32_at_2, position)});
      break;
    case AkosCommand::start_anim:
      notes_.push_back({code.command(), commands_.u8(position + 2)});
      break;
    case AkosCommand::start_anim_of_variable:
      notes_.push_back({code.command(), read_variable(commands_.u8(position + 2))});
      break;
    case AkosCommand::start_anim_of_actor:
    case AkosCommand::set_of_actor:
      read_variable(commands_.u8(position + 2));
      break;
    case AkosCommand::set_user_condition:
    case AkosCommand::get_user_condition:
    case AkosCommand::set_talk_condition:
    case AkosCommand::get_talk_condition:
      if (rules_.conditions) change_condition(code.command(), position);
      break;
    case AkosCommand::flip:
      flip_ = commands_.u16(position + 2) != 0;
      break;
    default:
      break;
  }
}

/// The operands may lie outside the size that the command states.
void AkosProgram::change_condition(AkosCommand command, size_t position) {
  constexpr unsigned kBeforeUser = 16;
  if (position + 4 >= commands_.size()) return;
  const unsigned number = commands_.u8(position + 3);
  const uint8_t variable = commands_.u8(position + 4);
  if (command == AkosCommand::set_user_condition) {
    conditions_.set_user(kBeforeUser + number, read_variable(variable) != 0);
  } else if (command == AkosCommand::set_talk_condition) {
    conditions_.set_talk(number);
  } else {
    const bool user = command == AkosCommand::get_user_condition;
    reads_.set(kReadCondition);
    variables_[variable] = conditions_.is_set(number + (user ? kBeforeUser : 0)) ? 1 : 0;
  }
}

void AkosProgram::emit_event(const AkosCode& code, size_t position, uint8_t limb, Events& events) {
  const AkosCommandRow& row = akos_command_row(code.value);
  const bool none = row.value == AkosEventValue::no_event ||
                    (row.command == AkosCommand::sound_control && !rules_.sound_control) ||
                    (row.command == AkosCommand::sound_of_variable && !rules_.sound_of_variable);
  if (none) return;
  events.push_back({limb, row.event, event_value(row.value, position)});
}

int32_t AkosProgram::event_value(AkosEventValue value, size_t position) {
  switch (value) {
    case AkosEventValue::u8_at_2:
      return commands_.u8(position + 2);
    case AkosEventValue::i32_at_2:
      return static_cast<int32_t>(uint32_t{commands_.u16(position + 2)} |
                                  uint32_t{commands_.u16(position + 4)} << 16);
    case AkosEventValue::variable_at_2:
      return read_variable(commands_.u8(position + 2));
    case AkosEventValue::variable_at_3:
      return read_variable(commands_.u8(position + 3));
    case AkosEventValue::sound_at_2:
      return commands_.u8(position + 2) - rules_.first_sound;
    default:
      return 0;
  }
}

bool AkosProgram::draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels) {
  if (hidden_) return true;
  const bool flips = tables_.costumes.codec[costume_] != kAkosTrle;
  const bool flip = flips && mirrored != flip_;
  const size_t before = cels.size();
  Moves moves;
  bool whole = true;
  for_each_limb(limbs.on, [&](size_t i) {
    const LimbState& limb = limbs[i];
    if (commands_.at(limb.position).flow == AkosFlow::unknown) lost_ = true;
    if (limb.stopped || (limb.mode == WindowMode::unseen && !rules_.draws_unseen)) return;
    whole = draw_code(limb, static_cast<uint8_t>(i), flip, moves, cels) && whole;
  });
  for (size_t i = before; i < cels.size(); ++i) {
    cels[i].x += dx_;
    cels[i].y += dy_;
  }
  return whole;
}

bool AkosProgram::draw_code(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                            std::vector<Cel>& cels) {
  const AkosCode code = commands_.at(limb.position);
  if (code.flow == AkosFlow::draw_many) return draw_many(limb, number, flip, moves, cels);
  const bool only_in_many = tables_.costumes.codec[costume_] == kAkosTrle;
  if (code.flow != AkosFlow::cel || only_in_many) return true;
  const uint16_t cel = code.value & kAkosCelMask;
  return cel < cels_.size() && cels_[cel].draw(number, cel, flip, 1, moves, cels);
}

bool AkosProgram::draw_many(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                            std::vector<Cel>& cels) {
  const AkosItems items = commands_.items(limb.position);
  executed_ += items.count;
  const std::optional<uint32_t> sequence =
      items.conditional ? sequence_at(limb.start) : std::nullopt;
  const size_t conditions = sequence ? tables_.sequences.condition[*sequence] : 0;
  if (items.conditional) reads_.set(kReadCondition);
  bool whole = true;
  size_t at = items.position;
  for (unsigned i = 0; i < items.count; ++i) {
    const AkosItem item = commands_.next_item(at);
    if (items.conditional && !is_drawn(items, i, conditions)) continue;
    const DrawnEntry cel = item.cel < cels_.size() ? cels_[item.cel] : kNoCel;
    if (cel.picture == kNone) {
      whole = whole && cel.state != EntryState::missing;
      continue;
    }
    cels.push_back({number, flip ? uint8_t{1} : uint8_t{0}, item.cel, cel.picture,
                    static_cast<int32_t>(left_edge(moves.x + item.dx, cel.width, flip)),
                    moves.y + item.dy});
  }
  moves.x += items.dx;
  moves.y -= items.dy;
  return whole;
}

/// `conditions` is where the sequence's conditions start in AKCT. One that is not there is met.
bool AkosProgram::is_drawn(const AkosItems& items, unsigned item, size_t conditions) const {
  const CostumesView& costumes = tables_.costumes;
  const unsigned number = item < items.numbered ? commands_.u8(items.numbers + item) : item;
  const uint64_t at = uint64_t{conditions} + sizeof(uint32_t) * number;
  const Bytes all = elements_at(costumes.condition_offset, costumes.condition, costume_);
  if (at + sizeof(uint32_t) > all.size()) return true;
  return conditions_.hold(ByteReader(all, static_cast<size_t>(at)).u32());
}

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
  turned_ = false;
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
  chore_ = chore;
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
    const bool unchanged = limb.record == number && (rules_.turns_limbs || chore == chore_);
    if (unchanged && !akos_) continue;
    chore_ = chore;
    apply(chore, rules_.turns_limbs ? static_cast<LimbMask>(1u << i) : kAllLimbs);
  }
}

void Player::turn() {
  if (std::exchange(turned_, true) || facing_ == turning_to_) return;
  const Direction wanted = turning_to_;
  const unsigned number = record_number(0, facing_, directions_);
  const bool by_degrees = facts(tables_.game.version[0]).eight_directions;
  face(turned(record_key(number, directions_).facing, wanted, kDirections / directions_,
              [&](Direction from, Direction to) {
                return by_degrees ? from < to : from == Direction::east;
              }));
  turning_to_ = wanted;
}

void Player::animate(unsigned operand) {
  constexpr unsigned kStop = 2;
  constexpr unsigned kFace = 3;
  constexpr unsigned kTurn = 4;
  unsigned kind = 0;
  Direction direction = kFourDirections[operand & 3];
  if (facts(tables_.game.version[0]).eight_directions) {
    kind = operand == 255 ? kStop : operand / 1000;
    direction = direction_of_angle(operand % 1000 % 360, directions_);
  } else if (operand >= 244 && operand < 256) {
    kind = kTurn - (operand - 244) / 4;
  }
  switch (kind) {
    case kStop:
      start(rules_.chore(NamedChore::stand));
      turning_to_ = facing_;
      break;
    case kFace:
      face(direction);
      break;
    case kTurn:
      turning_to_ = direction;
      break;
    default:
      start_of_actor(operand);
  }
}

void Player::start_of_actor(unsigned operand) {
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
  turn();
  turned_ = false;
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
}

bool Player::draw(std::vector<Cel>& cels) {
  turn();
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

void Trace::end_tick() {
  cel_offset.push_back(static_cast<uint32_t>(cels.size()));
  event_offset.push_back(static_cast<uint32_t>(events.size()));
}

std::string_view event_name(EventKind kind) {
  constexpr std::array<std::string_view, kEventKinds> kNames = {
      "counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture"};
  return kNames[static_cast<size_t>(kind)];
}

std::string read_name(uint16_t read) {
  constexpr std::array<std::string_view, kReads - kReadRandom> kNames = {"random", "sound",
                                                                         "talking", "condition"};
  if (read < kReadRandom) return "var " + std::to_string(read);
  return std::string(kNames[read - kReadRandom]);
}

std::vector<std::string_view> flag_names(uint16_t flags) {
  constexpr std::array<std::pair<uint16_t, std::string_view>, 5> kNames = {
      {{kTruncated, "truncated"},
       {kDynamic, "dynamic"},
       {kStuck, "stuck"},
       {kMissingPicture, "missing-picture"},
       {kLost, "lost"}}};
  std::vector<std::string_view> names;
  for (const auto& [flag, name] : kNames) {
    if ((flags & flag) != 0) names.push_back(name);
  }
  return names;
}

std::string_view mode_name(WindowMode mode) {
  constexpr std::array<std::string_view, kWindowModes> kNames = {
      "empty", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"};
  return kNames[static_cast<size_t>(mode)];
}

Result<Trace> baked_trace(const TablesView& tables, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  const auto frames = elements_at(lines.tick_offset, lines.tick, timeline);
  const auto event_rows = rows_of(lines.event_offset, timeline);
  uint64_t cels = 0;
  for (const uint32_t frame : frames) cels += rows_of(tables.frames.cel_offset, frame).size();
  if (cels + frames.size() + event_rows.size() > kMaxTraceRows) {
    return Error{
        ErrorCode::limit, kNoOffset,
        "a timeline with more than " + limit_text(kMaxTraceRows) + " ticks, cels and events"};
  }
  std::vector<uint32_t> events;
  for (const uint32_t row : event_rows) events.push_back(row);
  // Archives need not sort them.
  std::ranges::stable_sort(events, {}, [&](uint32_t row) { return tables.events.tick[row]; });
  auto event = events.begin();
  Trace trace;
  trace.cels.reserve(cels);
  trace.loop_start = lines.loop_start[timeline];
  for (size_t tick = 0; tick < frames.size(); ++tick) {
    for (const uint32_t row : rows_of(tables.frames.cel_offset, frames[tick])) {
      trace.cels.push_back(cel_at(tables.cels, row));
    }
    for (; event != events.end() && tables.events.tick[*event] == tick; ++event) {
      trace.events.push_back(
          {tables.events.limb[*event], tables.events.kind[*event], tables.events.value[*event]});
    }
    trace.end_tick();
  }
  return trace;
}

uint64_t shown_cels(const TablesView& tables) {
  uint64_t count = tables.timelines.tick.size();
  for (const uint32_t frame : tables.timelines.tick) {
    count += rows_of(tables.frames.cel_offset, frame).size();
  }
  return count;
}

Status check_shown_cels(const TablesView& tables) {
  if (shown_cels(tables) <= kMaxShownCels) return ok();
  return Error{ErrorCode::limit, kNoOffset,
               "the timelines show more than " + limit_text(kMaxShownCels) + " ticks and cels"};
}

}  // namespace wardrobe
