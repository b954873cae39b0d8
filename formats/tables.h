#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "formats/bytes.h"
#include "formats/column.h"
#include "formats/result.h"
#include "formats/room_tables.h"
#include "formats/scumm/version.h"

// The tables of an archive, as in the file: FORMAT.md "The tables" specifies each column by name.

namespace wardrobe {

/// None, in a column of row numbers.
inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// None, in a column of limbs; also the limb of an AKOS costume's only table.
inline constexpr uint8_t kNoLimb = 0xFF;
/// None, in a column of indices into a limb table.
inline constexpr uint16_t kNoIndex = 0xFFFF;

enum class Kind : uint8_t { cost = 0, akos = 1 };

/// What a slot of a limb table holds.
enum class EntryState : uint8_t {
  empty = 0,      ///< nothing: draws nothing, moves nothing
  picture = 1,    ///< a picture and its placement
  zero_size = 2,  ///< draws nothing, but its moves count
  missing = 3,    ///< some window shows it, but it could not be decoded (see failures)
};

/// What a record does to a limb (SCUMM.md §6 "Records"); COST has only off, loop and once.
enum class WindowMode : uint8_t {
  empty = 0,    ///< as `off`
  off = 1,      ///< switches the limb off
  loop = 2,     ///< plays the window and loops
  once = 3,     ///< plays the window once
  stop = 4,     ///< stops the limb: it steps, but is not drawn
  unstop = 5,   ///< undoes stop
  program = 6,  ///< runs the window as a program
  frozen = 7,   ///< shows the window's first code
  unseen = 8,   ///< as `program`, but HE 70 and later do not draw it
};
inline constexpr uint8_t kWindowModes = 9;

struct Game {
  Column<uint8_t> version{0};         ///< one element: 1 to 8, or of HE (formats/scumm/version.h)
  Column<uint32_t> index_entries{0};  ///< one element: costume entries of the index, used or not
  Column<uint32_t> index_unused{0};   ///< one element: those that name no room
  Column<uint32_t> index_no_room{0};  ///< one element: those whose room is in no resource file
  Column<uint32_t> index_no_costume{0};  ///< one element: those that point at no costume
  Offsets evidence_offset{0, 0};
  Column<uint8_t> evidence;    ///< why this version, for people
  Column<uint8_t> variant{0};  ///< one element: 1 in the second form of the version

  /// The version with its form, as formats/scumm/version.h counts them.
  int version_code() const { return version_of(version[0], variant.empty() ? 0 : variant[0]); }
  void set_version(int code) {
    version[0] = static_cast<uint8_t>(version_number(code));
    variant[0] = is_variant(code) ? 1 : 0;
  }

  static constexpr auto kColumns = std::tuple(
      named("version", &Game::version), named("index_entries", &Game::index_entries),
      named("index_unused", &Game::index_unused), named("index_no_room", &Game::index_no_room),
      named("index_no_costume", &Game::index_no_costume),
      named("evidence_offset", &Game::evidence_offset), named("evidence", &Game::evidence),
      named("variant", &Game::variant));
};

struct Sources {
  Offsets name_offset;
  Column<uint8_t> name;  ///< relative to the game folder
  Column<uint64_t> size;
  Column<uint8_t> xor_key;
  Column<uint64_t> xxh64;  ///< of the file's bytes, XOR not undone; 0: unknown

  static constexpr auto kColumns =
      std::tuple(named("name_offset", &Sources::name_offset), named("name", &Sources::name),
                 named("size", &Sources::size), named("xor_key", &Sources::xor_key),
                 named("xxh64", &Sources::xxh64));
};

struct Costumes {
  Column<uint16_t> id;  ///< 0: none
  Offsets alias_offset;
  Column<uint16_t> alias;
  Column<uint32_t> room;
  Column<uint32_t> source;
  Column<uint32_t> offset;
  Column<uint32_t> size;
  Column<uint8_t> kind;
  Column<uint8_t> format;
  Column<uint8_t> codec;
  Column<uint8_t> mirror_west;
  Column<uint8_t> directions;
  Offsets color_offset;
  Column<uint8_t> color;
  Offsets table_offset;   ///< rows of LimbTables
  Offsets record_offset;  ///< rows of Records
  Offsets command_offset;
  Column<uint8_t> command;
  Offsets rgb_offset;
  Column<uint8_t> rgb;
  Offsets jump_offset;
  Column<uint16_t> jump;

