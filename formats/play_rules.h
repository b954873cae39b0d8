#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/limits.h"
#include "formats/tables.h"

namespace wardrobe {

/// The direction in which an actor faces, in steps of 45° clockwise from North, as costumes of 8
/// directions number them (SCUMM.md §6).
enum class Direction : uint8_t {
  north = 0,
  north_east = 1,
  east = 2,
  south_east = 3,
  south = 4,
  south_west = 5,
  west = 6,
  north_west = 7,
};

inline constexpr unsigned kDirections = 8;

/// The directions of a costume that has 4, in the order of its records. All costumes have 4, except
/// some of versions 7 and 8 (SCUMM.md §3).
inline constexpr std::array kFourDirections = {Direction::west, Direction::east, Direction::south,
                                               Direction::north};

constexpr unsigned degrees(Direction facing) { return static_cast<unsigned>(facing) * 45; }

constexpr std::optional<Direction> direction_at(unsigned degrees) {
  if (degrees % 45 != 0 || degrees >= 360) return std::nullopt;
  return static_cast<Direction>(degrees / 45);
}

/// The chore and the direction of a record.
struct RecordKey {
  unsigned chore = 0;
  Direction facing = Direction::north;

  // clang-tidy 14 is wrong about defaulted comparisons.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const RecordKey&, const RecordKey&) = default;
};

/// Returns the chore and direction of a record. `directions` is the costume's, 4 or 8: FORMAT.md
/// "costumes".
constexpr RecordKey record_key(unsigned number, unsigned directions) {
  const unsigned rest = number % directions;
  return {number / directions,
          directions == kDirections ? static_cast<Direction>(rest) : kFourDirections[rest]};
}

/// Returns the number of a chore's record for a direction. With 4 directions, 45° and 315° count as
/// North, 135° and 225° as South.
constexpr unsigned record_number(unsigned chore, Direction facing, unsigned directions) {
  constexpr std::array<unsigned, kDirections> kOfFour = {3, 3, 1, 2, 2, 2, 0, 3};
  const auto angle = static_cast<unsigned>(facing);
  return chore * directions + (directions == kDirections ? angle : kOfFour[angle]);
}

/// Returns "W", "E", "S" or "N"; for costumes of 8 directions, the degrees.
inline std::string direction_name(Direction facing, unsigned directions) {
  if (directions == kDirections) return std::to_string(degrees(facing));
  constexpr std::array kNames = {"W", "E", "S", "N"};
  return kNames[record_number(0, facing, directions)];
}

/// A set of limbs: bit i is limb i.
using LimbMask = uint16_t;
inline constexpr LimbMask kAllLimbs = 0xFFFF;

constexpr bool contains(LimbMask limbs, size_t limb) { return (limbs >> limb & 1) != 0; }

/// Calls visit(limb) for every limb of a set, in rising order.
template <class Visit>
void for_each_limb(LimbMask limbs, const Visit& visit) {
  for (unsigned left = limbs; left != 0; left &= left - 1) {
    visit(static_cast<size_t>(std::countr_zero(left)));
  }
}

/// A drawn picture.
struct Cel {
  uint8_t limb = 0;
  uint8_t flip = 0;      ///< 1: mirrored
  uint16_t index = 0;    ///< slot of the limb's table; AKOS: cel number
  uint32_t picture = 0;  ///< row of Pictures
  int32_t x = 0;         ///< of the top left corner, relative to the actor's anchor
  int32_t y = 0;

  friend bool operator==(const Cel&, const Cel&) = default;
};

/// A row of Cels.
inline Cel cel_at(const CelsView& cels, uint32_t row) {
  return {cels.limb[row],    cels.flip[row], cels.index[row],
          cels.picture[row], cels.x[row],    cels.y[row]};
}

/// An event: an effect of a command other than drawing, or a stuck limb.
struct PlayerEvent {
  uint8_t limb = 0;
  EventKind kind = EventKind::counter;
  int32_t value = 0;  ///< FORMAT.md "events"

  friend bool operator==(const PlayerEvent&, const PlayerEvent&) = default;
};

/// The state of a limb.
struct LimbState {
  bool stopped = false;  ///< steps, but is not drawn
  WindowMode mode = WindowMode::loop;
  uint16_t start = 0;     ///< of its window, in the costume's commands
  uint16_t length = 0;    ///< of its window
  uint16_t position = 0;  ///< in the costume's commands
  int32_t chore = -1;     ///< the last chore that gave it a window or switched it off; -1: none
  int32_t record = -1;    ///< number of the record through which the chore did so; -1: none

