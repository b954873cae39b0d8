#include "pipeline/wearers.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "formats/limits.h"
#include "formats/scripts.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

using Value = ScriptValue;
using ValueKind = ScriptValue::Kind;
using Text = std::vector<uint8_t>;
using Arguments = std::vector<Value>;

/// The numbers that a script may say of a wearer, in the order of the columns.
struct Said {
  enum Number : uint8_t {
    talk_color,
    x,
    y,
    scale,
    plane,
    init,
    walk,
    stand,
    talk,
    talk_stop,
    count
  };
};
using SaidNumbers = std::array<int32_t, Said::count>;
constexpr SaidNumbers kNothingSaid = [] {
  SaidNumbers numbers{};
  numbers.fill(kUnsaid);
  return numbers;
}();

/// A script that was read.
struct Script {
  const FoundScripts* found = nullptr;
  ScriptCode code{};
  ScriptCommands said{};

  uint32_t room() const { return found->room; }
  bool is_global() const { return code.kind == ScriptKind::global; }
  /// The row of its own room, unless it is global: those stand anywhere.
  uint32_t own_room() const { return is_global() ? kNone : room(); }
};

struct Wearer {
  uint16_t id = 0;
  Value actor{};
  Text name{};
  NameFrom name_from = NameFrom::none;
  uint16_t room = 0;
  RoomFrom room_from = RoomFrom::none;
  uint32_t script = kNone;
  uint32_t offset = 0;
  SaidNumbers said = kNothingSaid;
  bool depends = false;  ///< on the arguments of its script
  bool kept = true;      ///< it becomes a row

  friend bool operator==(const Wearer&, const Wearer&) = default;
};

/// A recolour or a call. The costume of an actor that its script does not dress is found once all
/// scripts are read.
struct Use {
  uint32_t wearer = kNone;
  Value actor{};
  uint32_t script = kNone;
  uint32_t offset = 0;
  bool is_call = false;
  uint16_t what = 0;  ///< slot or chore
  uint8_t color = 0;
  ChoreRole role = ChoreRole::played;
};

/// The first number of a script that belongs to a room (SCUMM.md §9).
int32_t first_local_script(Version version) {
  if (version == Version::v7 || version == Version::v8) return 2000;
  return version >= Version::he90 ? 2048 : 200;
}

class Collector {
 public:
  Collector(const Scanned& scanned, const std::vector<Script>& scripts)
      : version_(scanned.version()), scanned_(scanned), scripts_(scripts) {}

  void collect(ScriptRows& out) {
    find_calls_of_scripts();
    if (version_ == Version::v1) dress_actors();
    for (uint32_t i = 0; i < scripts_.size(); ++i) {
      seen_.clear();
      read(i, nullptr);
      const auto calls = arguments_.find(key_of(scripts_[i]));
      if (calls == arguments_.end()) continue;
      left_by_call_ = kMaxRowsByCall;
      for (const Arguments& arguments : calls->second) {
        const size_t commands = scripts_[i].said.commands.size();
        if (left_by_call_ == 0 || commands > commands_by_call_) break;
        commands_by_call_ -= commands;
        read(i, &arguments);
      }
    }
    for (const Wearer& wearer : wearers_) {
      if (!wearer.actor.is_constant() || !wearer.kept) continue;
      const uint32_t room = wearer.script == kNone ? kNone : scripts_[wearer.script].own_room();
      if (room != kNone) worn_[{room, wearer.actor.number}].insert(wearer.id);
      worn_[{kNone, wearer.actor.number}].insert(wearer.id);
    }
    write(out);
  }

 private:
  using Key = std::pair<uint32_t, int32_t>;  ///< row of the room, kNone for all; a number

  static Key key_of(const Script& script) {
    return {script.own_room(),
            static_cast<int32_t>(script.is_global() ? script.found->number : script.code.number)};
  }

