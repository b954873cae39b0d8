#include "formats/akos/code.h"

#include <algorithm>
#include <array>

#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

constexpr int kHeSoundControl = kHe61;
constexpr uint16_t kEndIf = 0xC09F;
constexpr uint16_t kSoundControl = 0xC089;

struct CommandRow {
  uint16_t first;
  uint16_t last;
  AkosFlow flow;
  uint8_t size;  ///< 0: stands at +2
};

/// SCUMM.md §6 "Commands", but for draw-many.
constexpr std::array kCommands = {
    CommandRow{0xC001, 0xC001, AkosFlow::rest, 2},     // empty cel
    CommandRow{0xC010, 0xC010, AkosFlow::proceed, 5},  // set
    CommandRow{0xC015, 0xC015, AkosFlow::proceed, 3},  // sound
    CommandRow{0xC016, 0xC019, AkosFlow::branch, 5},   // if (not) sound running
    CommandRow{0xC030, 0xC030, AkosFlow::jump, 4},     // goto
    CommandRow{0xC031, 0xC031, AkosFlow::branch, 5},   // if var
    CommandRow{0xC040, 0xC040, AkosFlow::proceed, 5},  // add
    CommandRow{0xC042, 0xC042, AkosFlow::proceed, 3},  // soft sound
    CommandRow{0xC044, 0xC044, AkosFlow::proceed, 3},  // soft sound
    CommandRow{0xC045, 0xC048, AkosFlow::proceed, 0},  // conditions
    CommandRow{0xC050, 0xC050, AkosFlow::proceed, 3},  // script, ignored
    CommandRow{0xC060, 0xC061, AkosFlow::proceed, 2},  // ++var 0, sound 0
    CommandRow{0xC070, 0xC075, AkosFlow::branch, 7},   // if var compares
    CommandRow{0xC080, 0xC081, AkosFlow::proceed, 3},  // start anim
    CommandRow{0xC082, 0xC082, AkosFlow::proceed, 7},  // random
    CommandRow{0xC083, 0xC083, AkosFlow::proceed, 3},  // z-clip
    CommandRow{0xC084, 0xC084, AkosFlow::proceed, 4},  // anim of actor
    CommandRow{0xC085, 0xC085, AkosFlow::proceed, 6},  // set actor's var
    CommandRow{0xC086, 0xC086, AkosFlow::proceed, 2},  // hide
    CommandRow{0xC087, 0xC087, AkosFlow::proceed, 6},  // draw offset
    CommandRow{0xC088, 0xC088, AkosFlow::branch, 3},   // jump by var
    CommandRow{0xC089, 0xC089, AkosFlow::proceed, 8},  // sound control
    CommandRow{0xC08A, 0xC08A, AkosFlow::proceed, 4},  // flip
    CommandRow{0xC08B, 0xC08B, AkosFlow::proceed, 6},  // action
    CommandRow{0xC08C, 0xC08D, AkosFlow::proceed, 3},  // script, sound from var
    CommandRow{0xC08E, 0xC08E, AkosFlow::proceed, 4},  // aux frame
    CommandRow{0xC090, 0xC095, AkosFlow::skip, 5},     // if
    CommandRow{0xC09F, 0xC09F, AkosFlow::proceed, 2},  // end if
    CommandRow{0xC0A0, 0xC0A0, AkosFlow::proceed, 4},  // talkie
    CommandRow{0xC0A1, 0xC0A2, AkosFlow::branch, 4},   // if (not) talking
    CommandRow{0xC0A3, 0xC0A3, AkosFlow::proceed, 3},  // talkie from var
    CommandRow{0xC0A4, 0xC0A5, AkosFlow::branch, 2},   // if (not) anyone talking
    CommandRow{0xC0FF, 0xC0FF, AkosFlow::rest, 2},     // end
};

constexpr bool is_draw_many(uint16_t value) {
  return (value >= 0xC020 && value <= 0xC022) || value == 0xC025;
}

const CommandRow* find_command(uint16_t value) {
  const auto* const row = std::ranges::lower_bound(kCommands, value, {}, &CommandRow::last);
  return row != kCommands.end() && row->first <= value ? row : nullptr;
}

/// The least bytes that must be there: C0A5, which is shorter where it is not taken, always is
/// taken.
constexpr size_t needed(uint16_t value, size_t size) { return value == 0xC0A5 ? 4 : size; }

}  // namespace

