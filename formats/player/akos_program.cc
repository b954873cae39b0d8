#include "formats/player/akos_program.h"

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// What a number past the last cel shows.
constexpr DrawnEntry kNoCel{.state = EntryState::missing};

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
      control_flow_(commands_) {
  const uint32_t table = tables.costumes.table_offset[costume];
  if (table != tables.costumes.table_offset[costume + 1]) cels_ = drawn_entries(tables, table);
}

void AkosProgram::reset() {
  variables_.fill(0);
  hidden_ = flip_ = false;
  dx_ = dy_ = 0;
  reads_.reset();
}

void AkosProgram::append_state(std::span<const uint8_t> variables,
                               std::vector<uint16_t>& state) const {
  state.push_back(static_cast<uint16_t>((hidden_ ? 1 : 0) | (flip_ ? 2 : 0)));
  state.push_back(static_cast<uint16_t>(dx_));
  state.push_back(static_cast<uint16_t>(dy_));
  for (const uint8_t i : variables) state.push_back(static_cast<uint16_t>(variables_[i]));
}

bool AkosProgram::step(LimbState& limb, size_t number, Events& events) {
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
  if (code.size == 0) return true;
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
      position = commands_.u16(at + 2);
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
    return holds(code, position) ? std::optional(commands_.u16(position + 2)) : std::nullopt;
  }
  const CostumesView& costumes = tables_.costumes;
  const auto jumps = elements_at(costumes.jump_offset, costumes.jump, costume_);
  const int32_t row = read_variable(commands_.u8(position + 2)) - 1;
  if (row < 0 || static_cast<size_t>(row) >= jumps.size()) return std::nullopt;
  return jumps[static_cast<size_t>(row)];
}

bool AkosProgram::holds(const AkosCode& code, size_t position) {
  switch (code.command()) {
    case AkosCommand::if_sound:
    case AkosCommand::if_sound_2:
      reads_.set(kReadSound);
      return false;
    case AkosCommand::if_no_sound:
    case AkosCommand::if_no_sound_2:
      reads_.set(kReadSound);
      return true;
    case AkosCommand::if_actor_talks:
    case AkosCommand::if_anyone_talks:
      reads_.set(kReadTalking);
      return false;
    case AkosCommand::if_actor_silent:
    case AkosCommand::if_nobody_talks:
      reads_.set(kReadTalking);
      return true;
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
      hidden_ = true;
      break;
    case AkosCommand::draw_offset:
      dx_ = commands_.i16(position + 2);
      dy_ = commands_.i16(position + 4);
      break;
    case AkosCommand::flip:
      flip_ = commands_.u16(position + 2) != 0;
      break;
    default:
      break;
  }
}

void AkosProgram::emit_event(const AkosCode& code, size_t position, uint8_t limb, Events& events) {
  const AkosCommandRow& row = akos_command_row(code.value);
  if (row.value == AkosEventValue::no_event) return;
  events.push_back({limb, row.event, event_value(row.value, position)});
}

int32_t AkosProgram::event_value(AkosEventValue value, size_t position) {
  switch (value) {
    case AkosEventValue::u8_at_2:
      return commands_.u8(position + 2);
    case AkosEventValue::u8_at_3:
      return commands_.u8(position + 3);
    case AkosEventValue::u16_at_2:
      return commands_.u16(position + 2);
    case AkosEventValue::i32_at_2:
      return static_cast<int32_t>(uint32_t{commands_.u16(position + 2)} |
                                  uint32_t{commands_.u16(position + 4)} << 16);
    case AkosEventValue::variable_at_2:
      return read_variable(commands_.u8(position + 2));
    case AkosEventValue::sound_at_2:
      return commands_.u8(position + 2) - rules_.first_sound;
    default:
      return 0;
  }
}

bool AkosProgram::draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels) {
  if (hidden_) return true;
  const bool flip = mirrored != flip_;
  Moves moves{dx_, dy_};
  bool whole = true;
  for_each_limb(limbs.on, [&](size_t i) {
    const LimbState& limb = limbs[i];
    if (limb.stopped || (limb.mode == WindowMode::unseen && !rules_.draws_unseen)) return;
    draw_code(limb.position, moves, flip, static_cast<uint8_t>(i), cels, whole);
  });
  return whole;
}

void AkosProgram::draw_code(size_t position, Moves& moves, bool flip, uint8_t limb,
                            std::vector<Cel>& cels, bool& whole) {
  const AkosCode code = commands_.at(position);
  if (code.flow == AkosFlow::draw_many) return draw_many(position, moves, flip, limb, cels, whole);
  const bool only_in_many = tables_.costumes.codec[costume_] == kAkosTrle;
  if (code.flow != AkosFlow::cel || only_in_many) return;
  const uint16_t cel = code.value & kAkosCelMask;
  const bool there = cel < cels_.size() && cels_[cel].draw(limb, cel, flip, 1, moves, cels);
  whole = whole && there;
}

void AkosProgram::draw_many(size_t position, Moves& moves, bool flip, uint8_t limb,
                            std::vector<Cel>& cels, bool& whole) {
  const AkosItems items = commands_.items(position);
  executed_ += items.count;
  if (items.conditional) reads_.set(kReadCondition);
  size_t at = items.position;
  for (unsigned i = 0; i < items.count; ++i) {
    const AkosItem item = commands_.next_item(at);
    const DrawnEntry cel = item.cel < cels_.size() ? cels_[item.cel] : kNoCel;
    if (cel.picture == kNone) {
      whole = whole && cel.state != EntryState::missing;
      continue;
    }
    cels.push_back({limb, flip ? uint8_t{1} : uint8_t{0}, item.cel, cel.picture,
                    left_edge(moves.x + item.dx, cel.width, flip), moves.y + item.dy});
  }
  moves.x += items.dx;
  moves.y -= items.dy;
}

}  // namespace wardrobe