  static constexpr auto kColumns = std::tuple(
      named("id", &Costumes::id), named("alias_offset", &Costumes::alias_offset),
      named("alias", &Costumes::alias), named("room", &Costumes::room),
      named("source", &Costumes::source), named("offset", &Costumes::offset),
      named("size", &Costumes::size), named("kind", &Costumes::kind),
      named("format", &Costumes::format), named("codec", &Costumes::codec),
      named("mirror_west", &Costumes::mirror_west), named("directions", &Costumes::directions),
      named("color_offset", &Costumes::color_offset), named("color", &Costumes::color),
      named_rows("table_offset", &Costumes::table_offset, "tables"),
      named_rows("record_offset", &Costumes::record_offset, "records"),
      named("command_offset", &Costumes::command_offset), named("command", &Costumes::command),
      named("rgb_offset", &Costumes::rgb_offset), named("rgb", &Costumes::rgb),
      named("jump_offset", &Costumes::jump_offset), named("jump", &Costumes::jump));
};

struct LimbTables {
  Column<uint8_t> limb;
  Offsets entry_offset;  ///< rows of Entries

  static constexpr auto kColumns =
      std::tuple(named("limb", &LimbTables::limb),
                 named_rows("entry_offset", &LimbTables::entry_offset, "entries"));
};

struct Entries {
  Column<uint8_t> state;
  Column<uint8_t> reached;
  Column<uint32_t> picture;
  Column<int16_t> x;
  Column<int16_t> y;
  Column<int16_t> xinc;
  Column<int16_t> yinc;
  Column<uint8_t> redirect_limb;
  Column<uint8_t> redirect_index;

  static constexpr auto kColumns =
      std::tuple(named("state", &Entries::state), named("reached", &Entries::reached),
                 named("picture", &Entries::picture), named("x", &Entries::x),
                 named("y", &Entries::y), named("xinc", &Entries::xinc),
                 named("yinc", &Entries::yinc), named("redirect_limb", &Entries::redirect_limb),
                 named("redirect_index", &Entries::redirect_index));
};

struct Records {
  Column<uint16_t> number;
  Offsets window_offset;  ///< rows of Windows

  static constexpr auto kColumns =
      std::tuple(named("number", &Records::number),
                 named_rows("window_offset", &Records::window_offset, "windows"));
};

struct Windows {
  Column<uint8_t> limb;
  Column<uint8_t> mode;
  Column<uint16_t> start;
  Column<uint16_t> length;

  static constexpr auto kColumns =
      std::tuple(named("limb", &Windows::limb), named("mode", &Windows::mode),
                 named("start", &Windows::start), named("length", &Windows::length));
};

struct Pictures {
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<uint8_t> transparent;
  Column<uint64_t> xxh64;
  Offsets64 pixel_offset;  ///< bytes of the column `pixels`

  static constexpr auto kColumns =
      std::tuple(named("width", &Pictures::width), named("height", &Pictures::height),
                 named("transparent", &Pictures::transparent), named("xxh64", &Pictures::xxh64),
                 named_rows("pixel_offset", &Pictures::pixel_offset, "pixels"));
};

/// Flags of a timeline (FORMAT.md "timelines").
inline constexpr uint16_t kTruncated = 1;       ///< cut at the limit of ticks or cels
inline constexpr uint16_t kDynamic = 2;         ///< depends on the game's state at run time
inline constexpr uint16_t kStuck = 4;           ///< a limb's steps never come to rest
inline constexpr uint16_t kMissingPicture = 8;  ///< a picture to draw could not be decoded

/// Game state that a dynamic timeline reads. 0 to 255 are variables; the others are:
inline constexpr uint16_t kReadRandom = 256;
inline constexpr uint16_t kReadSound = 257;      ///< whether a sound plays
inline constexpr uint16_t kReadTalking = 258;    ///< whether anyone talks
inline constexpr uint16_t kReadCondition = 259;  ///< a condition of a draw-many
inline constexpr uint16_t kReads = 260;

/// Frames and events of each row of Records, tick by tick.
struct Timelines {
  Column<uint32_t> loop_start;  ///< tick after the last one; kNone if truncated
  Column<uint16_t> flags;       ///< kTruncated to kMissingPicture
  Offsets tick_offset;
  Column<uint32_t> tick;  ///< row of Frames
  Offsets event_offset;   ///< rows of Events
  Offsets read_offset;
  Column<uint16_t> read;  ///< a variable's number, or kReadRandom to kReadCondition

  static constexpr auto kColumns =
      std::tuple(named("loop_start", &Timelines::loop_start), named("flags", &Timelines::flags),
                 named("tick_offset", &Timelines::tick_offset), named("tick", &Timelines::tick),
                 named_rows("event_offset", &Timelines::event_offset, "events"),
                 named("read_offset", &Timelines::read_offset), named("read", &Timelines::read));
};

/// The distinct frames of each costume.
struct Frames {
  Offsets cel_offset;  ///< rows of Cels

