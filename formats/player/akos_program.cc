#include "formats/player/akos_program.h"

#include "formats/akos/akos.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

constexpr int kSoundsFromZero = kHe61;  ///< HE versions from here on number sounds from 0
constexpr int kUnseenModes = kHe70;     ///< … and do not draw mode 8

Bytes sequence_of(const Tables& tables, uint32_t costume) {
  const Costumes& costumes = tables.costumes;
  return elements_at(costumes.command_offset, costumes.command, costume);
}

/// Whether a code is a command to be executed.
bool acts(AkosFlow flow) {
  return flow == AkosFlow::proceed || flow == AkosFlow::jump || flow == AkosFlow::branch ||
         flow == AkosFlow::skip;
}

/// ==, !=, <, <=, >, >=: the low digit of C070–C075 and C090–C095.
bool compares(unsigned digit, int32_t a, int32_t b) {
  switch (digit) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return a < b;
    case 3:
      return a <= b;
    case 4:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace

AkosProgram::AkosProgram(const Tables& tables, uint32_t costume)
    : tables_(tables),
      costume_(costume),
      version_(tables.game.version[0]),
      commands_(sequence_of(tables, costume), version_),
      course_(commands_) {
  const uint32_t table = tables.costumes.table_offset[costume];
  if (table == tables.costumes.table_offset[costume + 1]) return;
  first_entry_ = tables.limb_tables.entry_offset[table];
  entry_count_ = tables.limb_tables.entry_offset[table + 1] - first_entry_;
}

void AkosProgram::reset() {
  variables_.fill(0);
  hidden_ = flip_ = false;
  dx_ = dy_ = 0;
  reads_.reset();
}

void AkosProgram::append_state(std::string& state) const {
  const auto append = [&state](uint16_t value) {
    state += static_cast<char>(value);
    state += static_cast<char>(value >> 8);
  };
  append(static_cast<uint16_t>((hidden_ ? 1 : 0) | (flip_ ? 2 : 0)));
  append(static_cast<uint16_t>(dx_));
  append(static_cast<uint16_t>(dy_));
  state.append(reinterpret_cast<const char*>(variables_.data()), sizeof(variables_));
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
  const Course course = execute(code, position, number, events);
  if (course == Course::jumped) limb.position = position;
  return course != Course::stuck;
}

bool AkosProgram::step_program(LimbState& limb, uint8_t number, Events& events) {
  AkosCode code = commands_.at(limb.position);
  if (code.size == 0) return true;
  if (code.flow == AkosFlow::draw_many) executed_ += commands_.items(limb.position).count;
  limb.position = static_cast<uint16_t>(limb.position + code.size);
  for (code = commands_.at(limb.position);; code = commands_.at(limb.position)) {
    if (!acts(code.flow)) return true;
    const Course course = execute(code, limb.position, number, events);
    if (course == Course::stuck) return false;
    if (course == Course::jumped && code.flow != AkosFlow::skip) return true;
  }
}

AkosProgram::Course AkosProgram::execute(const AkosCode& code, uint16_t& position, uint8_t limb,
                                         Events& events) {
  constexpr uint16_t kJumpByVariable = 0xC088;
  const size_t at = position;
  position = static_cast<uint16_t>(at + code.size);
  ++executed_;
  switch (code.flow) {
    case AkosFlow::jump:
      position = commands_.u16(at + 2);
      if (!course_.goes_round(position)) return Course::jumped;
      events.push_back({limb, EventKind::stuck, 0});
      return Course::stuck;
    case AkosFlow::skip:
      if (holds(code, at)) return Course::on;
      position = static_cast<uint16_t>(course_.behind_end_if(position));
      return Course::jumped;
    case AkosFlow::branch:
      if (code.value == kJumpByVariable) {
        const Costumes& costumes = tables_.costumes;
        const auto jumps = elements_at(costumes.jump_offset, costumes.jump, costume_);
        const int32_t row = read_variable(commands_.u8(at + 2)) - 1;
        if (row < 0 || static_cast<size_t>(row) >= jumps.size()) return Course::on;
        position = jumps[static_cast<size_t>(row)];
        return Course::jumped;
      }
      if (!holds(code, at)) return Course::on;
      position = commands_.u16(at + 2);
      return Course::jumped;
    default:
      have_effect(code, at, limb, events);
      return Course::on;
  }
}

bool AkosProgram::holds(const AkosCode& code, size_t position) {
  const uint8_t digit = code.value & 0xF;
  switch (code.value & 0xFFF0) {
    case 0xC010:  // If (not) sound running.
      reads_.set(kReadSound);
      return digit % 2 != 0;
    case 0xC030: {  // If var; cleared when taken.
      const uint8_t variable = commands_.u8(position + 4);
      const bool set = read_variable(variable) != 0;
      if (set) variables_[variable] = 0;
      return set;
    }
    case 0xC070:
      return compares(digit, read_variable(commands_.u8(position + 4)),
                      commands_.i16(position + 5));
    case 0xC090:
      return compares(digit, read_variable(commands_.u8(position + 4)),
                      commands_.i16(position + 2));
    default:  // C0A1, C0A2, C0A4, C0A5: if (not) talking.
      reads_.set(kReadTalking);
      return code.value == 0xC0A2 || code.value == 0xC0A5;
  }
}

int32_t AkosProgram::read_variable(uint8_t number) {
  reads_.set(number);
  return variables_[number];
}

void AkosProgram::change_variable(const AkosCode& code, size_t position) {
  switch (code.value) {
    case 0xC010:
      variables_[commands_.u8(position + 4)] = commands_.i16(position + 2);
      break;
    case 0xC040: {
      int16_t& variable = variables_[commands_.u8(position + 4)];
      variable = static_cast<int16_t>(variable + commands_.i16(position + 2));
      break;
    }
    case 0xC060:
      variables_[0] = static_cast<int16_t>(variables_[0] + 1);
      break;
    case 0xC082:
      reads_.set(kReadRandom);
      variables_[commands_.u8(position + 6)] = commands_.i16(position + 2);
      break;
    default:
      break;
  }
}

void AkosProgram::have_effect(const AkosCode& code, size_t position, uint8_t limb, Events& events) {
  const auto byte = [&](size_t at) { return int32_t{commands_.u8(position + at)}; };
  const auto tell = [&](EventKind kind, int32_t value) { events.push_back({limb, kind, value}); };
  change_variable(code, position);
  switch (code.value) {
    case 0xC015:
      tell(EventKind::sound, version_ >= kSoundsFromZero ? byte(2) : byte(2) - 1);
      break;
    case 0xC042:
    case 0xC044:
    case 0xC089:
      tell(EventKind::sound, byte(2));
      break;
    case 0xC060:
      tell(EventKind::counter, 0);
      break;
    case 0xC061:
      tell(EventKind::sound, 0);
      break;
    case 0xC080:
      tell(EventKind::anim, byte(2));
      break;
    case 0xC081:
      tell(EventKind::anim, read_variable(commands_.u8(position + 2)));
      break;
    case 0xC083:
      tell(EventKind::clip, byte(2));
      break;
    case 0xC084:
      tell(EventKind::anim, byte(3));
      break;
    case 0xC086:
      hidden_ = true;
      tell(EventKind::hide, 0);
      break;
    case 0xC087:
      dx_ = commands_.i16(position + 2);
      dy_ = commands_.i16(position + 4);
      tell(EventKind::offset,
           static_cast<int32_t>(static_cast<uint16_t>(dx_) | static_cast<uint32_t>(dy_) << 16));
      break;
    case 0xC08A:
      flip_ = commands_.u16(position + 2) != 0;
      break;
    case 0xC08C:
      tell(EventKind::script, byte(2));
      break;
    case 0xC08D:
      tell(EventKind::sound, read_variable(commands_.u8(position + 2)));
      break;
    case 0xC0A0:
      tell(EventKind::talkie, commands_.u16(position + 2));
      break;
    case 0xC0A3:
      tell(EventKind::talkie, read_variable(commands_.u8(position + 2)));
      break;
    default:
      break;
  }
}

bool AkosProgram::draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels) {
  if (hidden_) return true;
  const bool flip = mirrored != flip_;
  Moves moves{dx_, dy_};
  bool whole = true;
  for (size_t i = 0; i < kLimbs; ++i) {
    const LimbState& limb = limbs[i];
    if (!limb.on || limb.stopped) continue;
    if (limb.mode == WindowMode::unseen && version_ >= kUnseenModes) continue;
    draw_code(limb.position, moves, flip, static_cast<uint8_t>(i), cels, whole);
  }
  return whole;
}

