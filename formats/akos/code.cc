#include "formats/akos/code.h"

#include <algorithm>

#include "formats/versions.h"

namespace wardrobe {
namespace {

constexpr bool is_conditional(AkosCommand draw_many) {
  return draw_many == AkosCommand::draw_many_if || draw_many == AkosCommand::draw_many_if_and_move;
}

constexpr bool moves(AkosCommand draw_many) {
  return draw_many == AkosCommand::draw_many_and_move ||
         draw_many == AkosCommand::draw_many_if_and_move;
}

}  // namespace

AkosCommands::AkosCommands(Bytes commands, Version version)
    : commands_(commands), rules_(facts(version).akos) {}

AkosCode AkosCommands::at(size_t position) const {
  if (position >= commands_.size()) return {};
  const size_t left = commands_.size() - position;
  const uint8_t first = commands_[position];
  if (first < 0x80) return {first, AkosFlow::cel, 1, 1};
  if (left < 2) return {};
  const auto value = static_cast<uint16_t>(first << 8 | commands_[position + 1]);
  if (value < kFirstAkosCommand) return {value, AkosFlow::cel, 2, 2};
  const AkosCommandRow& row = akos_command_row(value);
  const size_t size = size_of(row, position);
  // Timelines always take the branch of C0A5, so its operand is needed, although `size` excludes
  // it.
  const size_t needed = row.command == AkosCommand::if_nobody_talks ? 4 : size;
  if (size == 0 || needed > left) return {value, AkosFlow::unknown, 0, 2};
  return {value, row.flow, static_cast<uint16_t>(size), 2};
}

size_t AkosCommands::size_of(const AkosCommandRow& row, size_t position) const {
  if (row.flow == AkosFlow::draw_many) return draw_many_size(row.command, position);
  if (row.command == AkosCommand::sound_control) return rules_.sound_control_size;
  if (row.size != 0 || row.flow == AkosFlow::unknown) return row.size;
  // The byte after the code states the size of the whole command, code included.
  const size_t stated = commands_.size() - position > 2 ? commands_[position + 2] : 0;
  return stated >= 3 ? stated : 0;
}

size_t AkosCommands::draw_many_size(AkosCommand command, size_t position) const {
  if (commands_.size() - position < 3) return 0;
  const bool conditional = is_conditional(command);
  const size_t stated = commands_[position + 2];
  if (conditional && (stated < 3 || position + stated > commands_.size())) return 0;
  const size_t end = conditional ? position + stated : commands_.size();
  size_t at = position + 2;
  if (conditional) {
    if (position + 3 >= end) return 0;
    at = position + 4 + commands_[position + 3];
  }
  if (moves(command)) at += 4;
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
  const AkosCommand command = at(position).command();
  AkosItems items;
  items.conditional = is_conditional(command);
  size_t at = position + 2;
  if (items.conditional) {
    items.numbers = position + 4;
    items.numbered = commands_[position + 3];
    at = items.numbers + items.numbered;
  }
  if (moves(command)) {
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

size_t AkosControlFlow::behind_end_if(size_t position) {
  const size_t size = commands_.size();
  if (behind_end_if_.empty()) {
    behind_end_if_.assign(size + 1, static_cast<uint32_t>(size));
    for (size_t at = size; at-- > 0;) {
      const AkosCode code = commands_.at(at);
      const auto next = static_cast<uint32_t>(at + code.size);
      const bool is_end_if = code.command() == AkosCommand::end_if;
      if (code.size > 0) behind_end_if_[at] = is_end_if ? next : behind_end_if_[next];
    }
  }
  return behind_end_if_[std::min(position, size)];
}

bool AkosControlFlow::loops_forever(size_t position) {
  if (mark_.empty()) mark_.resize(commands_.size(), Mark::unknown);
  std::vector<size_t> path;
  size_t at = position;
  while (at < mark_.size() && mark_[at] == Mark::unknown) {
    const AkosCode code = commands_.at(at);
    mark_[at] = Mark::visited;
    path.push_back(at);
    if (code.flow == AkosFlow::jump) {
      at = commands_.target(at);
    } else if (code.flow == AkosFlow::proceed && code.command() != AkosCommand::random) {
      at += code.size;
    } else {
      at = mark_.size();
    }
  }
  const bool closed = at < mark_.size() && mark_[at] == Mark::visited;
  auto mark = Mark::finite;
  for (const size_t place : path) {
    if (closed && place == at) mark = Mark::endless;
    mark_[place] = mark;
  }
  return position < mark_.size() && mark_[position] == Mark::endless;
}

}  // namespace wardrobe
