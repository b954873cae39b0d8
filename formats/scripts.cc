#include "formats/scripts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <utility>

#include "formats/limits.h"
#include "formats/opcodes.def"
#include "formats/versions.h"

namespace wardrobe {
namespace opcodes {

constexpr std::pair<std::string_view, ScriptAction> kActions[] = {
    {"actorOps", ScriptAction::select},
    {"actor", ScriptAction::select},
    {"costume", ScriptAction::costume},
    {"name", ScriptAction::name},
    {"palette", ScriptAction::palette},
    {"talk_color", ScriptAction::talk_color},
    {"init_anim", ScriptAction::init},
    {"walk_anim", ScriptAction::walk},
    {"stand_anim", ScriptAction::stand},
    {"talk_anim", ScriptAction::talk},
    {"scale", ScriptAction::scale},
    {"never_zclip", ScriptAction::no_clip},
    {"always_zclip", ScriptAction::clip},
    {"default", ScriptAction::set_defaults},
    {"new", ScriptAction::set_defaults},
    {"putActor", ScriptAction::place},
    {"putActorInRoom", ScriptAction::place_in_room},
    {"putActorAtXY", ScriptAction::place_at},
    {"animateActor", ScriptAction::animate},
    {"startScript", ScriptAction::start_script},
    {"startScriptQuick", ScriptAction::start_script},
    {"startScriptQuick2", ScriptAction::start_script},
    {"palette_of_room", ScriptAction::palette_of_room},
    {"setState", ScriptAction::set_state},
    {"drawState", ScriptAction::set_state},
    {"showObject", ScriptAction::set_state},
    {"hideObject", ScriptAction::set_state},
};

/// An instruction or a sub-command.
struct Op {
  bool known = false;
  std::string_view signs{};  ///< up to a list
  std::string_view name{};
  ScriptAction action = ScriptAction::none;
  char list_sign = 0;  ///< '?' or '*': `list` follows
  size_t list = 0;
  uint8_t bits = 0;  ///< those of the opcode that tell operands
};
using OpList = std::array<Op, 256>;

inline std::string_view next_word(std::string_view& text) {
  const size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
  const size_t end = std::min(text.find_first_of(" \n", begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

inline uint8_t number_of(std::string_view digits, int base) {
  uint8_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  return number;
}

}  // namespace opcodes

using opcodes::Op;
using opcodes::OpList;

struct ScriptOpcodes {
  OpList ops{};
  std::vector<OpList> lists{};
  std::vector<std::string_view> list_names{};

  size_t list(std::string_view name) {
    const auto found = std::ranges::find(list_names, name);
    if (found != list_names.end()) return static_cast<size_t>(found - list_names.begin());
    list_names.push_back(name);
    lists.emplace_back();
    return lists.size() - 1;
  }

  Op op_of(std::string_view signs, std::string_view name) {
    Op op{.known = signs != "-", .name = name};
    const size_t end = std::min(signs.find_first_of("?*"), signs.size());
    op.signs = signs.substr(0, end);
    const auto* const action = std::ranges::find(opcodes::kActions, name,
                                                 &std::pair<std::string_view, ScriptAction>::first);
    if (action != std::end(opcodes::kActions)) op.action = action->second;
    if (end == signs.size()) return op;
    op.list_sign = signs[end];
    op.list = list(signs.substr(end + 1));
    return op;
  }

  /// Applies a text of opcodes.def.
  void change(std::string_view text) {
    const OpList before = ops;
    bool renumbered = false;
    std::optional<size_t> in;  // list
    for (std::string_view word = opcodes::next_word(text); !word.empty();
         word = opcodes::next_word(text)) {
      if (word[0] == '?') {
        const bool anew = word[1] == '=';
        in = list(word.substr(anew ? 2 : 1));
        if (anew) lists[*in] = {};
        continue;
      }
      const size_t split = word.find_first_of(":=");
      const std::string_view numbers = word.substr(0, split);
      if (word[split] == '=') {
        if (!std::exchange(renumbered, true)) ops = {};
        ops[opcodes::number_of(numbers, 16)] =
            before[opcodes::number_of(word.substr(split + 1), 16)];
        continue;
      }
      std::string_view rest = text;
      std::string_view name = opcodes::next_word(rest);
      if (name.find_first_of(":=?") == std::string_view::npos) {
        text = rest;
      } else {
        name = {};
      }
      Op op = op_of(word.substr(split + 1), name);
      const size_t second = std::min(numbers.find_first_of("/-") + 1, numbers.size());
      if (in) {
        const unsigned first = opcodes::number_of(numbers, 10);
        const unsigned last = second == 0 ? first : opcodes::number_of(numbers.substr(second), 10);
        for (unsigned i = first; i <= last; ++i) lists[*in][i] = op;
        continue;
      }
      const unsigned code = opcodes::number_of(numbers, 16);
      op.bits = second == 0 ? uint8_t{0} : opcodes::number_of(numbers.substr(second), 16);
      for (unsigned i = 0; i < ops.size(); ++i) {
        if ((i & ~unsigned{op.bits}) == code) ops[i] = op;
      }
    }
  }
};

namespace {

using Value = ScriptValue;
using ValueKind = ScriptValue::Kind;

constexpr uint8_t kEndOfList = 0xFF;
constexpr size_t kLocals = 32;  // Real scripts have 25.

/// The texts of Humongous games, each upon the one before.
constexpr std::array kHumongous = {opcodes::kHe60, opcodes::kHe70, opcodes::kHe71, opcodes::kHe72,
                                   opcodes::kHe80, opcodes::kHe90, opcodes::kHe100};
constexpr Version kHumongousVersions[] = {Version::he60, Version::he70, Version::he71,
                                          Version::he72, Version::he80, Version::he90,
                                          Version::he100};

/// The version whose instructions a form has: of Humongous games its own, the next or the one
/// before.
Version version_of_form(Version version, size_t form) {
  if (!is_humongous(version) || form == 0) return version;
  const auto* const next = std::ranges::upper_bound(kHumongousVersions, version);
  const ptrdiff_t at = next - std::begin(kHumongousVersions) - (form == 1 ? 0 : 2);
  return kHumongousVersions[static_cast<size_t>(
      std::clamp<ptrdiff_t>(at, 0, std::ssize(kHumongousVersions) - 1))];
}

ScriptOpcodes opcodes_of(Version version, size_t form) {
  ScriptOpcodes out;
  const int number = facts(version).number();
  std::vector<std::string_view> texts;
  if (is_humongous(version)) {
    texts = {opcodes::kV6};
    const auto* const end = std::ranges::upper_bound(kHumongousVersions, version);
    texts.insert(texts.end(), kHumongous.begin(),
                 kHumongous.begin() + (end - std::begin(kHumongousVersions)));
  } else if (number <= 2) {
    texts = {opcodes::kV1, opcodes::kV2};
    texts.resize(static_cast<size_t>(number));
  } else if (number <= 5) {
    texts = {opcodes::kV5};
    if (number <= 4) texts.push_back(opcodes::kV4);
    if (number == 3) texts.push_back(opcodes::kV3);
    if (form > 0) texts.push_back(form == 1 ? opcodes::kIndy3 : opcodes::kTownsOfV3);
  } else {
    texts = {number == 8 ? opcodes::kV8 : opcodes::kV6};
    if (number == 7) texts.push_back(opcodes::kV7);
  }
  for (const std::string_view text : texts) out.change(text);
  return out;
}

/// What is known at a place of a script.
struct State {
  std::vector<Value> stack{};
  std::vector<std::pair<int32_t, int32_t>> locals{};  ///< those with a constant, and it

  size_t size() const { return stack.size() + locals.size(); }

  /// Keeps what both know.
  void join(const State& other) {
    if (stack.size() > other.stack.size()) stack.resize(other.stack.size());
    for (size_t i = 0; i < stack.size(); ++i) {
      if (stack[i] != other.stack[i]) stack[i] = {};
    }
    std::erase_if(locals, [&](const auto& local) {
      return std::ranges::find(other.locals, local) == other.locals.end();
    });
  }
};

/// Reads one script twice: first for the targets of its jumps, then for its commands.
class Reading {
 public:
  Reading(const ScriptCode& script, Version version, const ScriptOpcodes& opcodes)
      : code_(script.code),
        version_(version),
        opcodes_(opcodes),
        number_(is_humongous(version) ? 6 : facts(version).number()),
        marks_(code_.size()),
        left_(kScriptStates.of(code_.size())) {
    for (const uint32_t entry : script.entries) {
      if (entry < marks_.size()) marks_[entry] |= kTarget | kEntry;
    }
  }

  ScriptCommands read() && {
    read_through();
    if (!out_.fault) check_jumps();
    std::optional<Error> fault = std::exchange(out_.fault, std::nullopt);
    dry_ = false;
    read_through();
    if (fault) out_.fault = std::move(fault);
    return std::move(out_);
  }

 private:
  // Bits of marks_.
  static constexpr uint8_t kStart = 1;
  static constexpr uint8_t kTarget = 2;
  static constexpr uint8_t kBackward = 4;
  static constexpr uint8_t kEntry = 8;

  void read_through() {
    reader_ = ByteReader(code_);
    state_ = {};
    reachable_ = true;
    depth_ = 0;
    while (reader_.left() > 0 && !out_.fault) {
      start_ = static_cast<uint32_t>(reader_.position());
      if (dry_) {
        marks_[start_] |= kStart;
      } else if ((marks_[start_] & kTarget) != 0) {
        arrive();
      }
      jump_.reset();
      instruction();
      if (out_.fault) break;
      if (!reader_.ok()) fail("it ends inside an instruction");
      if (jump_ && !dry_) remember(*jump_);
    }
  }

  /// A place to which the script jumps, or where it is entered.
  void arrive() {
    emit(ScriptAction::forget, operands_.size());
    const auto found = states_.find(start_);
    if ((marks_[start_] & kEntry) != 0) {
      state_ = {};
    } else if (found != states_.end()) {
      if (reachable_) {
        state_.join(found->second);
      } else {
        state_ = std::move(found->second);
      }
    }
    const bool only_forward = found != states_.end() && (marks_[start_] & kBackward) == 0;
    if (number_ < 6 || !only_forward) state_.locals.clear();
    if (found != states_.end()) states_.erase(found);
    reachable_ = true;
  }

  /// Remembers what is known where a jump to `target` starts.
  void remember(uint32_t target) {
    if (target <= start_ || number_ < 6) return;
    if (state_.size() > left_) return fail("its jumps carry more than is remembered");
    left_ -= state_.size();
    const auto [at, is_new] = states_.try_emplace(target, state_);
    if (!is_new) at->second.join(state_);
  }

  void check_jumps() {
    for (size_t at = 0; at < marks_.size(); ++at) {
      if ((marks_[at] & (kTarget | kStart)) == kTarget) {
        start_ = static_cast<uint32_t>(at);
        return fail("a jump leads between two instructions");
      }
    }
  }

  void fail(std::string message) {
    if (!out_.fault) out_.fault = Error{ErrorCode::odd, start_, std::move(message)};
  }

  /// Adds a command with the operands from `first` on. Repeating one without changes nothing.
  void emit(ScriptAction action, size_t first) {
    constexpr size_t kMostValues = 0xFFFF;
    if (dry_ || !reader_.ok()) return;
    const size_t at = out_.values.size();
    const size_t count =
        std::min(operands_.size() - std::min(first, operands_.size()), kMostValues);
    if (count == 0 && !out_.commands.empty() && out_.commands.back().action == action &&
        action != ScriptAction::name) {
      return;
    }
    const auto from = operands_.begin() + static_cast<ptrdiff_t>(operands_.size() - count);
    out_.values.insert(out_.values.end(), from, operands_.end());
    const size_t text = text_.empty() ? 0 : static_cast<size_t>(text_.data() - code_.data());
    out_.commands.push_back({action, static_cast<uint16_t>(count), static_cast<uint32_t>(at),
                             start_, static_cast<uint32_t>(text),
                             static_cast<uint32_t>(text_.size())});
  }

  void instruction() {
    const uint8_t code = reader_.u8();
    const Op& op = opcodes_.ops[code];
    if (!op.known) return fail("unknown instruction " + std::to_string(code));
    operands_.clear();
    list_size_ = 0;
    text_ = {};
    operands(op, code, 0);
    if (op.name == "stopObjectCode") {
      reachable_ = false;
      state_.stack.clear();
    }
    if (op.name == "jump" || op.name == "jumpRelative") reachable_ = false;
  }

  /// Reads the operands of an instruction or a sub-command. The next one that may be a variable is
  /// one if bit 7 of `bits` is set. Its values are those of operands_ from `first` on.
  void operands(const Op& op, uint8_t bits, size_t first) {
    for (const char sign : op.signs) operand(sign, bits);
    if (number_ < 6 && op.action == ScriptAction::select) {
      emit_one(ScriptAction::select, operands_[0]);
      first = 1;
    }
    if (op.list_sign == '?') {
      sub_command(op, bits, first);
    } else if (op.list_sign == '*') {
      const size_t count = operands_.size();
      while (!out_.fault && reader_.ok() && peek() != kEndOfList) {
        operands_.resize(count);
        sub_command(op, bits, first);
      }
      reader_.u8();
    } else {
      take_effect(op, first);
    }
  }

  uint8_t peek() const { return reader_.left() > 0 ? code_[reader_.position()] : kEndOfList; }

  void sub_command(const Op& op, uint8_t bits, size_t first) {
    constexpr uint8_t kOfResource = 0x3F;
    constexpr uint8_t kOfOthers = 0x1F;
    uint8_t number = reader_.u8();
    if (number_ >= 3 && number_ <= 5) {
      bits = number;
      number &= op.name == "resourceRoutines" ? kOfResource : kOfOthers;
    }
    const Op& sub = opcodes_.lists[op.list][number];
    if (!sub.known && reader_.ok()) {
      return fail("unknown sub-command " + std::to_string(number) + " of instruction " +
                  std::to_string(code_[start_]));
    }
    operands(sub, bits, first);
  }

  void take_effect(const Op& op, size_t first) {
    if (op.name == "move" || op.name == "assignVarByte") return assign(operands_.back());
    if (op.action == ScriptAction::start_script && number_ >= 6) {
      // The list of arguments, then perhaps flags, then the script.
      const size_t script = list_size_ + (op.name == "startScript" ? 1 : 0);
      const Value value = operands_[std::min(script, operands_.size() - 1)];
      operands_.resize(list_size_);
      operands_.insert(operands_.begin(), value);
    }
    if (op.action == ScriptAction::palette && version_ == Version::v2) {
      std::swap(operands_[first], operands_[first + 1]);
    }
    if (op.action == ScriptAction::set_state) {
      constexpr Value kShown{ValueKind::constant, 1};
      constexpr Value kHidden{ValueKind::constant, 0};
      Value state = operands_.back();
      const bool shows = op.name == "showObject" || (op.name == "drawState" && state == kHidden);
      if (shows) state = kShown;
      if (op.name == "hideObject") state = kHidden;
      operands_.resize(1);
      operands_.push_back(state);
    }
    const bool selected = op.action == ScriptAction::select && number_ < 6;
    if (op.action != ScriptAction::none && !selected) emit(op.action, first);
  }

  void emit_one(ScriptAction action, Value value) {
    operands_.push_back(value);
    emit(action, operands_.size() - 1);
    operands_.pop_back();
  }

  void operand(char sign, uint8_t& bits) {
    switch (sign) {
      case 'Y':
        bits = static_cast<uint8_t>(bits << 1);
        [[fallthrough]];
      case 'B':
      case 'W': {
        const bool is_variable = (bits & 0x80) != 0;
        bits = static_cast<uint8_t>(bits << 1);
        if (is_variable) return operands_.push_back(read(variable()));
        return add(sign == 'W' ? reader_.i16() : reader_.u8());
      }
      case 'V':
        return operands_.push_back(read(variable()));
      case 'R':
        written_ = variable();
        return assign({});
      case 'b':
        return add(reader_.u8());
      case 'w':
        return add(word());
      case 'd':
        return add(static_cast<int32_t>(reader_.u32()));
      case 'M':
        bits = reader_.u8();
        return;
      case 'A':
        return read_list();
      case 'J':
        return jump();
      case 'S':
      case 's':
        text_ = string();
        return;
      case 'z':
        while (reader_.u8() != 0) {
        }
        return;
      case 'T':
        return read_text();
      case '$': {
        const Value from = pop();
        text_ = from == Value{ValueKind::constant, -1} ? last_string_ : Bytes();
        return;
      }
      case '+':
        return push({});
      case 'L':
        return pop_list(pop());
      default:
        return rare_operand(sign, bits);
    }
  }

  void add(int32_t constant) { operands_.push_back({ValueKind::constant, constant}); }
  int32_t word() { return number_ == 8 ? static_cast<int32_t>(reader_.u32()) : reader_.i16(); }

  /// A variable that follows in the code of versions 1 to 5.
  Value variable() {
    constexpr uint8_t kFirstIndirect = 14;  // 14 to 16: the variable whose number is in it
    constexpr unsigned kIndexed = 0x2000;
    if (number_ <= 2) {
      const uint8_t number = reader_.u8();
      if (number >= kFirstIndirect && number <= kFirstIndirect + 2) return {};
      return {ValueKind::variable, number};
    }
    const unsigned number = reader_.u16();
    if ((number & kIndexed) == 0) return variable(number, 0x4000, 0x8000);
    reader_.u16();
    return {};
  }

  static Value variable(uint32_t number, uint32_t local, uint32_t bit) {
    if ((number & bit) == 0 && (number & local) != 0) {
      return {ValueKind::local, static_cast<int32_t>(number & (local - 1))};
    }
    return {ValueKind::variable, static_cast<int32_t>(number)};
  }

  /// The variable with a number from the code of version 6 or later.
  Value variable_of(int32_t number) const {
    const auto bits = static_cast<uint32_t>(number);
    return number_ == 8 ? variable(bits, 0x40000000, 0x80000000)
                        : variable(bits & 0xFFFF, 0x4000, 0x8000);
  }

  Value read(Value variable) const {
    if (variable.kind != ValueKind::local) return variable;
    const auto known =
        std::ranges::find(state_.locals, variable.number, &std::pair<int32_t, int32_t>::first);
    return known == state_.locals.end() ? variable : Value{ValueKind::constant, known->second};
  }

  /// Gives `written_` a value.
  void assign(Value value) {
    if (written_.kind == ValueKind::unknown) state_.locals.clear();
    emit_one(ScriptAction::write, written_);
    if (written_.kind == ValueKind::local) {
      const int32_t number = written_.number;
      if (number >= static_cast<int32_t>(kLocals)) return;
      out_.written_locals |= 1U << number;
      std::erase_if(state_.locals, [&](const auto& local) { return local.first == number; });
      if (value.is_constant()) state_.locals.emplace_back(number, value.number);
    }
    if (written_ == ego() && value.is_constant()) emit_one(ScriptAction::ego, value);
  }

  Value ego() const {
    const int32_t number = number_ <= 2                ? 0
                           : version_ >= Version::he72 ? 9
                           : number_ == 7              ? 111
                           : number_ == 8              ? 126
                                                       : 1;
    return {ValueKind::variable, number};
  }

  void push(Value value) {
    state_.stack.push_back(value);
    if (state_.stack.size() > kMaxScriptStack) fail("its stack is too deep");
  }
  Value pop() {
    if (state_.stack.empty()) return {};
    const Value value = state_.stack.back();
    state_.stack.pop_back();
    return value;
  }
  /// Moves the last values of the stack to the operands.
  void pop_values(size_t count) {
    const size_t missing = count - std::min(count, state_.stack.size());
    operands_.resize(operands_.size() + missing);
    const auto from = state_.stack.end() - static_cast<ptrdiff_t>(count - missing);
    operands_.insert(operands_.end(), from, state_.stack.end());
    state_.stack.erase(from, state_.stack.end());
  }
  void pop_list(Value count) {
    list_size_ = 0;
    const auto most = static_cast<int32_t>(state_.stack.size());
    if (!count.is_constant() || count.number < 0 || count.number > most) {
      state_.stack.clear();
      return;
    }
    list_size_ = static_cast<size_t>(count.number);
    pop_values(list_size_);
  }

  void read_list() {
    for (uint8_t bits = reader_.u8(); bits != kEndOfList && reader_.ok(); bits = reader_.u8()) {
      operand('W', bits);
    }
  }

  void jump() {
    const int32_t distance = word();
    const int64_t target = static_cast<int64_t>(reader_.position()) + distance;
    if (!reader_.ok() || target < 0 || target >= static_cast<int64_t>(code_.size())) return;
    jump_ = static_cast<uint32_t>(target);
    marks_[*jump_] |= kTarget | (*jump_ <= start_ ? kBackward : 0);
  }

  /// Takes a string up to its 0, and returns it without that (SCUMM.md §9 "Names of actors").
  Bytes string() {
    constexpr uint8_t kEscape = 0xFF;
    const bool plain = number_ <= 2 || version_ >= Version::he72;
    const size_t begin = reader_.position();
    for (uint8_t byte = reader_.u8(); byte != 0; byte = reader_.u8()) {
      if (byte != kEscape || plain) continue;
      const uint8_t code = reader_.u8();
      const bool alone = (code >= 1 && code <= 3) || code == 8 || (number_ == 3 && code == 0x2E);
      if (!alone) reader_.take(number_ == 8 ? 4 : 2);
    }
    return reader_.ok() ? code_.subspan(begin, reader_.position() - 1 - begin) : Bytes();
  }

  void read_text() {
    if (number_ <= 2) {
      for (uint8_t byte = reader_.u8(); byte != 0; byte = reader_.u8()) {
        if ((byte & 0x7F) >= 4 && (byte & 0x7F) <= 7) reader_.u8();
      }
      return;
    }
    static constexpr std::array<std::string_view, 16> kCommands = {
        "WW", "B", "W", "WW", "", "-", "", "", "WW", "-", "-", "-", "-", "-", "-", "S"};
    while (reader_.ok()) {
      uint8_t bits = reader_.u8();
      if (bits == kEndOfList) return;
      const size_t number = bits & 15;
      if (kCommands[number] == "-") return fail("unknown text command " + std::to_string(number));
      for (const char sign : kCommands[number]) operand(sign, bits);
      if (number == 6 && number_ == 3) operand('W', bits);
      if (number == 15) return;
    }
  }

  /// The signs that few instructions have.
  void rare_operand(char sign, uint8_t bits) {
    const auto last = [&] { return operands_.back().number; };
    const auto is = [](Value value, int32_t number) {
      return value == Value{ValueKind::constant, number};
    };
    switch (sign) {
      case '@': {
        operand('B', bits);
        if (number_ <= 2 ? is(operands_.back(), 0xFB) || is(operands_.back(), 0xFC)
                         : is(operands_.back(), 0xFE)) {
          return;
        }
        operand('W', bits);
        operand('W', bits);
        if (number_ <= 2) reader_.u8();
        return;
      }
      case '#': {
        operand('R', bits);
        const size_t count = reader_.u8();
        reader_.take((count == 0 ? 256 : count) * ((bits & 0x80) != 0 ? 2 : 1));
        state_.locals.clear();
        out_.written_locals = ~uint32_t{0};
        return;
      }
      case '%':
        return expression(bits);
      case '&':
        return save_variables();
      case 'p':
        return push(operands_.back());
      case 'v':
        return push(read(variable_of(last())));
      case 'a':
        written_ = variable_of(last());
        return assign(pop());
      case 'c':
        written_ = variable_of(last());
        return assign({});
      case 'D':
      case 'N': {
        const size_t asked = sign == 'D' ? 1 : static_cast<uint16_t>(last());
        const size_t count = std::min(asked, state_.stack.size());
        const auto top = static_cast<ptrdiff_t>(state_.stack.size() - count);
        if (count < asked) push({});
        for (size_t k = 0; k < count; ++k) push(state_.stack[static_cast<size_t>(top) + k]);
        return;
      }
      case 't':
        last_string_ = string();
        return;
      case 'i': {
        pop_values(2);
        const bool two = is(operands_.back(), 2);
        string();
        if (two) string();
        return;
      }
      case 'f':
        pop();
        push({});
        reader_.u8();
        return;
      case 'o': {
        const Value count = pop();
        if (!is(count, 1)) return pop_list(count);
        pop();
        return;
      }
      case 'h':
        if (version_ >= Version::he99) pop_list(pop());
        pop_values(version_ >= Version::he99 ? 4 : 3);
        return push({});
      case 'n':
        return pop_values(version_ >= Version::he99 ? 2 : 1);
      case 'g': {
        const Value kind = pop();
        return pop_values(is(kind, 4) ? 0 : is(kind, 0) ? 2 : 1);
      }
      default:
        return pop_values(static_cast<size_t>(sign - '0'));
    }
  }

  void expression(uint8_t bits) {
    if (depth_ >= kMaxScriptDepth) return fail("expressions are nested too deep");
    ++depth_;
    operand('R', bits);
    const Value result = written_;
    while (reader_.ok() && !out_.fault) {
      uint8_t part = reader_.u8();
      if (part == kEndOfList) break;
      const unsigned number = part & 0x1F;
      if (number == 1) {
        operand('W', part);
      } else if (number == 6) {
        instruction();
      } else if (number < 2 || number > 6) {
        return fail("unknown part of an expression, " + std::to_string(number));
      }
    }
    --depth_;
    written_ = result;
    assign({});
  }

  void save_variables() {
    reader_.u8();
    while (reader_.ok()) {
      uint8_t bits = reader_.u8();
      const unsigned number = bits & 0x1F;
      if (bits == 0 || number == 4 || number == 0x1F) return;
      if (number > 4) return fail("unknown way to save variables, " + std::to_string(number));
      for (const char sign : std::string_view(number == 1 ? "RR" : number == 2 ? "BB" : "S")) {
        operand(sign, bits);
      }
    }
  }

  Bytes code_;
  Version version_;
  const ScriptOpcodes& opcodes_;
  int number_;  ///< of the version; 6 for Humongous games
  bool dry_ = true;
  ByteReader reader_{Bytes()};
  std::vector<uint8_t> marks_;  ///< of each byte of the code
  State state_{};
  bool reachable_ = true;
  std::map<uint32_t, State> states_{};  ///< of jumps to places that are not reached yet
  uint64_t left_;                       ///< values that may still be remembered
  size_t depth_ = 0;                    ///< of expressions
  uint32_t start_ = 0;                  ///< of the instruction
  std::optional<uint32_t> jump_{};      ///< where it jumps to
  std::vector<Value> operands_{};       ///< of the instruction
  size_t list_size_ = 0;                ///< of the list among them, which comes first
  Bytes text_{};
  Bytes last_string_{};
  Value written_{};
  ScriptCommands out_{};
};

void add_part(std::vector<ScriptCode>& out, Bytes payload, ScriptKind kind, uint32_t number,
              size_t at, size_t end) {
  if (at >= end || end > payload.size()) return;
  out.push_back({kind, number, at, payload.subspan(at, end - at)});
}

/// Adds the code of an object: from the first of its verbs to `end`. Offsets of verbs count from
/// `base`, which may lie before the payload.
void add_object(std::vector<ScriptCode>& out, Bytes payload, uint32_t id, ByteReader table,
                size_t verb_size, size_t offset_size, int64_t base, size_t end) {
  std::vector<size_t> starts;
  const auto number = [&](size_t size) {
    return size == 1 ? table.u8() : size == 2 ? table.u16() : table.u32();
  };
  while (table.ok() && number(verb_size) != 0) {
    const int64_t start = base + number(offset_size);
    const bool inside =
        start >= static_cast<int64_t>(table.position()) && start < static_cast<int64_t>(end);
    if (table.ok() && inside) starts.push_back(static_cast<size_t>(start));
  }
  if (starts.empty()) return;
  const size_t first = std::ranges::min(starts);
  const size_t before = out.size();
  add_part(out, payload, ScriptKind::object, id, first, end);
  if (out.size() == before) return;
  for (const size_t start : starts) {
    out.back().entries.push_back(static_cast<uint32_t>(start - first));
  }
}

/// OBCD: the object's number is in CDHD, its code in VERB.
void add_obcd(std::vector<ScriptCode>& out, Bytes payload, Version version) {
  const bool wide = version == Version::v8;
  const bool is_late = version == Version::v7 || wide;
  uint32_t id = 0;
  std::optional<Block> ignored;
  for (const Block& part : read_blocks(payload, 0, ignored)) {
    if (part.tag == tag("CDHD")) id = ByteReader(part.payload, is_late ? 4 : 0).u16();
    if (part.tag != tag("VERB")) continue;
    const auto at = static_cast<size_t>(part.payload_at());
    const auto base = static_cast<int64_t>(wide ? at : part.offset);
    add_object(out, payload, id, ByteReader(payload, at), wide ? 4 : 1, wide ? 4 : 2, base,
               static_cast<size_t>(part.end));
  }
}

}  // namespace

bool holds_scripts(Tag block_tag) {
  static constexpr std::array kTags = {tag("SCRP"), tag("LSCR"), tag("LSC2"), tag("ENCD"),
                                       tag("EXCD"), tag("OBCD"), tag("SC"),   tag("LS"),
                                       tag("EN"),   tag("EX"),   tag("OC")};
  return std::ranges::find(kTags, block_tag) != kTags.end();
}

std::vector<ScriptCode> scripts_in(Tag block_tag, Bytes payload, Version version) {
  std::vector<ScriptCode> out;
  if (block_tag == tag("OBCD")) {
    add_obcd(out, payload, version);
  } else if (block_tag == tag("OC")) {
    // Offsets count from its header.
    constexpr auto kHeader = static_cast<int64_t>(header_size(BlockStyle::size_first));
    constexpr size_t kVerbsAt = 19 - kHeader;
    add_object(out, payload, ByteReader(payload).u16(), ByteReader(payload, kVerbsAt), 1, 2,
               -kHeader, payload.size());
  } else if (block_tag == tag("LSCR") || block_tag == tag("LSC2") || block_tag == tag("LS")) {
    ByteReader reader(payload);
    const bool wide = version == Version::v8 || block_tag == tag("LSC2");
    const uint32_t number = wide                     ? reader.u32()
                            : version == Version::v7 ? reader.u16()
                                                     : reader.u8();
    add_part(out, payload, ScriptKind::local, number, reader.position(), payload.size());
  } else {
    const bool entry = block_tag == tag("ENCD") || block_tag == tag("EN");
    const bool exit = block_tag == tag("EXCD") || block_tag == tag("EX");
    const ScriptKind kind = entry  ? ScriptKind::entry
                            : exit ? ScriptKind::exit
                                   : ScriptKind::global;
    add_part(out, payload, kind, 0, 0, payload.size());
  }
  return out;
}

RoomObjects objects_in_room(Bytes payload, Version version) {
  constexpr size_t kHeader = header_size(BlockStyle::nameless);
  const NamelessRoom room{payload, version};
  RoomObjects out{room.objects()};
  const size_t table = nameless_tables(version);
  ByteReader offsets = room.at(table + 2 * out.stated);
  for (size_t i = 0; i < out.stated && offsets.left() > 0; ++i) {
    const size_t offset = offsets.u16();
    if (offset < table || offset - kHeader >= payload.size()) continue;
    const size_t end = offset - kHeader + room.at(offset).u16();
    if (end <= payload.size()) out.inside.emplace_back(offset - kHeader, end);
  }
  return out;
}

std::vector<ScriptCode> scripts_in_room(Bytes payload, Version version) {
  constexpr size_t kHeader = header_size(BlockStyle::nameless);  // Offsets count from it.
  const bool three = version == Version::v3_16;
  const NamelessRoom room{payload, version};
  std::vector<ScriptCode> out;
  const RoomObjects objects = objects_in_room(payload, version);
  const size_t sounds = room.at(three ? 23 : 22).u8();
  const size_t scripts = room.at(three ? 24 : 23).u8();
  const size_t table = nameless_tables(version);

  struct Start {
    size_t at;
    ScriptKind kind;
    uint32_t number;
  };
  std::vector<Start> starts;
  const auto add_start = [&](uint16_t offset, ScriptKind kind, uint32_t number) {
    if (offset >= table) starts.push_back({offset - kHeader, kind, number});
  };
  add_start(room.exit_script(), ScriptKind::exit, 0);
  add_start(room.entry_script(), ScriptKind::entry, 0);
  if (three) {
    ByteReader list = room.at(table + 4 * objects.stated + sounds + scripts);
    for (uint8_t number = list.u8(); number != 0; number = list.u8()) {
      add_start(list.u16(), ScriptKind::local, number);
    }
  }
  std::ranges::stable_sort(starts, {}, &Start::at);
  for (size_t i = 0; i < starts.size(); ++i) {
    const size_t end = i + 1 < starts.size() ? starts[i + 1].at : payload.size();
    add_part(out, payload, starts[i].kind, starts[i].number, starts[i].at, end);
  }
  for (const auto& [at, end] : objects.inside) {
    add_object(out, payload, ByteReader(payload, at + 4).u16(),
               ByteReader(payload, at + (three ? 17 : 15)), 1, three ? 2 : 1,
               static_cast<int64_t>(at), end);
  }
  return out;
}

size_t script_forms(Version version) {
  const bool three = version == Version::v3 || version == Version::v3_16;
  return three || is_humongous(version) ? 3 : 1;
}

ScriptReader::ScriptReader(Version version, size_t form)
    : version_(version_of_form(version, form)),
      opcodes_(std::make_unique<ScriptOpcodes>(opcodes_of(version_, form))) {}
ScriptReader::~ScriptReader() = default;

ScriptCommands ScriptReader::read(const ScriptCode& script) const {
  if (script.code.size() > kMaxScriptCode) {
    ScriptCommands out;
    out.fault = Error{ErrorCode::odd, 0, "it is larger than " + limit_text(kMaxScriptCode)};
    return out;
  }
  return Reading(script, version_, *opcodes_).read();
}

std::optional<uint16_t> animated_chore(int32_t number, Version version) {
  constexpr int32_t kFirstTurn = 244;
  constexpr int32_t kFirstOwn = 56;
  constexpr int32_t kLastOwn = 60;
  constexpr int32_t kNothing = 62;
  const int of = is_humongous(version) ? 6 : facts(version).number();
  if (number < 0) return std::nullopt;
  if (of >= 7) {
    constexpr int32_t kStop = 255;
    return number < 1000 && number != kStop ? std::optional(static_cast<uint16_t>(number))
                                            : std::nullopt;
  }
  if (number >= kFirstTurn) return std::nullopt;
  if (of <= 2) return static_cast<uint16_t>(number / 4);
  const bool own = (number >= kFirstOwn && number <= kLastOwn) || number == kNothing;
  return own ? std::nullopt : std::optional(static_cast<uint16_t>(number));
}

Bytes script_name(Bytes text) {
  const auto fills = [](uint8_t byte) { return byte == ' ' || byte == '@'; };
  while (!text.empty() && fills(text.back())) text = text.first(text.size() - 1);
  while (!text.empty() && fills(text.front())) text = text.subspan(1);
  return text;
}

}  // namespace wardrobe