void AkosProgram::draw_code(size_t position, Moves& moves, bool flip, uint8_t limb,
                            std::vector<Cel>& cels, bool& whole) {
  const AkosCode code = commands_.at(position);
  if (code.flow == AkosFlow::draw_many) return draw_many(position, moves, flip, limb, cels, whole);
  const bool only_in_many = tables_.costumes.codec[costume_] == kAkosTrle;
  if (code.flow != AkosFlow::cel || only_in_many) return;
  const uint16_t cel = code.value & kAkosCelMask;
  if (cel >= entry_count_) {
    whole = false;
    return;
  }
  const bool there = draw_entry(tables_, first_entry_ + cel, limb, cel, flip, moves, cels);
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
    const uint32_t entry = first_entry_ + item.cel;
    const bool there = item.cel < entry_count_;
    const uint32_t picture = there ? tables_.entries.picture[entry] : kNone;
    if (picture == kNone) {
      whole = whole && there &&
              tables_.entries.state[entry] != static_cast<uint8_t>(EntryState::missing);
      continue;
    }
    cels.push_back({limb, flip ? uint8_t{1} : uint8_t{0}, item.cel, picture,
                    left_edge(moves.x + item.dx, tables_.pictures.width[picture], flip),
                    moves.y + item.dy});
  }
  moves.x += items.dx;
  moves.y -= items.dy;
}

}  // namespace wardrobe