  /// Collects the constants with which scripts start others.
  void find_calls_of_scripts() {
    const int32_t first_local = first_local_script(version_);
    for (const Script& script : scripts_) {
      for (const ScriptCommand& command : script.said.commands) {
        if (command.action != ScriptAction::start_script) continue;
        const auto values = script.said.values_of(command);
        if (!values[0].is_constant() || values.size() < 2) continue;
        const int32_t number = values[0].number;
        const uint32_t room = number < first_local ? kNone : script.room();
        std::set<Arguments>& all = arguments_[{room, number}];
        if (all.size() < kMaxRowsByCall) all.emplace(values.begin() + 1, values.end());
      }
    }
  }

  /// Actor n starts in costume n.
  void dress_actors() {
    for (const FoundCostume& costume : scanned_.costumes) {
      for (const uint16_t id : costume.ids) {
        wearers_.push_back({.id = id, .actor = {ValueKind::constant, id}});
      }
    }
    std::ranges::stable_sort(wearers_, {}, &Wearer::id);
  }

  /// Reads the commands of a script; with arguments, keeps only what depends on them.
  void read(uint32_t number, const Arguments* arguments) {
    script_ = number;
    arguments_given_ = arguments;
    dressed_.clear();
    worn_here_.clear();
    select({});
    const Script& script = scripts_[number];
    for (const ScriptCommand& command : script.said.commands) read(script, command);
  }

  void select(Value actor) {
    actor_ = actor;
    said_ = kNothingSaid;
    name_.clear();
    in_statement_ = kNone;
  }

  /// The value of an operand, by the arguments if it is one that the script never changes.
  Value value(Value operand) {
    if (arguments_given_ == nullptr || operand.kind != ValueKind::local) return operand;
    const auto number = static_cast<size_t>(operand.number);
    const bool changes = (scripts_[script_].said.written_locals >> (number & 31) & 1) != 0;
    if (number >= arguments_given_->size() || number >= 32 || changes) return operand;
    const Value argument = (*arguments_given_)[number];
    if (!argument.is_constant()) return operand;
    depends_ = true;
    return argument;
  }

  void read(const Script& script, const ScriptCommand& command) {
    std::vector<Value> values;
    depends_ = actor_depends_;
    const bool has_actor =
        command.action >= ScriptAction::place && command.action <= ScriptAction::animate;
    if (has_actor || command.action == ScriptAction::select) depends_ = false;
    for (const Value operand : script.said.values_of(command)) values.push_back(value(operand));
    const auto number = [&](size_t i) {
      return i < values.size() && values[i].is_constant() ? values[i].number : kUnsaid;
    };
    offset_ = command.offset;
    switch (command.action) {
      case ScriptAction::forget:
        worn_here_.clear();
        actor_depends_ = false;
        return select({});
      case ScriptAction::select:
        actor_depends_ = depends_;
        return select(values[0]);
      case ScriptAction::costume:
        return put_on(values[0]);
      case ScriptAction::name:
        return give_name(script_name(script.code.code.subspan(command.text_at, command.text_size)));
      case ScriptAction::palette:
        return recolour(number(values.size() - 2), number(values.size() - 1), values.size());
      case ScriptAction::talk_color:
        return say(actor_, Said::talk_color, number(0));
      case ScriptAction::init:
        return set_chore(Said::init, ChoreRole::init, number(0));
      case ScriptAction::walk:
        return set_chore(Said::walk, ChoreRole::walk, number(0));
      case ScriptAction::stand:
        return set_chore(Said::stand, ChoreRole::stand, number(0));
      case ScriptAction::talk:
        set_chore(Said::talk, ChoreRole::talk, number(0));
        return set_chore(Said::talk_stop, ChoreRole::talk_stop, number(1));
      case ScriptAction::scale:
        return say(actor_, Said::scale, number(0));
      case ScriptAction::no_clip:
        return say(actor_, Said::plane, 0);
      case ScriptAction::clip:
        return say(actor_, Said::plane, number(0));
      case ScriptAction::set_defaults:
        said_ = kNothingSaid;
        if (in_statement_ != kNone) wearers_[in_statement_].said = kNothingSaid;
        return;
      case ScriptAction::place_in_room:
        return place_in_room(values[0], number(1));
      case ScriptAction::place_at:
        place_in_room(values[0], number(3));
        [[fallthrough]];
      case ScriptAction::place:
        return place(values[0], number(1), number(2));
      case ScriptAction::animate:
        if (number(1) == kUnsaid) return;
        if (const auto chore = animated_chore(number(1), version_)) {
          use(values[0], {.is_call = true, .what = *chore});
        }
        return;
      case ScriptAction::palette_of_room:
        if (script.room() != kNone) palettes_[script.room()].insert(number(0));
        return;
      case ScriptAction::set_state:
        if (script.code.kind == ScriptKind::entry) enter(script.room(), number(0), number(1));
        return;
      case ScriptAction::write:
        worn_here_.erase({values[0].kind, values[0].number});
        return;
      case ScriptAction::ego:
        egos_.insert(number(0));
        return;
      default:
        return;
    }
  }

