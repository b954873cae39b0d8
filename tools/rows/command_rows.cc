#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/akos/code.h"
#include "formats/akos/command_words.h"
#include "formats/cost/layout.h"
#include "formats/player/trace.h"
#include "formats/versions.h"
#include "tools/rows/row.h"
#include "tools/rows/text.h"

namespace wardrobe {
namespace {

using Command = AkosCommand;

/// A command in the commands of a costume.
struct ListedCommand {
  uint32_t position = 0;
  size_t size = 0;
  std::string text;
};

/// The commands of an AKOS, as SCUMM.md §6 names them.
class AkosLister {
 public:
  AkosLister(Bytes bytes, Version version) : bytes_(bytes), commands_(bytes, version) {}

  /// Lists the commands that follow each position in `starts`, and those that follow every position
  /// to which these lead.
  std::vector<ListedCommand> list(std::vector<size_t> starts) const {
    std::set<size_t> known;
    while (!starts.empty()) {
      size_t at = starts.back();
      starts.pop_back();
      while (at < bytes_.size() && known.insert(at).second) {
        const AkosCode code = commands_.at(at);
        if (has_target(code)) starts.push_back(commands_.target(at));
        at += size_of(code, at);
      }
    }
    std::vector<ListedCommand> listed;
    for (const size_t at : known) {
      const AkosCode code = commands_.at(at);
      listed.push_back({static_cast<uint32_t>(at), size_of(code, at), text_of(code, at)});
    }
    return listed;
  }

 private:
  static bool has_target(const AkosCode& code) {
    return (code.flow == AkosFlow::jump || code.flow == AkosFlow::branch) &&
           code.command() != Command::jump_by_variable;
  }

  /// The size of a command with its operands. It includes the target of a jump even if the player
  /// does not skip it (C0A4, C0A5).
  size_t size_of(const AkosCode& code, size_t at) const {
    const size_t size = std::max<size_t>({1, code.step, code.size, has_target(code) ? 4U : 0U});
    return std::min(size, bytes_.size() - at);
  }

  std::string text_of(const AkosCode& code, size_t at) const {
    if (code.flow == AkosFlow::cel) return fmt::format("cel {}", code.value & kAkosCelMask);
    const AkosCommandWords* const row =
        std::ranges::find(kAkosCommandWords, code.command(), &AkosCommandWords::command);
    if (row == std::end(kAkosCommandWords)) return "unknown";
    const AkosCommandWords& words = *row;
    std::string text(words.name);
    if (code.flow == AkosFlow::unknown) return text + ", cut off";
    if (code.flow == AkosFlow::draw_many) return text + items_text(at);
    const char* between = " ";
    size_t operand = at + 2;
    for (const char kind : words.operands) {
      const size_t size = kind == 'b' || kind == 'v' || kind == 's' ? 1 : 2;
      if (operand + size > at + size_of(code, at)) break;  // HE's sound control has fewer operands.
      if (kind != 's') text += std::exchange(between, ", ") + operand_text(kind, operand);
      operand += size;
    }
    return text;
  }

  std::string operand_text(char kind, size_t at) const {
    switch (kind) {
      case 'b':
        return std::to_string(commands_.u8(at));
      case 'v':
        return fmt::format("v{}", commands_.u8(at));
      case 't':
        return fmt::format("0x{:04X}", commands_.u16(at));
      case 'i':
        return std::to_string(commands_.i16(at));
      default:
        return std::to_string(commands_.u16(at));
    }
  }

  /// ": cel 5 at 1, 2; cel 6 at 0, 0".
  std::string items_text(size_t at) const {
    const AkosItems items = commands_.items(at);
    size_t position = items.position;
    std::string text;
    if (items.dx != 0 || items.dy != 0) text = fmt::format(" {}, {}", items.dx, items.dy);
    const char* between = ": ";
    for (unsigned i = 0; i < items.count; ++i) {
      const AkosItem item = commands_.next_item(position);
      text += fmt::format("{}cel {} at {}, {}", std::exchange(between, "; "),
                          item.cel & kAkosCelMask, item.dx, item.dy);
    }
    return text;
  }

  Bytes bytes_;
  AkosCommands commands_;
};

/// What a command of a COST does when a limb reaches it, in words (SCUMM.md §4).
std::string cost_text(uint8_t command, const CostLayout& layout) {
  if (command == kCommandStop) return "stop";
  if (command == kCommandUnstop) return "start again";
  if (command == kCommandHide) return "hide";
  if (command == kCommandCount) return "count";
  if (layout.sounds_by_bit7 && (command & 0x80) != 0) {
    return fmt::format("picture {}, then sound", command & 0x7F);
  }
  if (!layout.takes_no_time(command)) return fmt::format("picture {}", command & 0x7F);
  return layout.first_sound == 0 ? "sound" : fmt::format("sound {}", layout.sound(command));
}

std::vector<ListedCommand> listed_commands(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  const Bytes bytes = elements_at(costumes.command_offset, costumes.command, costume);
  if (costumes.kind[costume] == Kind::cost) {
    const CostLayout& layout = facts(tables.game.version[0]).cost;
    std::vector<ListedCommand> listed;
    for (uint32_t at = 0; at < bytes.size(); ++at) {
      listed.push_back({at, 1, cost_text(bytes[at], layout)});
    }
    return listed;
  }
  const auto jumps = elements_at(costumes.jump_offset, costumes.jump, costume);
  std::vector<size_t> starts(jumps.begin(), jumps.end());
  for (const uint32_t record : rows_of(costumes.record_offset, costume)) {
    for (const uint32_t window : rows_of(tables.records.window_offset, record)) {
      starts.push_back(tables.windows.start[window]);
    }
  }
  starts.push_back(0);
  return AkosLister(bytes, tables.game.version[0]).list(std::move(starts));
}

}  // namespace

void window_rows(const TablesView& tables, const GiveRow& give) {
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    const unsigned directions = tables.costumes.directions[costume];
    for (const uint32_t record : rows_of(tables.costumes.record_offset, costume)) {
      const auto [chore, facing] = record_key(tables.records.number[record], directions);
      for (const uint32_t window : rows_of(tables.records.window_offset, record)) {
        const WindowMode mode = tables.windows.mode[window];
        const bool plays =
            mode == WindowMode::loop || mode == WindowMode::once || mode >= WindowMode::program;
        give({{"costume", costume_id(tables.costumes.id[costume])},
              {"costume_row", costume},
              {"chore", chore},
              {"dir", direction_row(facing, directions)},
              {"limb", tables.windows.limb[window]},
              {"mode", mode_name(mode)},
              {"start", plays ? Row(tables.windows.start[window]) : Row()},
              {"length", plays ? Row(tables.windows.length[window]) : Row()}});
      }
    }
  }
}

void command_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  for (uint32_t costume = 0; costume < costumes.id.size(); ++costume) {
    const Bytes bytes = elements_at(costumes.command_offset, costumes.command, costume);
    for (const ListedCommand& command : listed_commands(tables, costume)) {
      give({{"costume", costume_id(costumes.id[costume])},
            {"costume_row", costume},
            {"offset", command.position},
            {"bytes", hex_text(bytes.subspan(command.position, command.size), " ")},
            {"command", command.text}});
    }
  }
}

}  // namespace wardrobe
