#include "tools/diff/akos_listing.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "formats/akos_commands.h"
#include "formats/bytes.h"
#include "formats/player.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

constexpr size_t kMostCodes = 4096;
constexpr uint8_t kCostPictureMask = 0x7F;

/// Lists the codes that a window of an AKOS plays (SCUMM.md §6).
class AkosListing {
 public:
  AkosListing(Bytes commands, std::span<const uint16_t> jumps, Version version, WindowMode mode,
              uint16_t end)
      : bytes_(commands),
        commands_(commands, version),
        jumps_(jumps.first(std::min(jumps.size(), kMostCodes))),
        mode_(mode),
        end_(end) {}

  Listing list(uint16_t start) {
    walk(start);
    for (size_t i = 0; i < targets_.size(); ++i) walk(targets_[i]);
    if (uses_jumps_) {
      for (const uint16_t target : jumps_) out_.u16(target_number(target));
    }
    for (const uint16_t target : targets_) {
      const auto found = number_.find(target);
      out_.u16(found == number_.end() ? kNoIndex : found->second);
    }
    return std::move(listing_);
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
      if (!std::exchange(uses_jumps_, true)) number_jumps();
    } else {
      out_.bytes(bytes_.subspan(at, 2));
      out_.u16(target_number(static_cast<uint16_t>(commands_.target(at))));
      if (size > 4) out_.bytes(bytes_.subspan(at + 4, size - 4));
    }
    name_slots(at, code);
  }

  void number_jumps() {
    for (const uint16_t target : jumps_) target_number(target);
  }

  void write_goto(size_t at) {
    constexpr auto kGoto = static_cast<uint16_t>(AkosCommand::go_to);
    out_.u8(kGoto >> 8);
    out_.u8(kGoto & 0xFF);
    out_.u16(target_number(static_cast<uint16_t>(at)));
  }

  uint16_t target_number(uint16_t position) {
    const auto [found, is_new] =
        number_of_target_.try_emplace(position, static_cast<uint16_t>(targets_.size()));
    if (is_new && targets_.size() < kMostCodes) targets_.push_back(position);
    return found->second;
  }

  void name_slots(size_t at, const AkosCode& code) {
    if (code.flow == AkosFlow::cel) {
      listing_.slots.push_back(code.value & kAkosCelMask);
    } else if (code.flow == AkosFlow::draw_many) {
      const AkosItems items = commands_.items(at);
      size_t position = items.position;
      for (unsigned i = 0; i < items.count; ++i) {
        listing_.slots.push_back(commands_.next_item(position).cel & kAkosCelMask);
      }
    }
  }

  Bytes bytes_;
  AkosCommands commands_;
  std::span<const uint16_t> jumps_;
  WindowMode mode_;
  uint16_t end_;
  Listing listing_;
  ByteWriter out_{listing_.commands};
  std::map<size_t, uint16_t> number_;  ///< position of a code → its number
  std::vector<uint16_t> targets_;
  std::map<uint16_t, uint16_t> number_of_target_;
  bool uses_jumps_ = false;
};

}  // namespace

std::vector<uint8_t> commands_of(const TablesView& tables, uint32_t costume, uint32_t window) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.kind[costume] != Kind::cost) {
    return listing_of(tables, costume, window).commands;
  }
  const Bytes sequence = elements_at(costumes.command_offset, costumes.command, costume);
  const Bytes commands =
      sequence.subspan(tables.windows.start[window], tables.windows.length[window]);
  return {commands.begin(), commands.end()};
}

Listing listing_of(const TablesView& tables, uint32_t costume, uint32_t window) {
  const CostumesView& costumes = tables.costumes;
  if (costumes.kind[costume] == Kind::cost) {
    Listing listing{commands_of(tables, costume, window)};
    for (const uint8_t command : listing.commands) {
      listing.slots.push_back(command & kCostPictureMask);
    }
    return listing;
  }
  const Bytes sequence = elements_at(costumes.command_offset, costumes.command, costume);
  const uint16_t start = tables.windows.start[window];
  const uint16_t length = tables.windows.length[window];
  const WindowMode mode = tables.windows.mode[window];
  const bool plays = mode == WindowMode::loop || mode == WindowMode::once ||
                     mode == WindowMode::program || mode == WindowMode::frozen ||
                     mode == WindowMode::unseen;
  if (!plays) return {};
  const auto jumps = elements_at(costumes.jump_offset, costumes.jump, costume);
  const auto end = static_cast<uint16_t>(start + length - 1);
  return AkosListing(sequence, jumps, tables.game.version[0], mode, end).list(start);
}

std::string window_text(const TablesView& tables, uint32_t costume, uint32_t window) {
  const std::string commands = hex_text(commands_of(tables, costume, window), " ");
  return std::string(mode_name(tables.windows.mode[window])) + (commands.empty() ? "" : " ") +
         commands;
}

}  // namespace wardrobe