  /// The wearer that the actor is since the last costume in this script, or null.
  Wearer* dressed(Value actor) {
    const auto found = dressed_.find({actor.kind, actor.number});
    return found == dressed_.end() ? nullptr : &wearers_[found->second];
  }

  void put_on(Value costume) {
    constexpr int32_t kMost = 0xFFFF;
    if (costume.is_constant() && costume.number < 0) return;  // hides and shows limbs
    const ActorKey key{actor_.kind, actor_.number};
    dressed_.erase(key);
    worn_here_[key] = kNone;
    in_statement_ = kNone;
    const bool known = costume.is_constant() && costume.number > 0 && costume.number <= kMost;
    if (!known || is_nobody(actor_) || wearers_.size() >= 2 * kMaxScriptRows) return;
    Wearer wearer{.id = static_cast<uint16_t>(costume.number),
                  .actor = actor_,
                  .name = name_,
                  .name_from = name_.empty() ? NameFrom::none : NameFrom::command,
                  .script = script_,
                  .offset = offset_,
                  .said = said_,
                  .depends = depends_};
    if (const uint32_t room = scripts_[script_].own_room(); room != kNone) {
      wearer.room = scanned_.rooms[room].number;
      wearer.room_from = RoomFrom::script;
    }
    wearer.kept = is_new(wearer.id, 0, actor_, kWearer);
    in_statement_ = static_cast<uint32_t>(wearers_.size());
    wearers_.push_back(std::move(wearer));
    if (actor_.kind != ValueKind::unknown) dressed_[key] = worn_here_[key] = in_statement_;
  }

  static bool is_nobody(Value actor) { return actor.is_constant() && actor.number == 0; }

  static constexpr int32_t kWearer = 0;  ///< or a recolour, or a call in some role

  /// Whether a row is kept: if it differs from the others of this script; with arguments, also if
  /// it depends on them, and is not too many.
  bool is_new(uint16_t costume, int32_t what, Value actor, int32_t kind) {
    if (arguments_given_ != nullptr && (!depends_ || left_by_call_ == 0)) return false;
    if (arguments_given_ == nullptr && kind == kWearer) return true;  // write() compares them
    if (!seen_.insert({offset_, kind, costume, what, actor}).second) return false;
    if (arguments_given_ != nullptr) --left_by_call_;
    return true;
  }

  void give_name(Bytes text) {
    if (text.empty() || is_nobody(actor_)) return;
    name_.assign(text.begin(), text.end());
    if (actor_.is_constant()) names_[actor_.number].insert(name_);
    const bool here = in_statement_ != kNone;
    Wearer* const wearer = here ? &wearers_[in_statement_] : dressed(actor_);
    if (wearer == nullptr || (!here && wearer->name_from != NameFrom::none)) return;
    wearer->name = name_;
    wearer->name_from = here ? NameFrom::command : NameFrom::script;
  }

