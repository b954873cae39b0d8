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

/// A column of `count` zeros.
template <class AnyColumn, size_t count = 1>
AnyColumn zeros() {
  using T = typename AnyColumn::value_type;
  if constexpr (std::is_convertible_v<AnyColumn, Column<T>>) {
    AnyColumn column;
    column.resize(count);
    return column;
  } else {
    return std::span(kZeros<T>).first(count);
  }
}

/// One row.
template <class S>
struct GameOf {
  using Storage = S;
  ColumnOf<S, uint8_t> version = zeros<ColumnOf<S, uint8_t>>();  ///< value of a Version
  /// Costume entries of the index: all; those that name no room; those whose room is in no resource
  /// file; those that point at no costume.
  ColumnOf<S, uint32_t> index_entries = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_unused = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_no_room = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_no_costume = zeros<ColumnOf<S, uint32_t>>();
  OffsetsOf<S> evidence_offset = zeros<OffsetsOf<S>, 2>();
  ColumnOf<S, uint8_t> evidence;  ///< why this version, for people

  Version version_code() const { return Version{version[0]}; }
  void set_version(Version code) { version[0] = static_cast<uint8_t>(code); }

  static constexpr auto kColumns = std::tuple(
      named("version", &GameOf::version), named("index_entries", &GameOf::index_entries),
      named("index_unused", &GameOf::index_unused), named("index_no_room", &GameOf::index_no_room),
      named("index_no_costume", &GameOf::index_no_costume),
      named("evidence_offset", &GameOf::evidence_offset), named("evidence", &GameOf::evidence));
};
using Game = GameOf<Vectors>;
using GameView = GameOf<Views>;

template <class S>
struct SourcesOf {
  using Storage = S;
  OffsetsOf<S> name_offset;
  ColumnOf<S, uint8_t> name;  ///< relative to the game folder
  ColumnOf<S, uint64_t> size;
  ColumnOf<S, uint8_t> xor_key;
  ColumnOf<S, uint64_t> xxh64;  ///< of the file's bytes, XOR not undone; 0: unknown

  static constexpr auto kColumns =
      std::tuple(named("name_offset", &SourcesOf::name_offset), named("name", &SourcesOf::name),
                 named("size", &SourcesOf::size), named("xor_key", &SourcesOf::xor_key),
                 named("xxh64", &SourcesOf::xxh64));
};
using Sources = SourcesOf<Vectors>;
using SourcesView = SourcesOf<Views>;

template <class S>
struct CostumesOf {
  using Storage = S;
  ColumnOf<S, uint16_t> id;  ///< 0: none
  OffsetsOf<S> alias_offset;
  ColumnOf<S, uint16_t> alias;
  ColumnOf<S, uint32_t> room;
  ColumnOf<S, uint32_t> source;
  ColumnOf<S, uint32_t> offset;
  ColumnOf<S, uint32_t> size;
  ColumnOf<S, uint8_t> kind;
  ColumnOf<S, uint8_t> format;
  ColumnOf<S, uint8_t> codec;
  ColumnOf<S, uint8_t> mirror_west;
  ColumnOf<S, uint8_t> directions;
  OffsetsOf<S> color_offset;
  ColumnOf<S, uint8_t> color;
  OffsetsOf<S> table_offset;   ///< rows of LimbTables
  OffsetsOf<S> record_offset;  ///< rows of Records
  OffsetsOf<S> command_offset;
  ColumnOf<S, uint8_t> command;
  OffsetsOf<S> rgb_offset;
  ColumnOf<S, uint8_t> rgb;
  OffsetsOf<S> jump_offset;
  ColumnOf<S, uint16_t> jump;

