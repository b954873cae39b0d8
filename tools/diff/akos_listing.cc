#include "tools/diff/akos_listing.h"

#include <algorithm>
#include <map>
#include <span>

#include "formats/akos/code.h"
#include "formats/bytes.h"

namespace wardrobe {
namespace {

constexpr size_t kMostCodes = 4096;
constexpr uint8_t kCostPictureMask = 0x7F;

struct AkosProgramText {
  std::vector<uint8_t> commands;
  std::vector<uint16_t> slots;
};

/// Lists what a window of an AKOS plays (SCUMM.md §6).
class AkosListing {
 public:
  AkosListing(Bytes commands, std::span<const uint16_t> jumps, int version, WindowMode mode,
              uint16_t end)
      : bytes_(commands), commands_(commands, version), jumps_(jumps), mode_(mode), end_(end) {}

  AkosProgramText list(uint16_t start) {
    walk(start);
    for (size_t i = 0; i < targets_.size(); ++i) walk(targets_[i]);
    for (const uint16_t target : targets_) {
      const auto found = number_.find(target);
      out_.u16(found == number_.end() ? kNoIndex : found->second);
    }
    return std::move(program_);
  }

 private:
  bool plays_window() const { return mode_ == WindowMode::loop || mode_ == WindowMode::once; }

  void walk(size_t at) {
    while (at < commands_.size() && number_.size() < kMostCodes) {
      if (!number_.emplace(at, static_cast<uint16_t>(number_.size())).second) return;
      const AkosCode code = commands_.at(at);
      write(at, code);
      const size_t step = plays_window() ? code.step : code.size;
      const bool ends = step == 0 || mode_ == WindowMode::frozen ||
                        (mode_ == WindowMode::loop && at + step > end_) ||
                        (mode_ == WindowMode::once && at == end_) ||
                        (!plays_window() && code.flow == AkosFlow::jump);
      if (ends) return;
      at += step;
      if (number_.contains(at)) return write_goto(at);
    }
  }

  void write(size_t at, const AkosCode& code) {
    const size_t size = std::max<size_t>(code.size, code.step);
    const bool jumps = code.flow == AkosFlow::jump || code.flow == AkosFlow::branch;
    if (!jumps) {
      out_.bytes(bytes_.subspan(at, size));
    } else if (code.command() == AkosCommand::jump_by_variable) {
      out_.bytes(bytes_.subspan(at, size));
      for (const uint16_t target : jumps_) out_.u16(target_number(target));
    } else {
      out_.bytes(bytes_.subspan(at, 2));
      out_.u16(target_number(commands_.u16(at + 2)));
      if (size > 4) out_.bytes(bytes_.subspan(at + 4, size - 4));
    }
    name_slots(at, code);
  }

  void write_goto(size_t at) {
    constexpr auto kGoto = static_cast<uint16_t>(AkosCommand::go_to);
    out_.u8(kGoto >> 8);
    out_.u8(kGoto & 0xFF);
    out_.u16(target_number(static_cast<uint16_t>(at)));
  }

  uint16_t target_number(uint16_t position) {
    const auto found = std::ranges::find(targets_, position);
    const auto number = static_cast<uint16_t>(found - targets_.begin());
    if (found == targets_.end() && targets_.size() < kMostCodes) targets_.push_back(position);
    return number;
  }

  void name_slots(size_t at, const AkosCode& code) {
    if (code.flow == AkosFlow::cel) {
      program_.slots.push_back(code.value & kAkosCelMask);
    } else if (code.flow == AkosFlow::draw_many) {
      const AkosItems items = commands_.items(at);
      size_t position = items.position;
      for (unsigned i = 0; i < items.count; ++i) {
        program_.slots.push_back(commands_.next_item(position).cel & kAkosCelMask);
      }
    }
  }

  Bytes bytes_;
  AkosCommands commands_;
  std::span<const uint16_t> jumps_;
  WindowMode mode_;
  uint16_t end_;
  AkosProgramText program_;
  ByteWriter out_{program_.commands};
  std::map<size_t, uint16_t> number_;  ///< position of a code → its number
  std::vector<uint16_t> targets_;
};

Bytes sequence_of(const Costumes& costumes, uint32_t costume) {
  return elements_at(costumes.command_offset, costumes.command, costume);
}

AkosProgramText akos_program(const Tables& tables, uint32_t costume, uint32_t window) {
  const auto mode = static_cast<WindowMode>(tables.windows.mode[window]);
  const bool plays = mode == WindowMode::loop || mode == WindowMode::once ||
                     mode == WindowMode::program || mode == WindowMode::frozen ||
                     mode == WindowMode::unseen;
  if (!plays) return {};
  const uint16_t start = tables.windows.start[window];
  const auto end = static_cast<uint16_t>(start + tables.windows.length[window] - 1);
  const auto jumps = elements_at(tables.costumes.jump_offset, tables.costumes.jump, costume);
  return AkosListing(sequence_of(tables.costumes, costume), jumps, tables.game.version[0], mode,
                     end)
      .list(start);
}

bool is_akos(const Tables& tables, uint32_t costume) {
  return Kind{tables.costumes.kind[costume]} == Kind::akos;
}

/// The window of a COST.
Bytes cost_window(const Tables& tables, uint32_t costume, uint32_t window) {
  return sequence_of(tables.costumes, costume)
      .subspan(tables.windows.start[window], tables.windows.length[window]);
}

}  // namespace

std::vector<uint8_t> commands_of(const Tables& tables, uint32_t costume, uint32_t window) {
  if (is_akos(tables, costume)) return akos_program(tables, costume, window).commands;
  const Bytes commands = cost_window(tables, costume, window);
  return {commands.begin(), commands.end()};
}

std::vector<uint16_t> slots_named_by(const Tables& tables, uint32_t costume, uint32_t window) {
  if (is_akos(tables, costume)) return akos_program(tables, costume, window).slots;
  std::vector<uint16_t> slots;
  for (const uint8_t command : cost_window(tables, costume, window)) {
    slots.push_back(command & kCostPictureMask);
  }
  return slots;
}

}  // namespace wardrobe