  /// Of several in a statement, the last one counts, also where it is no constant.
  void say(Value actor, Said::Number what, int32_t number) {
    const bool of_statement = actor == actor_ && what != Said::x && what != Said::y;
    if (of_statement) said_[what] = number;
    if (of_statement && in_statement_ != kNone) {
      wearers_[in_statement_].said[what] = number;
    } else if (Wearer* const wearer = dressed(actor); wearer != nullptr) {
      if (wearer->said[what] == kUnsaid) wearer->said[what] = number;
    }
  }

  void set_chore(Said::Number what, ChoreRole role, int32_t chore) {
    constexpr int32_t kMost = 0xFFFF;
    say(actor_, what, chore);
    if (chore < 0 || chore > kMost) return;
    use(actor_, {.is_call = true, .what = static_cast<uint16_t>(chore), .role = role});
  }

  void place(Value actor, int32_t at_x, int32_t at_y) {
    const bool in_strips = version_ == Version::v1 || version_ == Version::v2;
    if (at_x == kUnsaid || at_y == kUnsaid) return;
    say(actor, Said::x, in_strips ? 8 * at_x : at_x);
    say(actor, Said::y, in_strips ? 2 * at_y : at_y);
  }

  void place_in_room(Value actor, int32_t room) {
    constexpr int32_t kWhereItIs = 0xFF;
    constexpr int32_t kMost = 0xFFFF;
    Wearer* const wearer = dressed(actor);
    if (wearer == nullptr || wearer->room_from != RoomFrom::none) return;
    if (room <= 0 || room == kWhereItIs || room > kMost) return;
    wearer->room = static_cast<uint16_t>(room);
    wearer->room_from = RoomFrom::placed;
  }

  /// The entry script of a room sets the state of an object.
  void enter(uint32_t room, int32_t object, int32_t state) {
    constexpr int32_t kMost = 253;  // above: a random state, the next one
    if (object < 0 || entered_.size() >= kMaxScriptRows) return;
    if (facts(version_).number() <= 4 && state > 0) state = 1;
    const bool known = state >= 0 && state <= kMost;
    const uint8_t value = known ? static_cast<uint8_t>(state) : kNoState;
    const auto [at, is_new] = entered_.try_emplace({room, object}, value);
    if (at->second != value) at->second = kNoState;
  }

  void recolour(int32_t slot, int32_t color, size_t values) {
    constexpr int32_t kMost = 255;
    constexpr int32_t kSlotOfV1 = 2;
    if (values == 1) slot = kSlotOfV1;
    if (slot < 0 || slot > kMost || color < 0 || color > kMost) return;
    use(actor_, {.what = static_cast<uint16_t>(slot), .color = static_cast<uint8_t>(color)});
  }

  void use(Value actor, Use use) {
    const auto worn = worn_here_.find({actor.kind, actor.number});
    const bool here = worn != worn_here_.end();
    if (here ? worn->second == kNone : !actor.is_constant()) return;
    if (is_nobody(actor) || uses_.size() >= 4 * kMaxScriptRows) return;
    uint16_t costume = 0;
    if (here) {
      use.wearer = worn->second;
      costume = wearers_[use.wearer].id;
      depends_ = depends_ || wearers_[use.wearer].depends;
    }
    use.actor = actor;
    use.script = script_;
    use.offset = offset_;
    constexpr int32_t kRecolour = kWearer + 1;
    constexpr int32_t kCall = kRecolour + 1;
    const int32_t kind = use.is_call ? kCall + static_cast<int32_t>(use.role) : kRecolour;
    if (is_new(costume, use.what + (use.color << 16), actor, kind)) uses_.push_back(use);
  }