AkosCode AkosCommands::at(size_t position) const {
  if (position >= commands_.size()) return {};
  const size_t left = commands_.size() - position;
  const uint8_t first = commands_[position];
  if (first < 0x80) return {first, AkosFlow::cel, 1, 1};
  if (left < 2) return {};
  const auto value = static_cast<uint16_t>(first << 8 | commands_[position + 1]);
  AkosCode code{value, AkosFlow::cel, 2, 2};
  if (value < kFirstAkosCommand) return code;
  code.flow = AkosFlow::unknown;
  code.size = 0;
  size_t size = 0;
  AkosFlow flow = AkosFlow::draw_many;
  if (is_draw_many(value)) {
    size = draw_many_size(position, value);
  } else if (const CommandRow* row = find_command(value)) {
    flow = row->flow;
    size = row->size;
    if (size == 0) size = left > 2 && commands_[position + 2] >= 3 ? commands_[position + 2] : 0;
    if (value == kSoundControl && version_ >= kHeSoundControl) size = 6;
  }
  if (size == 0 || needed(value, size) > left) return code;
  code.flow = flow;
  code.size = static_cast<uint16_t>(size);
  return code;
}

size_t AkosCommands::draw_many_size(size_t position, uint16_t value) const {
  if (commands_.size() - position < 3) return 0;
  const bool conditional = value == 0xC021 || value == 0xC022;
  const size_t stated = commands_[position + 2];
  if (conditional && (stated < 3 || position + stated > commands_.size())) return 0;
  const size_t end = conditional ? position + stated : commands_.size();
  size_t at = position + 2;
  if (conditional) {
    if (position + 3 >= end) return 0;
    at = position + 4 + commands_[position + 3];
  }
  if (value == 0xC022 || value == 0xC025) at += 4;
  if (at >= end) return 0;
  unsigned count = commands_[at++];
  for (; count > 0; --count) {
    at += 4;
    if (at >= end) return 0;
    at += commands_[at] < 0x80 ? 1 : 2;
  }
  if (at > end) return 0;
  return conditional ? stated : at - position;
}

AkosItems AkosCommands::items(size_t position) const {
  const uint16_t value = at(position).value;
  AkosItems items;
  items.conditional = value == 0xC021 || value == 0xC022;
  size_t at = position + 2;
  if (items.conditional) at = position + 4 + commands_[position + 3];
  if (value == 0xC022 || value == 0xC025) {
    items.dx = i16(at);
    items.dy = i16(at + 2);
    at += 4;
  }
  items.count = commands_[at];
  items.position = at + 1;
  return items;
}

AkosItem AkosCommands::next_item(size_t& position) const {
  AkosItem item{i16(position), i16(position + 2), commands_[position + 4]};
  position += 5;
  if (item.cel >= 0x80) {
    item.cel = static_cast<uint16_t>((item.cel << 8 | commands_[position]) & kAkosCelMask);
    ++position;
  }
  return item;
}

size_t AkosCourse::behind_end_if(size_t position) {
  const size_t size = commands_.size();
  if (behind_end_if_.empty()) {
    behind_end_if_.assign(size + 1, static_cast<uint32_t>(size));
    for (size_t at = size; at-- > 0;) {
      const AkosCode code = commands_.at(at);
      const auto next = static_cast<uint32_t>(at + code.size);
      if (code.size > 0) behind_end_if_[at] = code.value == kEndIf ? next : behind_end_if_[next];
    }
  }
  return behind_end_if_[std::min(position, size)];
}

bool AkosCourse::goes_round(size_t position) {
  constexpr uint16_t kRandom = 0xC082;
  if (mark_.empty()) mark_.resize(commands_.size(), Mark::unknown);
  std::vector<size_t> walk;
  size_t at = position;
  while (at < mark_.size() && mark_[at] == Mark::unknown) {
    const AkosCode code = commands_.at(at);
    mark_[at] = Mark::walked;
    walk.push_back(at);
    if (code.flow == AkosFlow::jump) {
      at = commands_.u16(at + 2);
    } else if (code.flow == AkosFlow::proceed && code.value != kRandom) {
      at += code.size;
    } else {
      at = mark_.size();
    }
  }
  const bool came_round = at < mark_.size() && mark_[at] == Mark::walked;
  auto mark = Mark::clear;
  for (const size_t place : walk) {
    if (came_round && place == at) mark = Mark::round;
    mark_[place] = mark;
  }
  return position < mark_.size() && mark_[position] == Mark::round;
}

}  // namespace wardrobe