  static constexpr auto kColumns = std::tuple(
      named("id", &CostumesOf::id), named("alias_offset", &CostumesOf::alias_offset),
      named("alias", &CostumesOf::alias), named("room", &CostumesOf::room),
      named("source", &CostumesOf::source), named("offset", &CostumesOf::offset),
      named("size", &CostumesOf::size), named("kind", &CostumesOf::kind),
      named("format", &CostumesOf::format), named("codec", &CostumesOf::codec),
      named("mirror_west", &CostumesOf::mirror_west), named("directions", &CostumesOf::directions),
      named("color_offset", &CostumesOf::color_offset), named("color", &CostumesOf::color),
      named_rows("table_offset", &CostumesOf::table_offset, "tables"),
      named_rows("record_offset", &CostumesOf::record_offset, "records"),
      named("command_offset", &CostumesOf::command_offset), named("command", &CostumesOf::command),
      named("rgb_offset", &CostumesOf::rgb_offset), named("rgb", &CostumesOf::rgb),
      named("jump_offset", &CostumesOf::jump_offset), named("jump", &CostumesOf::jump));
};
using Costumes = CostumesOf<Vectors>;
using CostumesView = CostumesOf<Views>;

template <class S>
struct LimbTablesOf {
  using Storage = S;
  ColumnOf<S, uint8_t> limb;
  OffsetsOf<S> entry_offset;  ///< rows of Entries

  static constexpr auto kColumns =
      std::tuple(named("limb", &LimbTablesOf::limb),
                 named_rows("entry_offset", &LimbTablesOf::entry_offset, "entries"));
};
using LimbTables = LimbTablesOf<Vectors>;
using LimbTablesView = LimbTablesOf<Views>;

template <class S>
struct EntriesOf {
  using Storage = S;
  ColumnOf<S, uint8_t> state;
  ColumnOf<S, uint8_t> reached;
  ColumnOf<S, uint32_t> picture;
  ColumnOf<S, int16_t> x;
  ColumnOf<S, int16_t> y;
  ColumnOf<S, int16_t> xinc;
  ColumnOf<S, int16_t> yinc;
  ColumnOf<S, uint8_t> redirect_limb;
  ColumnOf<S, uint8_t> redirect_index;

  static constexpr auto kColumns =
      std::tuple(named("state", &EntriesOf::state), named("reached", &EntriesOf::reached),
                 named("picture", &EntriesOf::picture), named("x", &EntriesOf::x),
                 named("y", &EntriesOf::y), named("xinc", &EntriesOf::xinc),
                 named("yinc", &EntriesOf::yinc), named("redirect_limb", &EntriesOf::redirect_limb),
                 named("redirect_index", &EntriesOf::redirect_index));
};
using Entries = EntriesOf<Vectors>;
using EntriesView = EntriesOf<Views>;

template <class S>
struct RecordsOf {
  using Storage = S;
  ColumnOf<S, uint16_t> number;
  OffsetsOf<S> window_offset;  ///< rows of Windows

  static constexpr auto kColumns =
      std::tuple(named("number", &RecordsOf::number),
                 named_rows("window_offset", &RecordsOf::window_offset, "windows"));
};
using Records = RecordsOf<Vectors>;
using RecordsView = RecordsOf<Views>;

template <class S>
struct WindowsOf {
  using Storage = S;
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint8_t> mode;
  ColumnOf<S, uint16_t> start;
  ColumnOf<S, uint16_t> length;

  static constexpr auto kColumns =
      std::tuple(named("limb", &WindowsOf::limb), named("mode", &WindowsOf::mode),
                 named("start", &WindowsOf::start), named("length", &WindowsOf::length));
};
using Windows = WindowsOf<Vectors>;
using WindowsView = WindowsOf<Views>;

template <class S>
struct PicturesOf {
  using Storage = S;
  ColumnOf<S, uint16_t> width;
  ColumnOf<S, uint16_t> height;
  ColumnOf<S, uint8_t> transparent;
  ColumnOf<S, uint64_t> xxh64;
  OffsetsOf<S, uint64_t> pixel_offset;  ///< bytes of the column `pixels`