  /// The only costume that scripts give to an actor: those of this room, or else all; 0: unknown.
  uint16_t only_costume(uint32_t room, int32_t actor) const {
    for (const uint32_t in : {room, kNone}) {
      const auto worn = worn_.find({in, actor});
      if (worn != worn_.end() && worn->second.size() == 1) return *worn->second.begin();
    }
    return 0;
  }

  void write(ScriptRows& out) {
    for (const Script& script : scripts_) {
      Scripts& to = out.scripts;
      to.kind.push_back(script.code.kind);
      to.number.push_back(script.is_global() ? script.found->number : script.code.number);
      to.room.push_back(script.room());
      to.source.push_back(script.found->source);
      to.offset.push_back(static_cast<uint32_t>(script.found->block.payload_at() + script.code.at));
      to.size.push_back(static_cast<uint32_t>(script.code.code.size()));
      to.whole.push_back(script.said.fault ? 0 : 1);
    }
    std::vector<uint32_t> row(wearers_.size(), kNone);
    for (size_t i = 0; i < wearers_.size(); ++i) {
      if (!wearers_[i].kept || out.wearers.id.size() >= kMaxScriptRows) continue;
      if (i > 0 && wearers_[i] == wearers_[i - 1]) {
        row[i] = row[i - 1];
        continue;
      }
      row[i] = static_cast<uint32_t>(out.wearers.id.size());
      write(wearers_[i], out.wearers);
    }
    for (const Use& use : uses_) {
      const bool known = use.wearer != kNone;
      const uint16_t id = known ? wearers_[use.wearer].id
                                : only_costume(scripts_[use.script].own_room(), use.actor.number);
      if (id == 0) continue;
      const int32_t actor = use.actor.is_constant() ? use.actor.number : kUnsaid;
      const auto write_use = [&](auto& to) {
        if (to.id.size() >= kMaxScriptRows) return false;
        to.id.push_back(id);
        to.actor.push_back(actor);
        to.script.push_back(use.script);
        to.offset.push_back(use.offset);
        return true;
      };
      if (use.is_call && write_use(out.calls)) {
        out.calls.chore.push_back(use.what);
        out.calls.role.push_back(use.role);
      } else if (!use.is_call && write_use(out.recolours)) {
        out.recolours.wearer.push_back(known ? row[use.wearer] : kNone);
        out.recolours.slot.push_back(static_cast<uint8_t>(use.what));
        out.recolours.color.push_back(use.color);
      }
    }
    out.entered = std::move(entered_);
    out.room_palette.resize(scanned_.rooms.size());
    for (const auto& [room, numbers] : palettes_) {
      if (numbers.size() == 1 && *numbers.begin() >= 0) {
        out.room_palette[room] = static_cast<uint32_t>(*numbers.begin());
      }
    }
  }

  void write(const Wearer& wearer, Wearers& to) const {
    const bool known = wearer.actor.is_constant();
    const auto names = known ? names_.find(wearer.actor.number) : names_.end();
    const bool by_actor =
        wearer.name_from == NameFrom::none && names != names_.end() && names->second.size() == 1;
    const Text& name = by_actor ? *names->second.begin() : wearer.name;
    to.id.push_back(wearer.id);
    to.actor.push_back(known ? wearer.actor.number : kUnsaid);
    to.ego.push_back(known && egos_.contains(wearer.actor.number) ? 1 : 0);
    append_text(to.name_offset, to.name, as_text(name));
    to.name_from.push_back(by_actor ? NameFrom::actor : wearer.name_from);
    to.room.push_back(wearer.room);
    to.room_from.push_back(wearer.room_from);
    to.script.push_back(wearer.script);
    to.offset.push_back(wearer.offset);
    size_t column = 0;
    for (auto* said : {&to.talk_color, &to.x, &to.y, &to.scale, &to.plane, &to.init, &to.walk,
                       &to.stand, &to.talk, &to.talk_stop}) {
      said->push_back(wearer.said[column++]);
    }
  }

  Version version_;
  const Scanned& scanned_;
  const std::vector<Script>& scripts_;

