#include "formats/akos_commands.h"

#include <array>
#include <bitset>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "formats/limits.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

using enum AkosEventValue;
using enum EventKind;

constexpr AkosCommandRow kRows[] = {
#define COMMAND(name, code, flow, ...) {AkosCommand::name, AkosFlow::flow, __VA_ARGS__},
#include "formats/akos_commands.def"
};

/// All commands are among the first 256 codes from kFirstAkosCommand on. The first of these codes
/// is not a command, so its row stands for unknown ones.
constexpr size_t kCodes = 256;

constexpr auto kRowByCode = [] {
  std::array<AkosCommandRow, kCodes> rows{};
  for (const AkosCommandRow& row : kRows) {
    rows[static_cast<size_t>(row.command) - kFirstAkosCommand] = row;
  }
  return rows;
}();

constexpr bool is_conditional(AkosCommand draw_many) {
  return draw_many == AkosCommand::draw_many_if || draw_many == AkosCommand::draw_many_if_and_move;
}

constexpr bool moves(AkosCommand draw_many) {
  return draw_many == AkosCommand::draw_many_and_move ||
         draw_many == AkosCommand::draw_many_if_and_move;
}

}  // namespace

std::span<const AkosCommandRow> akos_command_rows() { return kRows; }

const AkosCommandRow& akos_command_row(uint16_t code) {
  const size_t index = size_t{code} - kFirstAkosCommand;
  return kRowByCode[index < kCodes ? index : 0];
}

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
namespace {

class Follower {
 public:
  Follower(StoredCostume& costume, Version version, uint64_t sequence_at)
      : costume_(costume),
        sequence_at_(sequence_at),
        shows_auxiliary_(facts(version).akos.auxiliary_frames),
        commands_(costume.command, version),
        control_flow_(commands_),
        stood_(commands_.size()),
        executed_(commands_.size()),
        walked_(commands_.size(), 0) {}

  void run() {
    const Windows& windows = costume_.windows;
    std::set<std::tuple<WindowMode, uint16_t, uint16_t>> seen;
    for (size_t i = 0; i < windows.limb.size(); ++i) {
      if (!seen.insert({windows.mode[i], windows.start[i], windows.length[i]}).second) continue;
      follow(windows.mode[i], windows.start[i], windows.length[i]);
    }
    run_programs();
    report();
  }

 private:
  void follow(WindowMode mode, uint16_t start, uint16_t length) {
    switch (mode) {
      case WindowMode::loop:
      case WindowMode::once:
        walk({mode, start, static_cast<uint16_t>(start + length - 1)});
        break;
      case WindowMode::program:
      case WindowMode::unseen:
        if (start < commands_.size()) stand(start);
        break;
      case WindowMode::frozen:
        if (start < commands_.size()) show(start);
        break;
      default:
        break;
    }
  }

  /// A window of mode 2 or 3 (SCUMM.md §6 "Step").
  struct Window {
    WindowMode mode{};
    size_t start = 0;
    size_t end = 0;
  };

  void walk(const Window& window) {
    ++walk_;
    std::vector<size_t> todo;
    if (window.start < commands_.size()) todo.push_back(window.start);
    while (!todo.empty() && steps_ < kMaxReachSteps) {
      const size_t at = todo.back();
      todo.pop_back();
      if (walked_[at] == walk_) continue;
      walked_[at] = walk_;
      show(at);
      const std::optional<size_t> next = step(window, at);
      if (next) land(window, *next, todo);
    }
  }

  /// Returns where a limb steps from the code at `at`; nullopt if it stays there for good.
  std::optional<size_t> step(const Window& window, size_t at) {
    ++steps_;
    const AkosCode code = commands_.at(at);
    if (code.step == 0) return std::nullopt;
    if (window.mode == WindowMode::once && at == window.end) return at;
    const size_t next = at + code.step;
    if (window.mode == WindowMode::loop && next > window.end) return window.start;
    return is_inside(next, at) ? std::optional(next) : std::nullopt;
  }