  static constexpr auto kColumns =
      std::tuple(named("width", &PicturesOf::width), named("height", &PicturesOf::height),
                 named("transparent", &PicturesOf::transparent), named("xxh64", &PicturesOf::xxh64),
                 named_rows("pixel_offset", &PicturesOf::pixel_offset, "pixels"));
};
using Pictures = PicturesOf<Vectors>;
using PicturesView = PicturesOf<Views>;

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
template <class S>
struct TimelinesOf {
  using Storage = S;
  ColumnOf<S, uint32_t> loop_start;  ///< the tick that plays after the last one; kNone if truncated
  ColumnOf<S, uint16_t> flags;       ///< kTruncated to kMissingPicture
  OffsetsOf<S> tick_offset;
  ColumnOf<S, uint32_t> tick;  ///< row of Frames
  OffsetsOf<S> event_offset;   ///< rows of Events
  OffsetsOf<S> read_offset;
  ColumnOf<S, uint16_t> read;  ///< a variable's number, or kReadRandom to kReadCondition

  static constexpr auto kColumns = std::tuple(
      named("loop_start", &TimelinesOf::loop_start), named("flags", &TimelinesOf::flags),
      named("tick_offset", &TimelinesOf::tick_offset), named("tick", &TimelinesOf::tick),
      named_rows("event_offset", &TimelinesOf::event_offset, "events"),
      named("read_offset", &TimelinesOf::read_offset), named("read", &TimelinesOf::read));
};
using Timelines = TimelinesOf<Vectors>;
using TimelinesView = TimelinesOf<Views>;

/// The distinct frames of each costume.
template <class S>
struct FramesOf {
  using Storage = S;
  OffsetsOf<S> cel_offset;  ///< rows of Cels

  static constexpr auto kColumns =
      std::tuple(named_rows("cel_offset", &FramesOf::cel_offset, "cels"));
};
using Frames = FramesOf<Vectors>;
using FramesView = FramesOf<Views>;

/// Cels of frames, in draw order.
template <class S>
struct CelsOf {
  using Storage = S;
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint16_t> index;
  ColumnOf<S, uint32_t> picture;
  ColumnOf<S, int32_t> x;
  ColumnOf<S, int32_t> y;
  ColumnOf<S, uint8_t> flip;

  static constexpr auto kColumns =
      std::tuple(named("limb", &CelsOf::limb), named("index", &CelsOf::index),
                 named("picture", &CelsOf::picture), named("x", &CelsOf::x), named("y", &CelsOf::y),
                 named("flip", &CelsOf::flip));
};
using Cels = CelsOf<Vectors>;
using CelsView = CelsOf<Views>;

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

template <class S>
struct EventsOf {
  using Storage = S;
  ColumnOf<S, uint32_t> tick;  ///< the tick before the step
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint8_t> kind;
  ColumnOf<S, int32_t> value;

  static constexpr auto kColumns =
      std::tuple(named("tick", &EventsOf::tick), named("limb", &EventsOf::limb),
                 named("kind", &EventsOf::kind), named("value", &EventsOf::value));
};
using Events = EventsOf<Vectors>;
using EventsView = EventsOf<Views>;

template <class S>
struct FailuresOf {
  using Storage = S;
  ColumnOf<S, uint32_t> costume;  ///< row of Costumes; none: not part of a costume in the archive
  ColumnOf<S, uint16_t> id;
  ColumnOf<S, uint16_t> room;
  ColumnOf<S, uint32_t> source;
  ColumnOf<S, uint64_t> offset;  ///< in the source; ~0: unknown
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint16_t> index;
  OffsetsOf<S> error_offset;
  ColumnOf<S, uint8_t> error;

  static constexpr auto kColumns = std::tuple(
      named("costume", &FailuresOf::costume), named("id", &FailuresOf::id),
      named("room", &FailuresOf::room), named("source", &FailuresOf::source),
      named("offset", &FailuresOf::offset), named("limb", &FailuresOf::limb),
      named("index", &FailuresOf::index), named("error_offset", &FailuresOf::error_offset),
      named("error", &FailuresOf::error));
};
using Failures = FailuresOf<Vectors>;
using FailuresView = FailuresOf<Views>;

