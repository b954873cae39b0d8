#include "formats/script.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

constexpr unsigned kMaxTick = 65535;
constexpr unsigned kMaxOperand = 16383;  // The highest chore that a 16-bit record number can have.
constexpr uint32_t kTicksAfterLast = 32;
constexpr std::string_view kSpaces = " \t\r\v\f";
constexpr std::string_view kLimbsWord = "limbs";

/// Parses a limb, or a range of limbs such as 3-5.
std::optional<LimbMask> limb_range(std::string_view range) {
  const size_t dash = range.find('-');
  const std::optional<unsigned> first = parse_decimal(range.substr(0, dash), kLimbs - 1);
  const std::optional<unsigned> last =
      dash == std::string_view::npos ? first : parse_decimal(range.substr(dash + 1), kLimbs - 1);
  if (!first || !last || *first > *last) return std::nullopt;
  return static_cast<LimbMask>((2u << *last) - (1u << *first));
}

/// Parses a list of limbs and ranges of limbs, such as 0,3-5.
std::optional<LimbMask> limb_list(std::string_view list) {
  LimbMask limbs = 0;
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    const std::optional<LimbMask> range = limb_range(list.substr(at, end - at));
    if (!range) return std::nullopt;
    limbs = static_cast<LimbMask>(limbs | *range);
    at = end + 1;
  }
  return limbs;
}

/// Returns the words of a line, without its comment.
std::vector<std::string_view> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kSpaces, end);
  }
  return words;
}

/// Parses the words of one line.
class LineParser {
 public:
  LineParser(std::span<const std::string_view> words, size_t line, Version version)
      : words_(words), line_(line), version_(version) {}

  /// Parses the line. Its tick must be at least `earliest`. Returns nullopt if it ends the script.
  Result<std::optional<ScriptEvent>> parse(uint32_t earliest) {
    ScriptEvent event;
    const std::optional<unsigned> tick = parse_decimal(next(), kMaxTick);
    if (!tick) return expected("a tick from 0 to " + std::to_string(kMaxTick));
    if (*tick < earliest) return expected("a tick not before " + std::to_string(earliest));
    event.tick = *tick;
    const std::string_view what = next();
    if (what == "end") {
      TRY(no_more());
      tick_ = *tick;
      return std::optional<ScriptEvent>();
    }
    Status parsed = what == "face"       ? face(event)
                    : what == "animate"  ? animate(event)
                    : what == "variable" ? variable(event)
                    : what == "set"      ? talking(event)
                                         : chore(event, what);
    if (parsed) parsed = no_more();
    if (!parsed) return parsed.error();
    return std::optional(event);
  }

  /// The tick of the line that ends the script.
  uint32_t tick() const { return tick_; }

  Error expected(const std::string& what) const {
    constexpr size_t kShown = 40;
    const std::string found =
        taken_ == 0 || taken_ > words_.size()
            ? "the line ends"
            : "not \"" + std::string(words_[taken_ - 1].substr(0, kShown)) + "\"";
    return {ErrorCode::unknown_format, kNoOffset,
            "line " + std::to_string(line_) + ": expected " + what + "; " + found};
  }

 private:
  size_t rest() const { return words_.size() - std::min(taken_, words_.size()); }

  /// Returns the next word; an empty one at the end of the line.
  std::string_view next() { return ++taken_ <= words_.size() ? words_[taken_ - 1] : ""; }

  Status no_more() {
    if (rest() == 0) return ok();
    next();
    return expected("the end of the line");
  }

  Status facing(ScriptEvent& event) {
    event.facing = direction_of(next());
    if (!event.facing) return expected("a direction (W, E, S, N, or degrees in steps of 45)");
    return ok();
  }

  Status operand(ScriptEvent& event) {
    const std::optional<unsigned> number = parse_decimal(next(), kMaxOperand);
    if (!number) return expected("a number from 0 to " + std::to_string(kMaxOperand));
    event.operand = *number;
    return ok();
  }

  Status limbs(ScriptEvent& event) {
    if (next() != kLimbsWord) return expected("limbs LIST, or the end of the line");
    const std::optional<LimbMask> list = limb_list(next());
    if (!list) return expected("a list of limbs from 0 to 15, such as 0,3-5");
    event.limbs = *list;
    return ok();
  }

  Status face(ScriptEvent& event) {
    event.kind = ScriptEvent::Kind::face;
    return facing(event);
  }

  Status animate(ScriptEvent& event) {
    event.kind = ScriptEvent::Kind::animate;
    return operand(event);
  }

  Status variable(ScriptEvent& event) {
    event.kind = ScriptEvent::Kind::variable;
    const std::optional<unsigned> number = parse_decimal(next(), UINT8_MAX);
    if (!number) return expected("the number of a variable, 0 to 255");
    event.operand = *number;
    std::string_view word = next();
    const bool negative = word.starts_with('-');
    if (negative) word.remove_prefix(1);
    const std::optional<unsigned> size = parse_decimal(word, negative ? -INT16_MIN : INT16_MAX);
    if (!size) return expected("a value from -32768 to 32767");
    event.value =
        static_cast<int16_t>(negative ? -static_cast<int>(*size) : static_cast<int>(*size));
    return ok();
  }

