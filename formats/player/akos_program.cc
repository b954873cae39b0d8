#include "formats/player/akos_program.h"

#include <algorithm>

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// Whether a limb that steps onto a code executes it.
bool acts(AkosFlow flow) {
  return flow == AkosFlow::proceed || flow == AkosFlow::jump || flow == AkosFlow::branch ||
         flow == AkosFlow::skip;
}

}  // namespace

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
  const uint8_t step = commands_.at(limb.position).step;
  if (step == 0) return true;
  const unsigned next = limb.position + unsigned{step};
  if (limb.mode == WindowMode::loop) {
    limb.position = next > end ? limb.start : static_cast<uint16_t>(next);
  } else if (limb.position != end) {
    limb.position = static_cast<uint16_t>(next);
  }
  const AkosCode code = commands_.at(limb.position);
  if (!acts(code.flow)) return true;
  uint16_t position = limb.position;
  const Outcome outcome = execute(code, position, number, events);
  if (outcome == Outcome::jumped) limb.position = position;
  return outcome != Outcome::stuck;
}

bool AkosProgram::step_program(LimbState& limb, uint8_t number, Events& events) {
  AkosCode code = commands_.at(limb.position);
  const bool ends =
      code.command() == AkosCommand::end && size_t{limb.position} + code.size >= commands_.size();
  if (code.size == 0 || ends) return true;
  if (code.command() == AkosCommand::auxiliary_frame && rules_.auxiliary_frames) {
    events.push_back({number, EventKind::picture, commands_.i16(limb.position + size_t{2})});
  }
  if (code.flow == AkosFlow::draw_many) executed_ += commands_.items(limb.position).count;
  limb.position = static_cast<uint16_t>(limb.position + code.size);
  for (code = commands_.at(limb.position);; code = commands_.at(limb.position)) {
    if (!acts(code.flow)) return true;
    const Outcome outcome = execute(code, limb.position, number, events);
    if (outcome == Outcome::stuck) return false;
    if (outcome == Outcome::jumped && code.flow != AkosFlow::skip) return true;
  }
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
      if (holds(code, at)) return Outcome::proceeded;
      position = static_cast<uint16_t>(control_flow_.behind_end_if(position));
      return Outcome::jumped;
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

}  // namespace wardrobe
