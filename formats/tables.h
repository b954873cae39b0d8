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
#include "formats/timeline_tables.h"

// The tables of an archive, as in the file: FORMAT.md "The tables" specifies each column by name.

namespace wardrobe {

/// None, in a column of row numbers.
inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// None, in a column of limbs; also the limb of the table of an AKOS costume's cels.
inline constexpr uint8_t kNoLimb = 0xFF;
/// The limb of the table of an AKOS costume's auxiliary pictures: one more than actors have.
inline constexpr uint8_t kAuxiliaryLimb = 16;
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
  ColumnOf<S, Version> version = zeros<ColumnOf<S, Version>>();
  /// Costume entries of the index: all; those that name no room; those whose room is in no resource
  /// file; those that point at no costume.
  ColumnOf<S, uint32_t> index_entries = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_unused = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_no_room = zeros<ColumnOf<S, uint32_t>>();
  ColumnOf<S, uint32_t> index_no_costume = zeros<ColumnOf<S, uint32_t>>();
  OffsetsOf<S> evidence_offset = zeros<OffsetsOf<S>, 2>();
  ColumnOf<S, uint8_t> evidence;  ///< why this version, for people

  WARDROBE_TABLE(game, version, index_entries, index_unused, index_no_room, index_no_costume,
                 evidence_offset, evidence);
};
using Game = GameOf<Vectors>;
using GameView = GameOf<Views>;

template <class S>
struct SourcesOf {
  OffsetsOf<S> name_offset;
  ColumnOf<S, uint8_t> name;  ///< relative to the game folder
  ColumnOf<S, uint64_t> size;
  ColumnOf<S, uint8_t> xor_key;
  ColumnOf<S, uint64_t> xxh64;  ///< of the file's bytes, XOR not undone; 0: unknown

  WARDROBE_TABLE(sources, name_offset, name, size, xor_key, xxh64);
};
using Sources = SourcesOf<Vectors>;
using SourcesView = SourcesOf<Views>;

template <class S>
struct CostumesOf {
  ColumnOf<S, uint16_t> id;  ///< 0: none
  OffsetsOf<S> alias_offset;
  ColumnOf<S, uint16_t> alias;
  ColumnOf<S, uint32_t> room;
  ColumnOf<S, uint32_t> source;
  ColumnOf<S, uint32_t> offset;
  ColumnOf<S, uint32_t> size;
  ColumnOf<S, Kind> kind;
  ColumnOf<S, uint8_t> format;
  ColumnOf<S, uint8_t> codec;
  ColumnOf<S, uint8_t> mirror_west;
  ColumnOf<S, uint8_t> directions;
  OffsetsOf<S> color_offset;
  ColumnOf<S, uint8_t> color;
  OffsetsOf<S> shadow_offset;
  ColumnOf<S, uint8_t> shadow;  ///< pixel values that darken what is behind them, rising
  OffsetsOf<S> table_offset;    ///< rows of LimbTables
  OffsetsOf<S> record_offset;   ///< rows of Records
  OffsetsOf<S> command_offset;
  ColumnOf<S, uint8_t> command;
  OffsetsOf<S> rgb_offset;
  ColumnOf<S, uint8_t> rgb;
  OffsetsOf<S> jump_offset;
  ColumnOf<S, uint16_t> jump;
  OffsetsOf<S> condition_offset;
  ColumnOf<S, uint8_t> condition;
  OffsetsOf<S> sequence_offset;            ///< rows of Sequences
  ColumnOf<S, uint32_t> default_timeline;  ///< row of Timelines
  ColumnOf<S, uint32_t> default_palette;   ///< row of Palettes

  WARDROBE_TABLE(costumes, id, alias_offset, alias, room, source, offset, size, kind, format, codec,
                 mirror_west, directions, color_offset, color, shadow_offset, shadow, table_offset,
                 record_offset, command_offset, command, rgb_offset, rgb, jump_offset, jump,
                 condition_offset, condition, sequence_offset, default_timeline, default_palette);
};
using Costumes = CostumesOf<Vectors>;
using CostumesView = CostumesOf<Views>;

/// What windows with the same start have of their costume's conditions and jumps.
template <class S>
struct SequencesOf {
  ColumnOf<S, uint16_t> start;
  ColumnOf<S, uint32_t> condition;  ///< where its conditions start, in bytes
  ColumnOf<S, uint16_t> jump;       ///< its first jump
  ColumnOf<S, uint16_t> jumps;      ///< number of its jumps

  WARDROBE_TABLE(sequences, start, condition, jump, jumps);
};
using Sequences = SequencesOf<Vectors>;
using SequencesView = SequencesOf<Views>;

template <class S>
struct LimbTablesOf {
  ColumnOf<S, uint8_t> limb;
  OffsetsOf<S> entry_offset;  ///< rows of Entries

  WARDROBE_TABLE(tables, limb, entry_offset);
};
using LimbTables = LimbTablesOf<Vectors>;
using LimbTablesView = LimbTablesOf<Views>;