  static constexpr auto kColumns =
      std::tuple(named_rows("cel_offset", &Frames::cel_offset, "cels"));
};

/// Cels of frames, in draw order.
struct Cels {
  Column<uint8_t> limb;
  Column<uint16_t> index;
  Column<uint32_t> picture;
  Column<int32_t> x;
  Column<int32_t> y;
  Column<uint8_t> flip;

  static constexpr auto kColumns = std::tuple(
      named("limb", &Cels::limb), named("index", &Cels::index), named("picture", &Cels::picture),
      named("x", &Cels::x), named("y", &Cels::y), named("flip", &Cels::flip));
};

enum class EventKind : uint8_t {
  counter = 0,
  sound = 1,
  stuck = 2,
  script = 3,
  anim = 4,
  talkie = 5,
  hide = 6,
  clip = 7,
  offset = 8,
};
inline constexpr uint8_t kEventKinds = 9;

struct Events {
  Column<uint32_t> tick;  ///< the tick before the step
  Column<uint8_t> limb;
  Column<uint8_t> kind;
  Column<int32_t> value;

  static constexpr auto kColumns =
      std::tuple(named("tick", &Events::tick), named("limb", &Events::limb),
                 named("kind", &Events::kind), named("value", &Events::value));
};

struct Failures {
  Column<uint32_t> costume;  ///< row of Costumes; none: not part of a costume in the archive
  Column<uint16_t> id;
  Column<uint16_t> room;
  Column<uint32_t> source;
  Column<uint64_t> offset;  ///< in the source; ~0: unknown
  Column<uint8_t> limb;
  Column<uint16_t> index;
  Offsets error_offset;
  Column<uint8_t> error;

  static constexpr auto kColumns =
      std::tuple(named("costume", &Failures::costume), named("id", &Failures::id),
                 named("room", &Failures::room), named("source", &Failures::source),
                 named("offset", &Failures::offset), named("limb", &Failures::limb),
                 named("index", &Failures::index), named("error_offset", &Failures::error_offset),
                 named("error", &Failures::error));
};

/// Returns the pixels of a row of Pictures, or the background of a row of Rooms, row-major.
using ReadPixels = std::function<Result<Bytes>(uint32_t row)>;

/// All columns except the pixels of pictures and backgrounds, which are read one by one.
struct Tables {
  Game game;
  Sources sources;
  Rooms rooms;
  Planes planes;
  Boxes boxes;
  Scales scales;
  Palettes palettes;
  Costumes costumes;
  LimbTables limb_tables;
  Entries entries;
  Records records;
  Windows windows;
  Pictures pictures;
  Timelines timelines;
  Frames frames;
  Cels cels;
  Events events;
  Failures failures;

  static constexpr auto kTables =
      std::tuple(named("game", &Tables::game), named("sources", &Tables::sources),
                 named("rooms", &Tables::rooms), named("planes", &Tables::planes),
                 named("boxes", &Tables::boxes), named("scales", &Tables::scales),
                 named("palettes", &Tables::palettes), named("costumes", &Tables::costumes),
                 named("tables", &Tables::limb_tables), named("entries", &Tables::entries),
                 named("records", &Tables::records), named("windows", &Tables::windows),
                 named("pictures", &Tables::pictures), named("timelines", &Tables::timelines),
                 named("frames", &Tables::frames), named("cels", &Tables::cels),
                 named("events", &Tables::events), named("failures", &Tables::failures));
};

/// The name of a table of kTables.
template <class Table>
constexpr std::string_view table_name() {
  std::string_view name;
  const auto visit = [&]<class Other>(const Named<Other Tables::*>& table) {
    if constexpr (std::is_same_v<Other, Table>) name = table.name;
  };
  std::apply([&](const auto&... table) { (visit(table), ...); }, Tables::kTables);
  return name;
}

/// Calls visit(table) for every table.
template <class AnyTables, class Visit>
void for_each_table(AnyTables& tables, Visit&& visit) {
  std::apply([&](const auto&... table) { (visit(tables.*table.member), ...); }, Tables::kTables);
}

/// Calls visit("table.column", column) for every column of all tables, in the order of the
/// file. The archive's writer and reader both use it.
template <class AnyTables, class Visit>
void for_each_column(AnyTables& tables, Visit&& visit) {
  for_each_table(tables, [&](auto& table) {
    using Table = std::remove_cvref_t<decltype(table)>;
    const std::string prefix = std::string(table_name<Table>()) + ".";
    for_each_described(table, [&](const auto& described, auto& column, const Offsets*) {
      visit(prefix + std::string(described.name), column);
    });
  });
}

}  // namespace wardrobe