  friend bool operator==(const LimbState&, const LimbState&) = default;
};

/// The states of all limbs.
struct LimbStates : std::array<LimbState, kLimbs> {
  LimbMask on = 0;  ///< the limbs that are on
};

/// Sum of the moves of the cels drawn so far in a tick (SCUMM.md §4 "Draw").
struct Moves {
  int32_t x = 0;
  int32_t y = 0;
};

/// Returns the left edge of a picture of this width. `x` is its left edge when it is not flipped;
/// `unit` is PlayerRules::flip_unit.
constexpr int64_t left_edge(int64_t x, uint16_t width, bool flip, int32_t unit = 1) {
  return flip ? -x - (width - unit) : x;
}

/// A row of Entries, as drawing needs it.
struct DrawnEntry {
  uint32_t picture = kNone;
  int16_t x = 0;
  int16_t y = 0;
  int16_t xinc = 0;
  int16_t yinc = 0;
  uint16_t width = 0;
  EntryState state = EntryState::empty;

  /// Appends the cel to `cels`, if there is a picture, and adds the move to `moves`. Returns false
  /// if the picture is missing. `unit` is PlayerRules::flip_unit.
  bool draw(uint8_t limb, uint16_t index, bool flip, int32_t unit, Moves& moves,
            std::vector<Cel>& cels) const {
    if (state == EntryState::empty || state == EntryState::missing) {
      return state == EntryState::empty;
    }
    if (state == EntryState::picture) {
      cels.push_back({limb, flip ? uint8_t{1} : uint8_t{0}, index, picture,
                      static_cast<int32_t>(left_edge(moves.x + x, width, flip, unit)),
                      moves.y + y});
    }
    moves.x += xinc;
    moves.y -= yinc;
    return true;
  }
};

/// Returns the entries of a limb table, in order.
std::vector<DrawnEntry> drawn_entries(const TablesView& tables, uint32_t limb_table);

/// Chores with a fixed meaning, which all versions have.
enum class NamedChore : uint8_t { init, walk, stand, talk_start, talk_stop };
inline constexpr std::array<std::string_view, 5> kChoreNames = {"init", "walk", "stand",
                                                                "talk-start", "talk-stop"};

/// Rules of play, other than the layout of costumes, that depend on the version (SCUMM.md §4, §5).
/// The defaults are the rules from version 4 on.
struct PlayerRules {
  Moves origin{};         ///< where the moves of a tick start
  int32_t flip_unit = 1;  ///< a picture at x is mirrored to −x − (its width − this)
  /// The numbers of the named chores, in their order.
  std::array<uint8_t, kChoreNames.size()> chores{1, 2, 3, 4, 5};
  /// Chores with which an actor appears, before its first own one.
  std::span<const NamedChore> prelude = kInit;
  bool init_clears = true;      ///< init first switches all limbs off
  bool turns_limbs = true;      ///< a turn applies a limb's chore to that limb only, not to all
  unsigned chore_operands = 1;  ///< number of operands of an animate call that mean one chore
  int32_t shift = 0;            ///< added to the x of all cels
  int32_t shift_west = 0;       ///< the same, of an actor that faces West
  /// Five numbers from each of these on, in an animate call, stand for the named chores (§5).
  std::array<unsigned, 2> actor_chores{56, 56};

  unsigned chore(NamedChore name) const { return chores[static_cast<size_t>(name)]; }

