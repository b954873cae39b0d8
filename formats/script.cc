#include "formats/script.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>

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

bool read_number(std::string_view word, unsigned most, unsigned& out) {
  const std::optional<unsigned> number = parse_decimal(word, most);
  if (number) out = *number;
  return number.has_value();
}

/// Reads a word of a line into `event`: N is a number, V a variable, X its value, T the word
/// "talking", S a talk state, D a direction and L a list of limbs. Returns what was expected if it
/// is another; null if it is right.
const char* read_operand(char operand, std::string_view word, ScriptEvent& event) {
  static_assert(kMaxOperand == 16383 && kMaxTalkState == 13);
  const auto unless = [](bool right, const char* expected) { return right ? nullptr : expected; };
  const auto number = [&](unsigned most, const char* expected) {
    return unless(read_number(word, most, event.operand), expected);
  };
  if (operand == 'N') return number(kMaxOperand, "a number from 0 to 16383");
  if (operand == 'V') return number(UINT8_MAX, "the number of a variable, 0 to 255");
  if (operand == 'S') return number(kMaxTalkState, "a talk state, 0 (silent) to 13");
  if (operand == 'T') return unless(word == "talking", "talking");
  if (operand == 'X') {
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, event.value);
    return unless(error == std::errc() && end == last, "a value from -32768 to 32767");
  }
  if (operand == 'D') {
    event.facing = direction_of(word);
    return unless(event.facing.has_value(), "a direction (W, E, S, N, or degrees in steps of 45)");
  }
  const std::optional<LimbMask> limbs = limb_list(word);
  event.limbs = limbs.value_or(0);
  return unless(limbs.has_value(), "a list of limbs from 0 to 15, such as 0,3-5");
}

struct Instruction {
  std::string_view word;
  ScriptEvent::Kind kind;
  std::string_view operands;  ///< for read_operand()
};
constexpr Instruction kInstructions[] = {
    {"chore", ScriptEvent::Kind::chore, "N"},        {"face", ScriptEvent::Kind::face, "D"},
    {"animate", ScriptEvent::Kind::animate, "N"},    {"set", ScriptEvent::Kind::talking, "TS"},
    {"variable", ScriptEvent::Kind::variable, "VX"}, {"end", ScriptEvent::Kind::face, ""},
};

/// `word` is empty at the end of the line.
Error expected(size_t line, std::string_view word, const std::string& what) {
  constexpr size_t kShown = 40;
  const std::string found =
      word.empty() ? "the line ends" : "not \"" + std::string(word.substr(0, kShown)) + '"';
  return {ErrorCode::unknown_format, kNoOffset,
          "line " + std::to_string(line) + ": expected " + what + "; " + found};
}

struct Line {
  ScriptEvent event;
  bool is_end = false;  ///< it ends the script
};

/// Parses the words of a line. Its tick must be at least `earliest`.
Result<Line> parse_line(std::span<const std::string_view> words, size_t line, uint32_t earliest,
                        Version version) {
  std::string_view word;
  const auto next = [&] {
    word = words.empty() ? "" : words.front();
    if (!words.empty()) words = words.subspan(1);
    return word;
  };
  const auto fail = [&](const std::string& what) { return expected(line, word, what); };
  Line out;
  ScriptEvent& event = out.event;
  if (!read_number(next(), kMaxTick, event.tick)) {
    return fail("a tick from 0 to " + std::to_string(kMaxTick));
  }
  if (event.tick < earliest) return fail("a tick not before " + std::to_string(earliest));
  const std::optional<unsigned> named = named_chore(next(), version);
  const std::string_view what = named ? "chore" : word;
  const auto* const row = std::ranges::find(kInstructions, what, &Instruction::word);
  if (row == std::end(kInstructions)) {
    return fail(
        "init, walk, stand, talk-start, talk-stop, chore N, face DIRECTION, animate N, "
        "variable N VALUE, set talking STATE or end");
  }
  event.kind = row->kind;
  event.operand = named.value_or(0);
  out.is_end = what == "end";
  for (const char operand : named ? "" : row->operands) {
    if (const char* wanted = read_operand(operand, next(), event)) return fail(wanted);
  }
  if (what == "chore" && !words.empty() && words[0] != kLimbsWord) {
    const char* const wanted = read_operand('D', next(), event);
    if (wanted != nullptr) return fail(std::string(wanted) + " or limbs LIST");
  }
  if (what == "chore" && !words.empty()) {
    if (next() != kLimbsWord) return fail("limbs LIST, or the end of the line");
    if (const char* wanted = read_operand('L', next(), event)) return fail(wanted);
  }
  if (!next().empty()) return fail("the end of the line");
  return out;
}

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
    if (ended) return expected(line, words[0], "nothing after the end of the script");
    const uint32_t earliest = script.events.empty() ? 0 : script.events.back().tick;
    ASSIGN_OR_RETURN(const Line parsed, parse_line(words, line, earliest, version));
    ended = parsed.is_end;
    if (!ended) script.events.push_back(parsed.event);
    script.ticks = parsed.event.tick + (ended ? 0 : kTicksAfterLast);
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