/// Returns the pixels of a row of Pictures, or the background of a row of Rooms, row-major.
using ReadPixels = std::function<Result<Bytes>(uint32_t row)>;

/// A view of a table that was built, which must outlive it unchanged.
template <template <class> class Table>
Table<Views> view(const Table<Vectors>& built) {
  Table<Views> views;
  for_each_pair(Table<Views>::kColumns, Table<Vectors>::kColumns,
                [&](const auto& to, const auto& from) { views.*to.member = built.*from.member; });
  return views;
}

/// All columns except the pixels of pictures and backgrounds, which are read one by one.
template <class S>
struct TablesOf {
  using Storage = S;
  GameOf<S> game;
  SourcesOf<S> sources;
  RoomsOf<S> rooms;
  PlanesOf<S> planes;
  BoxesOf<S> boxes;
  ScalesOf<S> scales;
  PalettesOf<S> palettes;
  CostumesOf<S> costumes;
  LimbTablesOf<S> limb_tables;
  EntriesOf<S> entries;
  RecordsOf<S> records;
  WindowsOf<S> windows;
  PicturesOf<S> pictures;
  TimelinesOf<S> timelines;
  FramesOf<S> frames;
  CelsOf<S> cels;
  EventsOf<S> events;
  FailuresOf<S> failures;

  TablesOf() = default;
  template <class Built>
  requires std::is_same_v<S, Views> && std::is_same_v<Built, TablesOf<Vectors>> TablesOf(
      const Built& built) {
    for_each_pair(TablesOf::kTables, Built::kTables, [&](const auto& to, const auto& from) {
      this->*to.member = view(built.*from.member);
    });
  }

  static constexpr auto kTables =
      std::tuple(named("game", &TablesOf::game), named("sources", &TablesOf::sources),
                 named("rooms", &TablesOf::rooms), named("planes", &TablesOf::planes),
                 named("boxes", &TablesOf::boxes), named("scales", &TablesOf::scales),
                 named("palettes", &TablesOf::palettes), named("costumes", &TablesOf::costumes),
                 named("tables", &TablesOf::limb_tables), named("entries", &TablesOf::entries),
                 named("records", &TablesOf::records), named("windows", &TablesOf::windows),
                 named("pictures", &TablesOf::pictures), named("timelines", &TablesOf::timelines),
                 named("frames", &TablesOf::frames), named("cels", &TablesOf::cels),
                 named("events", &TablesOf::events), named("failures", &TablesOf::failures));
};
/// Tables that are built.
using Tables = TablesOf<Vectors>;
/// Tables that are only read: of an archive, or of Tables, which must outlive them unchanged.
using TablesView = TablesOf<Views>;

/// The name of a table of kTables.
template <class Table>
constexpr std::string_view table_name() {
  using All = TablesOf<typename Table::Storage>;
  std::string_view name;
  const auto visit = [&]<class Other>(const Named<Other All::*>& table) {
    if constexpr (std::is_same_v<Other, Table>) name = table.name;
  };
  std::apply([&](const auto&... table) { (visit(table), ...); }, All::kTables);
  return name;
}

/// Calls visit(table) for every table.
template <class AnyTables, class Visit>
void for_each_table(AnyTables& tables, Visit&& visit) {
  std::apply([&](const auto&... table) { (visit(tables.*table.member), ...); },
             std::remove_const_t<AnyTables>::kTables);
}

/// Calls visit("table.column", column) for every column of all tables, in the order of the
/// file. The archive's writer and reader both use it.
template <class AnyTables, class Visit>
void for_each_column(AnyTables& tables, Visit&& visit) {
  for_each_table(tables, [&](auto& table) {
    using Table = std::remove_cvref_t<decltype(table)>;
    const std::string prefix = std::string(table_name<Table>()) + ".";
    for_each_described(table, [&](const auto& described, auto& column, const auto*) {
      visit(prefix + std::string(described.name), column);
    });
  });
}

}  // namespace wardrobe