  Status talking(ScriptEvent& event) {
    event.kind = ScriptEvent::Kind::talking;
    if (next() != "talking") return expected("talking");
    const std::optional<unsigned> state = parse_decimal(next(), kMaxTalkState);
    if (!state) return expected("a talk state, 0 (silent) to " + std::to_string(kMaxTalkState));
    event.operand = *state;
    return ok();
  }

  Status chore(ScriptEvent& event, std::string_view what) {
    const std::optional<unsigned> named = named_chore(what, version_);
    if (named) {
      event.operand = *named;
    } else if (what != "chore") {
      return expected(
          "init, walk, stand, talk-start, talk-stop, chore N, face DIRECTION, animate N, "
          "variable N VALUE, set talking STATE or end");
    } else if (Status number = operand(event); !number) {
      return number;
    }
    if (rest() > 0 && words_[taken_] != kLimbsWord) {
      event.facing = direction_of(next());
      if (!event.facing) {
        return expected("a direction (W, E, S, N, or degrees in steps of 45) or limbs LIST");
      }
    }
    return rest() > 0 ? limbs(event) : ok();
  }

  std::span<const std::string_view> words_;
  size_t line_;
  Version version_;
  size_t taken_ = 0;
  uint32_t tick_ = 0;
};

void apply(const ScriptEvent& event, Player& player) {
  if (event.facing) player.face(*event.facing);
  if (event.kind == ScriptEvent::Kind::chore) player.start(event.operand, event.limbs);
  if (event.kind == ScriptEvent::Kind::animate) player.animate(event.operand);
  if (event.kind == ScriptEvent::Kind::talking) player.set_talking(event.operand);
  if (event.kind == ScriptEvent::Kind::variable) {
    player.set_variable(static_cast<uint8_t>(event.operand), event.value);
  }
}

}  // namespace

std::optional<Direction> direction_of(std::string_view word) {
  for (const Direction direction : kFourDirections) {
    if (word == direction_name(direction, kFourDirections.size())) return direction;
  }
  const std::optional<unsigned> angle = parse_decimal(word, degrees(Direction::north_west));
  return angle ? direction_at(*angle) : std::nullopt;
}

std::optional<unsigned> named_chore(std::string_view word, Version version) {
  const auto name = std::ranges::find(kChoreNames, word);
  if (name == kChoreNames.end()) return std::nullopt;
  return facts(version).player.chores[static_cast<size_t>(name - kChoreNames.begin())];
}

std::optional<unsigned> chore_of(std::string_view word, Version version) {
  const std::optional<unsigned> named = named_chore(word, version);
  return named ? named : parse_decimal(word, kMaxOperand);
}

std::string_view chore_name(unsigned chore, Version version) {
  const auto& chores = facts(version).player.chores;
  const auto named = std::ranges::find(chores, chore);
  if (named == chores.end()) return {};
  return kChoreNames[static_cast<size_t>(named - chores.begin())];
}

Result<Script> parse_script(std::string_view text, Version version) {
  Script script;
  bool ended = false;
  for (size_t line = 1; !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    LineParser parser(words, line, version);
    if (ended) return parser.expected("nothing after the end of the script");
    ASSIGN_OR_RETURN(const auto event,
                     parser.parse(script.events.empty() ? 0 : script.events.back().tick));
    ended = !event;
    if (!ended) script.events.push_back(*event);
    script.ticks = ended ? parser.tick() : script.events.back().tick + kTicksAfterLast;
  }
  if (script.ticks == 0) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 "nothing to play: no events, or an end at tick 0"};
  }
  return script;
}

Result<Trace> play_script(const TablesView& tables, uint32_t costume, const Script& script) {
  Player player(tables, costume);
  Trace trace;
  std::vector<Cel> cels;
  auto event = script.events.begin();
  for (uint32_t tick = 0; tick < script.ticks; ++tick) {
    for (; event != script.events.end() && event->tick == tick; ++event) apply(*event, player);
    player.draw(cels);
    trace.cels.insert(trace.cels.end(), cels.begin(), cels.end());
    player.step(trace.events);
    trace.end_tick();
    const uint64_t rows = trace.cels.size() + trace.events.size() + trace.ticks();
    if (rows > kMaxTraceRows || player.executed() > kMaxCostumeCommands) {
      return Error{ErrorCode::limit, kNoOffset,
                   "the script is too long for this costume: at tick " + std::to_string(tick) +
                       " there are more than " + limit_text(kMaxTraceRows) +
                       " cels and events, or " + limit_text(kMaxCostumeCommands) + " commands"};
    }
  }
  return trace;
}

}  // namespace wardrobe