  /// Adds to `todo` the places where a limb can stand, or from where it steps on, when it has
  /// stepped onto `at` and executed the command there.
  void land(const Window& window, size_t at, std::vector<size_t>& todo) {
    const AkosCode code = commands_.at(at);
    if (code.flow != AkosFlow::jump) todo.push_back(at);
    const bool jumps = code.flow == AkosFlow::jump && !is_endless(at);
    if (jumps || code.flow == AkosFlow::branch) add_targets(at, todo);
    if (code.flow != AkosFlow::skip) return;
    std::optional<size_t> passed = step(window, at);
    for (unsigned codes = 1; passed && codes < kMaxWindowCodes; ++codes) {
      if (commands_.at(*passed).command() == AkosCommand::end_if) return todo.push_back(*passed);
      passed = step(window, *passed);
    }
  }

  void add_targets(size_t at, std::vector<size_t>& todo) {
    const bool by_variable = commands_.at(at).command() == AkosCommand::jump_by_variable;
    if (by_variable && std::exchange(jumped_in_, walk_) == walk_) return;
    for_each_target(at, [&](size_t target) { todo.push_back(target); });
  }

  /// Calls visit(target) for the targets inside AKSQ of a jump or branch. The target of C0A4 may be
  /// cut off.
  template <class Visit>
  void for_each_target(size_t at, const Visit& visit) {
    if (commands_.at(at).command() == AkosCommand::jump_by_variable) {
      for (const uint16_t target : costume_.jump) {
        if (is_inside(target, at)) visit(size_t{target});
      }
    } else if (at + 4 <= commands_.size() && is_inside(commands_.target(at), at)) {
      visit(commands_.target(at));
    }
  }

  /// Whether `to`, where a limb goes from the code at `from`, is in AKSQ. If not, reports `from`.
  bool is_inside(size_t to, size_t from) {
    if (to < commands_.size()) return true;
    note(outside_, from, "a sequence leads out of AKSQ");
    return false;
  }

  void stand(size_t at) {
    if (stood_[at]) return;
    stood_[at] = true;
    show(at);
    stands_.push_back(at);
  }

  /// Follows windows of modes 6 and 8. A step skips the code on which the limb stands, then
  /// executes the commands after it.
  void run_programs() {
    while (!stands_.empty()) {
      const size_t at = stands_.back();
      stands_.pop_back();
      const AkosCode code = commands_.at(at);
      const bool ends = code.command() == AkosCommand::end && at + code.size == commands_.size();
      if (code.size > 0 && code.command() == AkosCommand::auxiliary_frame) show_auxiliary(at);
      if (code.size > 0 && !ends) proceed(at, at + code.size);
      while (!execute_.empty()) {
        const size_t next = execute_.back();
        execute_.pop_back();
        execute(next);
      }
    }
  }

  /// Goes on at the next end-if from `to` on. On the way, auxiliary pictures are shown.
  void pass_to_end_if(size_t from, size_t to) {
    for (; steps_ < kMaxReachSteps; ++steps_) {
      const AkosCode code = commands_.at(to);
      if (code.step == 0 || code.command() == AkosCommand::end_if) return proceed(from, to);
      if (code.size > 0 && code.command() == AkosCommand::auxiliary_frame) show_auxiliary(to);
      to += code.size > 0 ? code.size : code.step;
    }
  }

  void proceed(size_t from, size_t to) {
    if (is_inside(to, from)) execute_.push_back(to);
  }

  void execute(size_t at) {
    if (executed_[at]) return;
    executed_[at] = true;
    const AkosCode code = commands_.at(at);
    switch (code.flow) {
      case AkosFlow::skip:
        pass_to_end_if(at, at + code.size);
        proceed(at, at + code.size);
        break;
      case AkosFlow::proceed:
        proceed(at, at + code.size);
        break;
      case AkosFlow::branch:
        proceed(at, at + code.size);
        stand_at_targets(at, code);
        break;
      case AkosFlow::jump:
        if (!is_endless(at)) stand_at_targets(at, code);
        break;
      default:
        stand(at);
    }
  }