template <class S>
struct EntriesOf {
  ColumnOf<S, EntryState> state;
  ColumnOf<S, uint8_t> reached;
  ColumnOf<S, uint32_t> picture;
  ColumnOf<S, int16_t> x;
  ColumnOf<S, int16_t> y;
  ColumnOf<S, int16_t> xinc;
  ColumnOf<S, int16_t> yinc;
  ColumnOf<S, uint8_t> redirect_limb;
  ColumnOf<S, uint8_t> redirect_index;

  WARDROBE_TABLE(entries, state, reached, picture, x, y, xinc, yinc, redirect_limb, redirect_index);
};
using Entries = EntriesOf<Vectors>;
using EntriesView = EntriesOf<Views>;

template <class S>
struct RecordsOf {
  ColumnOf<S, uint16_t> number;
  OffsetsOf<S> window_offset;  ///< rows of Windows

  WARDROBE_TABLE(records, number, window_offset);
};
using Records = RecordsOf<Vectors>;
using RecordsView = RecordsOf<Views>;

template <class S>
struct WindowsOf {
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, WindowMode> mode;
  ColumnOf<S, uint16_t> start;
  ColumnOf<S, uint16_t> length;

  WARDROBE_TABLE(windows, limb, mode, start, length);
};
using Windows = WindowsOf<Vectors>;
using WindowsView = WindowsOf<Views>;

template <class S>
struct PicturesOf {
  ColumnOf<S, uint16_t> width;
  ColumnOf<S, uint16_t> height;
  ColumnOf<S, uint8_t> transparent;
  ColumnOf<S, uint64_t> xxh64;
  OffsetsOf<S, uint64_t> pixel_offset;  ///< bytes of the column `pixels`

  WARDROBE_TABLE(pictures, width, height, transparent, xxh64, pixel_offset);
};
using Pictures = PicturesOf<Vectors>;
using PicturesView = PicturesOf<Views>;

template <class S>
struct FailuresOf {
  ColumnOf<S, FailureKind> kind;
  ColumnOf<S, uint32_t> costume;  ///< row of Costumes; none: not part of a costume in the archive
  ColumnOf<S, uint16_t> id;
  ColumnOf<S, uint16_t> room;
  ColumnOf<S, uint32_t> source;
  ColumnOf<S, uint64_t> offset;  ///< in the source; ~0: unknown
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint16_t> index;
  OffsetsOf<S> error_offset;
  ColumnOf<S, uint8_t> error;

  WARDROBE_TABLE(failures, kind, costume, id, room, source, offset, limb, index, error_offset,
                 error);
};
using Failures = FailuresOf<Vectors>;
using FailuresView = FailuresOf<Views>;

/// Returns the map from the colours of actors to those of a row of Rooms: 256 elements, or none if
/// they are the same. `room` may be kNone.
template <class S>
Bytes actor_colors(const RoomsOf<S>& rooms, uint32_t room) {
  if (room == kNone) return {};
  return elements_at(rooms.actor_color_offset, rooms.actor_color, room);
}

/// Returns the pixels of a row of Pictures, or the background of a row of Rooms, row-major.
using ReadPixels = std::function<Result<Bytes>(uint32_t row)>;

/// A view of a table that was built, which must outlive it unchanged.
template <template <class> class Table>
Table<Views> view(const Table<Vectors>& built) {
  Table<Views> views;
  for_each_pair(views.members(), built.members(), [](auto& to, const auto& from) { to = from; });
  return views;
}

struct Tables;

/// All columns except the pixels of pictures and backgrounds, which are read one by one.
template <class S>
struct TablesOf {
  GameOf<S> game;
  SourcesOf<S> sources;
  RoomsOf<S> rooms;
  PlanesOf<S> planes;
  BoxesOf<S> boxes;
  ScalesOf<S> scales;
  PalettesOf<S> palettes;
  CostumesOf<S> costumes;
  SequencesOf<S> sequences;
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
  requires std::is_same_v<S, Views> && std::is_same_v<Built, Tables> TablesOf(const Built& built)
      : TablesOf(view_all(built)) {}

  WARDROBE_MEMBERS(game, sources, rooms, planes, boxes, scales, palettes, costumes, sequences,
                   limb_tables, entries, records, windows, pictures, timelines, frames, cels,
                   events, failures);
};
/// Tables that are only read: of an archive, or of Tables, which must outlive them unchanged.
using TablesView = TablesOf<Views>;
/// Tables that are built. Inline, these functions would be compiled again wherever tables are used.
struct Tables : TablesOf<Vectors> {
  Tables();
  Tables(const Tables&);
  Tables(Tables&&) noexcept;
  Tables& operator=(const Tables&);
  Tables& operator=(Tables&&) noexcept;
  ~Tables();
};
/// What a TablesView of these tables is.
TablesView view_all(const Tables& built);

/// Calls visit("table.column", column, divider) as for_each_column_of for every table, in the order
/// of the file.
template <class AnyTables, class Visit>
void for_each_divided(AnyTables& tables, Visit&& visit) {
  std::apply([&](auto&... table) { (for_each_column_of(table, visit), ...); }, tables.members());
}

/// Calls visit("table.column", column) for every column of all tables, in the order of the file.
template <class AnyTables, class Visit>
void for_each_column(AnyTables& tables, Visit&& visit) {
  for_each_divided(
      tables, [&](const std::string& name, auto& column, const auto*) { visit(name, column); });
}

}  // namespace wardrobe