  // Of the game.
  std::map<Key, std::set<Arguments>> arguments_;  ///< by script: those with which others start it
  std::vector<Wearer> wearers_;
  std::vector<Use> uses_;
  std::map<int32_t, std::set<Text>> names_;  ///< by actor
  std::set<int32_t> egos_;
  std::map<uint32_t, std::set<int32_t>> palettes_;  ///< by room: those that its scripts set
  std::map<Key, uint8_t> entered_;                  ///< by room and object: ScriptRows::entered
  std::map<Key, std::set<uint16_t>> worn_;          ///< by room and actor

  // Of a script.
  uint32_t script_ = 0;
  const Arguments* arguments_given_ = nullptr;
  size_t left_by_call_ = 0;            ///< rows
  size_t commands_by_call_ = 4 << 20;  ///< of the game: those that are still read
  std::set<std::tuple<uint32_t, int32_t, uint16_t, int32_t, Value>> seen_;  ///< rows
  using ActorKey = std::pair<ValueKind, int32_t>;
  std::map<ActorKey, uint32_t> dressed_;    ///< since the last costume: the wearer
  std::map<ActorKey, uint32_t> worn_here_;  ///< the same, on the straight line; kNone: unknown

  // Of a statement: the commands between two that select an actor.
  Value actor_{};
  bool actor_depends_ = false;  ///< on the arguments
  SaidNumbers said_ = kNothingSaid;
  Text name_{};
  uint32_t in_statement_ = kNone;  ///< the wearer

  // Of a command.
  uint32_t offset_ = 0;
  bool depends_ = false;  ///< on the arguments
};

/// Reads all scripts in the form in which most of them can be read. Returns how many cannot.
size_t read_all(std::vector<Script>& scripts, Version version, Progress& progress) {
  size_t least = scripts.size() + 1;
  for (size_t form = 0; form < script_forms(version) && least > 0; ++form) {
    const ScriptReader reader(version, form);
    std::vector<ScriptCommands> read(scripts.size());
    parallel_for(scripts.size(), progress,
                 [&](size_t i, size_t) { read[i] = reader.read(scripts[i].code); });
    const auto faults = static_cast<size_t>(std::ranges::count_if(
        read, [](const ScriptCommands& one) { return one.fault.has_value(); }));
    if (faults >= least) continue;
    least = faults;
    for (size_t i = 0; i < scripts.size(); ++i) scripts[i].said = std::move(read[i]);
  }
  return least;
}

}  // namespace

ScriptRows read_scripts(Scanned& scanned, Failures& failures, Progress& progress) {
  const Version version = scanned.version();
  std::vector<Script> scripts;
  for (const FoundScripts& found : scanned.scripts) {
    const Bytes payload = found.block.payload;
    std::vector<ScriptCode> codes = found.block.tag == 0
                                        ? scripts_in_room(payload, version)
                                        : scripts_in(found.block.tag, payload, version);
    for (ScriptCode& code : codes) scripts.push_back({&found, std::move(code)});
  }
  const size_t faults = scripts.empty() ? 0 : read_all(scripts, version, progress);
  if (faults > 0) {
    const auto is_bad = [](const Script& script) { return script.said.fault.has_value(); };
    const Script& first = *std::ranges::find_if(scripts, is_bad);
    const uint32_t room = first.room();
    Error error = *first.said.fault;
    error.message = std::to_string(faults) + " of " + std::to_string(scripts.size()) +
                    " scripts cannot be read to their ends, so some wearers may be missing; "
                    "this one: " +
                    error.message;
    add_failure(failures,
                {.room = room == kNone ? uint16_t{0} : scanned.rooms[room].number,
                 .source = first.found->source,
                 .offset = first.found->block.payload_at() + first.code.at},
                error);
  }
  ScriptRows out;
  Collector(scanned, scripts).collect(out);
  scanned.script_bytes = {};
  return out;
}

}  // namespace wardrobe