  static constexpr NamedChore kInit[] = {NamedChore::init};
};

/// The chores with which actors of versions 1 and 2 appear, in order.
inline constexpr NamedChore kAppearing[] = {NamedChore::stand, NamedChore::init,
                                            NamedChore::talk_stop};
inline constexpr std::array<uint8_t, kChoreNames.size()> kChoresOfV2 = {2, 0, 1, 5, 4};
/// Pictures are placed from the corner of a box. This is minus the position of the feet in that
/// box.
inline constexpr Moves kFeetInBox{-72, -100};

inline constexpr PlayerRules kRulesOfV7{.actor_chores = {1001, 1001}};
/// The files do not tell HE 99 from HE 100, so HE 99 knows the numbers of both.
inline constexpr PlayerRules kRulesOfHe99{.actor_chores = {56, 1024}};
inline constexpr PlayerRules kRulesOfHe100{.actor_chores = {1024, 1024}};
inline constexpr PlayerRules kRulesOfV1{{0, 1}, 8, kChoresOfV2, kAppearing, false, false, 4, 0, 16};
inline constexpr PlayerRules kRulesOfV2{kFeetInBox, 1, kChoresOfV2, kAppearing, false,
                                        false,      4, 8,           16};

/// "CO", little-endian, at payload + 4 of a v6 costume.
inline constexpr uint16_t kCostSignature = 0x4F43;

/// Commands that are the same in all versions (SCUMM.md §4).
inline constexpr uint8_t kCommandStop = 0x79;
inline constexpr uint8_t kCommandUnstop = 0x7A;
inline constexpr uint8_t kCommandHide = 0x7B;
inline constexpr uint8_t kCommandCount = 0x7C;
inline constexpr uint8_t kLastSoundCommand = 0x78;

/// A position beyond the end of any payload.
inline constexpr size_t kOutside = ~size_t{0} / 2;

/// Returns the number of colours of a format of SCUMM.md §2: 4, 16 or 32; 0 for any other format.
constexpr size_t palette_size(uint8_t format) {
  const unsigned form = format & 0x7F;
  if (form == 0x57) return 4;
  if (form == 0x58 || form == 0x60) return 16;
  return form == 0x59 || form == 0x61 ? 32 : 0;
}

/// Size of the header of a picture of version 1.
inline constexpr size_t kSmallHeader = 6;

/// Returns the size of a picture's header in a costume of this format: 14 if it has room for a
/// redirect.
constexpr size_t picture_header_size(uint8_t format) {
  if ((format & 0x7F) == 0x57) return kSmallHeader;
  return (format & 0x7E) == 0x60 ? 14 : 12;
}

/// Colours of the EGA palette for costumes of version 1, which state no palette: SCUMM.md §2.
inline constexpr uint8_t kEgaBlack = 0;
inline constexpr uint8_t kEgaSkin = 12;
inline constexpr uint8_t kEgaActor = 7;

/// How a costume states its palette (SCUMM.md §2).
enum class CostPalette : uint8_t {
  listed,  ///< states each colour
  black,   ///< 16 colours; states which one is black; the others stand for themselves
  none,    ///< 4 colours; states none
};

/// Differences between the COST of versions (SCUMM.md §2 to §4). The defaults are those of versions
/// 4 and 5.
struct CostLayout {
  bool has_size = false;  ///< a size and "CO" precede the header
  size_t base = 6;        ///< stored offset minus payload position
  CostPalette palette = CostPalette::listed;
  size_t tables = kLimbs;                     ///< limb tables, and bits in a record's mask
  bool short_starts = false;                  ///< the start of a window has one byte, not two
  uint8_t first_command = kLastSoundCommand;  ///< the lowest command that is not a picture number
  uint8_t first_hidden = kCommandHide;        ///< commands from here to last_hidden draw nothing
  uint8_t last_hidden = kCommandHide;
  bool sounds_by_bit7 = false;  ///< a step away from a command with bit 7 plays a sound
  int first_sound = 0;          ///< command that plays sound 0; 0: commands have no sound number
  int sound_step = 1;

  size_t position(uint16_t offset) const { return offset < base ? kOutside : offset - base; }
  /// Returns how many of the `bytes` from the commands to the end of a payload of `size` bytes are
  /// commands: those up to the first limb table behind their start.
  size_t command_count(std::span<const uint16_t> table_at, size_t size, size_t bytes) const {
    const size_t start = size - bytes;
    size_t end = size;
    for (const uint16_t table : table_at) {
      if (position(table) > start) end = std::min(end, position(table));
    }
    return end - start;
  }
  /// Returns the number of colours; 0 if the version has no costumes of that format.
  size_t colors(uint8_t format) const {
    const size_t size = palette_size(format);
    if (palette == CostPalette::none) return size == 4 ? size : 0;
    if (size == 4) return 0;
    return palette == CostPalette::black && size != 0 ? 16 : size;
  }
  /// Whether a limb resting on a command shows nothing, whatever its table holds.
  bool hides(uint8_t command) const {
    return (command & 0x7F) >= first_hidden && (command & 0x7F) <= last_hidden;
  }
  /// Returns the number of the sound that a sound command plays.
  int sound(uint8_t command) const {
    return first_sound == 0 ? 0 : sound_step * (command - first_sound);
  }
  /// Whether a command is a counter or a sound: a limb that arrives there steps again at once.
  bool takes_no_time(uint8_t command) const {
    return command == kCommandCount || (command >= first_command && command <= kLastSoundCommand);
  }
};

inline constexpr CostLayout kCostOfV1{.base = 0,
                                      .palette = CostPalette::none,
                                      .tables = 8,
                                      .short_starts = true,
                                      .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV2{
    .base = 4, .palette = CostPalette::black, .short_starts = true, .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV3{
    .short_starts = true, .first_hidden = 0x79, .last_hidden = 0x7F, .sounds_by_bit7 = true};
inline constexpr CostLayout kCostOfV6{
    .has_size = true, .base = 0, .first_command = 0x71, .first_sound = 0x71};
inline constexpr CostLayout kCostOfHe{.has_size = true,
                                      .base = 0,
                                      .first_command = 0x71,
                                      .first_sound = kLastSoundCommand,
                                      .sound_step = -1};

}  // namespace wardrobe