  void stand_at_targets(size_t at, const AkosCode& code) {
    const bool by_variable = code.command() == AkosCommand::jump_by_variable;
    if (by_variable && std::exchange(jumped_, true)) return;
    for_each_target(at, [&](size_t target) { stand(target); });
  }

  /// Whether a goto switches the limb off, which is reported.
  bool is_endless(size_t at) {
    if (!control_flow_.loops_forever(commands_.target(at))) return false;
    note(endless_, at, "an infinite loop of gotos draws nothing");
    return true;
  }

  /// Marks the cels that a limb draws when it stands at `at`.
  void show(size_t at) {
    const AkosCode code = commands_.at(at);
    if (code.flow == AkosFlow::cel) {
      show_cel(code.value & kAkosCelMask, at);
    } else if (code.flow == AkosFlow::draw_many) {
      const AkosItems items = commands_.items(at);
      size_t position = items.position;
      for (unsigned i = 0; i < items.count; ++i) {
        show_cel(commands_.next_item(position).cel & kAkosCelMask, at);
      }
    } else if (code.flow == AkosFlow::unknown) {
      note(unknown_, at, "unknown or incomplete command in a sequence");
    }
  }

  void show_cel(size_t cel, size_t at) {
    if (cel < costume_.entries_of(0).size()) {
      costume_.entry_reached[cel] = 1;
    } else if (!past_[cel]) {
      past_[cel] = true;
      costume_.problems.push_back({ErrorCode::damaged, sequence_at_ + at,
                                   "a sequence shows a cel past the end of the costume's table",
                                   kNoLimb, static_cast<uint16_t>(cel)});
    }
  }

  /// Marks the auxiliary picture that a program notes when it leaves a C08E.
  void show_auxiliary(size_t at) {
    const RowRange pictures = costume_.entries_of(1);
    if (!shows_auxiliary_ || pictures.empty()) return;
    const size_t picture = commands_.u16(at + 2);
    if (picture < pictures.size()) {
      costume_.entry_reached[pictures.front() + picture] = 1;
    } else {
      note(no_auxiliary_, at, "a sequence shows an auxiliary picture that AKAX lacks");
    }
  }

  /// Reports each kind of problem once: a single wrong byte can cause many.
  void note(bool& noted, size_t at, const char* what) {
    if (noted) return;
    noted = true;
    costume_.problems.push_back({ErrorCode::damaged, sequence_at_ + at, what});
  }

  void report() {
    if (steps_ < kMaxReachSteps) return;
    costume_.problems.push_back({ErrorCode::limit, sequence_at_,
                                 "sequences are too long to follow; cels may count as not shown"});
  }

  StoredCostume& costume_;
  uint64_t sequence_at_;
  bool shows_auxiliary_;
  AkosCommands commands_;
  AkosControlFlow control_flow_;
  std::vector<bool> stood_;
  std::vector<bool> executed_;
  std::vector<uint32_t> walked_;  ///< number of the last walk that visited the position
  uint32_t walk_ = 0;
  uint32_t jumped_in_ = 0;  ///< the last walk that went to all places of AKFO
  uint64_t steps_ = 0;
  std::vector<size_t> stands_;
  std::vector<size_t> execute_;
  std::bitset<kAkosCelMask + 1> past_;
  bool jumped_ = false;
  bool unknown_ = false;
  bool outside_ = false;
  bool endless_ = false;
  bool no_auxiliary_ = false;
};

}  // namespace

void follow_sequences(StoredCostume& costume, Version version, uint64_t sequence_at) {
  Follower(costume, version, sequence_at).run();
}

}  // namespace wardrobe
