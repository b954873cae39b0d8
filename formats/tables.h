#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/version.h"

namespace wardrobe {

/// One column of a table that is being built. A table is a structure of columns; its rows are
/// referred to by number.
template <class T>
using Column = std::vector<T>;

/// One column of a table that is only read: a view of elements elsewhere, such as in the image of
/// an archive or in a Column. They must outlive it.
template <class T>
class ColumnView : public std::span<const T> {
 public:
  using value_type = T;

  ColumnView() = default;
  ColumnView(std::span<const T> elements) : std::span<const T>(elements) {}
  ColumnView(const std::vector<T>& elements) : std::span<const T>(elements) {}

  friend bool operator==(const ColumnView& a, const ColumnView& b) {
    return std::ranges::equal(a, b);
  }
};

/// Divides another column, or the rows of another table, among the rows of its own table: row i
/// owns offset[i] up to offset[i + 1]. An offset column has one element more than its table has
/// rows, starts with 0 and never falls.
template <class T>
struct OffsetColumn : Column<T> {
  OffsetColumn() : Column<T>{0} {}
  OffsetColumn(std::initializer_list<T> offsets) : Column<T>(offsets) {}

  /// Number of rows among which the column divides its target.
  size_t rows() const { return this->size() - 1; }
};
using Offsets = OffsetColumn<uint32_t>;
using Offsets64 = OffsetColumn<uint64_t>;

/// Zeros to view, where nothing was read.
template <class T>
inline constexpr std::array<T, 2> kZeros{};

/// An offset column that is only read.
template <class T>
struct OffsetView : ColumnView<T> {
  using ColumnView<T>::ColumnView;
  OffsetView() : ColumnView<T>(std::span(kZeros<T>).first(1)) {}

  size_t rows() const { return this->size() - 1; }
};

template <class AnyColumn>
inline constexpr bool kIsOffsets = false;
template <class T>
inline constexpr bool kIsOffsets<OffsetColumn<T>> = true;
template <class T>
inline constexpr bool kIsOffsets<OffsetView<T>> = true;

/// The columns of a table that is being built. Tables are templates over this and Views.
struct Vectors {
  template <class T>
  using Column = wardrobe::Column<T>;
  template <class T>
  using Offsets = OffsetColumn<T>;
};
/// The columns of a table that is only read.
struct Views {
  template <class T>
  using Column = ColumnView<T>;
  template <class T>
  using Offsets = OffsetView<T>;
};
template <class Storage, class T>
using ColumnOf = typename Storage::template Column<T>;
template <class Storage, class T = uint32_t>
using OffsetsOf = typename Storage::template Offsets<T>;

/// The row numbers `first` to `last` - 1, for a range-based for.
class RowRange {
 public:
  class Iterator {
   public:
    explicit Iterator(uint32_t row) : row_(row) {}
    uint32_t operator*() const { return row_; }
    Iterator& operator++() {
      ++row_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    uint32_t row_;
  };

  RowRange(uint32_t first, uint32_t last) : first_(first), last_(last) {}

  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(last_); }
  uint32_t front() const { return first_; }
  uint32_t size() const { return last_ - first_; }
  bool empty() const { return first_ == last_; }

 private:
  uint32_t first_;
  uint32_t last_;
};

/// The rows or elements that row `row` owns.
inline RowRange rows_of(std::span<const uint32_t> offset, size_t row) {
  return {offset[row], offset[row + 1]};
}

/// The rows or elements that these rows own together.
inline RowRange rows_of(std::span<const uint32_t> offset, RowRange rows) {
  return {offset[rows.front()], offset[rows.front() + rows.size()]};
}

/// Appends a row with this text.
inline void append_text(Offsets& offset, Column<uint8_t>& characters, std::string_view text) {
  characters.insert(characters.end(), text.begin(), text.end());
  offset.push_back(static_cast<uint32_t>(characters.size()));
}

/// The elements that row `row` owns; valid as long as the column is.
template <class AnyOffsets, class AnyColumn>
auto elements_at(const AnyOffsets& offset, const AnyColumn& column, size_t row) {
  using T = typename AnyColumn::value_type;
  return std::span<const T>(column.data() + offset[row], offset[row + 1] - offset[row]);
}

/// The text of row `row`; valid as long as the column is.
inline std::string_view text_at(std::span<const uint32_t> offset,
                                std::span<const uint8_t> characters, size_t row) {
  return as_text(characters.subspan(offset[row], offset[row + 1] - offset[row]));
}

}  // namespace wardrobe

// The tables of an archive, as in the file: tables.def lists the columns and FORMAT.md "The tables"
// says what they mean.

namespace wardrobe {

/// None, in a column of row numbers.
inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// The limb of the table of an AKOS costume's auxiliary pictures: one more than actors have.
inline constexpr uint8_t kAuxiliaryLimb = 16;

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

/// Flags of a timeline (FORMAT.md "timelines").
inline constexpr uint16_t kTruncated = 1;       ///< cut at the limit of ticks or cels
inline constexpr uint16_t kDynamic = 2;         ///< depends on the game's state at run time
inline constexpr uint16_t kStuck = 4;           ///< a limb's steps never come to rest
inline constexpr uint16_t kMissingPicture = 8;  ///< a picture to draw could not be decoded
inline constexpr uint16_t kLost = 16;           ///< a limb stands where there is no code

/// Game state that a dynamic timeline reads. 0 to 255 are variables; the others are:
inline constexpr uint16_t kReadRandom = 256;
inline constexpr uint16_t kReadSound = 257;      ///< whether a sound plays
inline constexpr uint16_t kReadTalking = 258;    ///< whether anyone talks
inline constexpr uint16_t kReadCondition = 259;  ///< a condition of a draw-many
inline constexpr uint16_t kReads = 260;

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
  picture = 9,
};
inline constexpr uint8_t kEventKinds = 10;

/// Where a script stands (SCUMM.md §9).
enum class ScriptKind : uint8_t { global = 0, entry = 1, exit = 2, local = 3, object = 4 };
inline constexpr uint8_t kScriptKinds = 5;

/// Which rule gives a wearer its name, and its room (FORMAT.md "wearers").
enum class NameFrom : uint8_t { none = 0, command = 1, script = 2, actor = 3 };
enum class RoomFrom : uint8_t { none = 0, script = 1, placed = 2 };

/// What a chore that a script names is to the actor.
enum class ChoreRole : uint8_t {
  played = 0,
  init = 1,
  walk = 2,
  stand = 3,
  talk = 4,
  talk_stop = 5
};
inline constexpr uint8_t kChoreRoles = 6;

/// A number that no script says.
inline constexpr int32_t kUnsaid = std::numeric_limits<int32_t>::min();

/// In Objects::entered: the room's entry script sets no state.
inline constexpr uint8_t kNoState = 0xFF;

/// A bit of Boxes::scale. If it is set, the other bits are the number of a scale slot, less 1.
inline constexpr uint16_t kScaleSlot = 0x8000;

/// Names of the tables, and of the columns of pixels that follow them in the file.
enum class TableId : uint8_t {
#define TABLE(Type, member, ...) member,
#include "formats/tables.def"
  backgrounds,
  pixels,
};
inline constexpr size_t kTableIds = size_t{1} + static_cast<size_t>(TableId::pixels);
inline constexpr std::array<std::string_view, kTableIds> kTableNames = {
#define TABLE(Type, member, name, ...) name,
#include "formats/tables.def"
    "backgrounds", "pixels"};
constexpr std::string_view table_name(TableId table) {
  return kTableNames[static_cast<size_t>(table)];
}

/// The words of tables.def.
namespace schema {

// NOLINTBEGIN(readability-identifier-naming): constants that read as words

/// How many rows a table has.
struct RowCount {
  bool is_one = false;
  std::optional<TableId> as_many_as = {};
};
inline constexpr RowCount any_rows;
inline constexpr RowCount one_row{.is_one = true};
constexpr RowCount one_for_each(TableId table) { return {.as_many_as = table}; }

/// How many elements or rows an offset column gives to a row.
struct Count {
  uint32_t least = 0;
  uint32_t most = kNone;

  constexpr bool is_any() const { return least == 0 && most == kNone; }
};
inline constexpr Count any_number;
constexpr Count at_least(uint32_t least) { return {.least = least}; }
constexpr Count at_most(uint32_t most) { return {.most = most}; }

/// The values that a column may have.
struct Bounds {
  struct Range {
    int64_t first;
    int64_t last;
  };
  std::array<Range, 16> ranges = {};
  size_t range_count = 0;              ///< 0: all of the column's type
  std::optional<TableId> row_of = {};  ///< they are numbers of its rows
  bool or_none = false;                ///< kNone is allowed as well as a row
  bool rises = false;                  ///< strictly, within a row of the table that owns them

  constexpr std::span<const Range> allowed() const { return std::span(ranges).first(range_count); }
};
inline constexpr Bounds any;
inline constexpr Bounds rising{.rises = true};
constexpr Bounds one_of(std::initializer_list<Bounds::Range> ranges) {
  Bounds bounds;
  for (const Bounds::Range& range : ranges) bounds.ranges[bounds.range_count++] = range;
  return bounds;
}
constexpr Bounds in(int64_t first, int64_t last, Bounds bounds = any) {
  bounds.ranges[bounds.range_count++] = {first, last};
  return bounds;
}
constexpr Bounds row_of(TableId table) { return {.row_of = table}; }
constexpr Bounds row_of_or_none(TableId table) { return {.row_of = table, .or_none = true}; }
/// The values of Version.
inline constexpr Bounds kVersions = [] {
  Bounds bounds;
  for (const Version version : kAllVersions) {
    const auto value = static_cast<int64_t>(version);
    const bool follows = bounds.range_count > 0 && bounds.allowed().back().last == value - 1;
    if (!follows) bounds = in(value, value, bounds);
    bounds.ranges[bounds.range_count - 1].last = value;
  }
  return bounds;
}();
/// Both of two bounds.
constexpr Bounds merge(Bounds bounds, Bounds other = any) {
  bounds.rises |= other.rises;
  return bounds;
}

/// In words, as messages and FORMAT.md have them: "0 to 15", "a row of rooms, or none". Empty
/// without bounds.
std::string words(const Bounds& bounds);
/// "at most 768", "1 or more"; empty for any number.
std::string words(const Count& count);

// NOLINTEND(readability-identifier-naming)

}  // namespace schema

/// What tables.def says about a column of the file.
struct ColumnInfo {
  TableId table;
  std::string_view column;
  schema::Bounds bounds = {};
  bool is_list = false;                 ///< the offset column before it divides it among the rows
  schema::Count count = {};             ///< of an offset column: elements or rows that a row owns
  std::optional<TableId> divides = {};  ///< of an offset column: the table whose rows it divides

  /// "table.column".
  std::string name() const;
};

/// A column of `count` zeros.
template <class AnyColumn, size_t count>
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

// clang-format off
// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define TABLE(Type, member, name, rows)                                      \
  template <class S>                                                         \
  struct Type##Of {                                                          \
    static constexpr TableId kTable = TableId::member;                       \
    static constexpr schema::RowCount row_count() {                          \
      using namespace schema;                                                \
      using enum TableId;                                                    \
      return rows;                                                           \
    }
#define COLUMN(T, name, ...) ColumnOf<S, T> name = zeros<ColumnOf<S, T>, row_count().is_one>();
#define LIST(T, name, ...) OWNS(uint32_t, name) ColumnOf<S, T> name;
#define OWNS(T, name, ...) \
  OffsetsOf<S, T> name##_offset = zeros<OffsetsOf<S, T>, row_count().is_one + 1>();
#define END_TABLE(Type)               \
  };                                  \
  using Type = Type##Of<Vectors>;     \
  using Type##View = Type##Of<Views>;
#include "formats/tables.def"

/// What tables.def says about the columns of one table: a function for each. Inside zip(), there
/// would be a copy for each visitor.
template <TableId table>
struct InfosOf;
#define TABLE(Type, member, name, rows)                          \
  template <>                                                    \
  struct InfosOf<TableId::member> {                              \
    static constexpr TableId kTable = TableId::member;
#define INFO(name, ...)                                          \
    static const ColumnInfo& name() {                            \
      using namespace schema;                                    \
      using enum TableId;                                        \
      static constexpr ColumnInfo kInfo{.table = kTable, .column = #name, __VA_ARGS__}; \
      return kInfo;                                              \
    }
#define COLUMN(T, name, ...) INFO(name, .bounds = merge(__VA_ARGS__))
#define LIST(T, name, list_count, ...)                           \
    INFO(name##_offset, .count = list_count)                     \
    INFO(name, .bounds = merge(__VA_ARGS__), .is_list = true)
#define OWNS(T, name, table, row_count) INFO(name##_offset, .count = row_count, .divides = table)
#define END_TABLE(Type) };
#include "formats/tables.def"
#undef INFO

/// Visits the columns of one table, by its name.
template <TableId table>
struct ColumnsOf;
#define TABLE(Type, member, name, rows)                          \
  template <>                                                    \
  struct ColumnsOf<TableId::member> {                            \
    template <class Visit, class... Tables>                      \
    static void zip(Visit& visit, Tables&... tables) {           \
      using Infos = InfosOf<TableId::member>;
#define COLUMN(T, name, ...) visit(Infos::name(), tables.name...);
#define LIST(T, name, list_count, ...)                           \
      visit(Infos::name##_offset(), tables.name##_offset...);    \
      visit(Infos::name(), tables.name...);
#define OWNS(T, name, table, row_count) visit(Infos::name##_offset(), tables.name##_offset...);
#define END_TABLE(Type) } };
#include "formats/tables.def"
// NOLINTEND(bugprone-macro-parentheses)
// clang-format on

/// Calls visit(info, column…) for each column that these tables have: the same table of one or more
/// Tables or TablesView.
template <class Visit, class Table, class... Others>
void zip_columns_of(Visit&& visit, Table& table, Others&... others) {
  ColumnsOf<Table::kTable>::zip(visit, table, others...);
}

/// Removes all but the first `rows` rows of a table that refers to others only by its offsets, and
/// keeps its memory.
template <class Table>
void truncate_table(Table& table, size_t rows) {
  zip_columns_of(
      [&](const ColumnInfo&, auto& column) {
        column.resize(kIsOffsets<std::remove_cvref_t<decltype(column)>> ? rows + 1 : rows);
      },
      table);
}

/// Appends a column. The offsets of an offset column continue from the last one of `to`, in 32 bits
/// where it has such; write_rows.h check_sizes() tells whether they have wrapped.
template <class AnyColumn>
void append(AnyColumn& to, const AnyColumn& part) {
  if constexpr (kIsOffsets<AnyColumn>) {
    const auto base = to.back();
    for (size_t i = 1; i < part.size(); ++i) to.push_back(base + part[i]);
  } else {
    to.insert(to.end(), part.begin(), part.end());
  }
}

/// Appends the rows of a table that refers to other rows only by its offsets.
template <class Table>
void append_table(Table& to, const Table& part) {
  zip_columns_of([](const ColumnInfo&, auto& into, const auto& from) { append(into, from); }, to,
                 part);
}

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
  zip_columns_of([](const ColumnInfo&, auto& to, const auto& from) { to = from; }, views, built);
  return views;
}

struct Tables;

/// All columns except the pixels of pictures and backgrounds, which are read one by one.
template <class S>
struct TablesOf {
#define TABLE(Type, member, ...) Type##Of<S> member;
#include "formats/tables.def"

  TablesOf() = default;
  template <class Built>
  requires std::is_same_v<S, Views> && std::is_same_v<Built, Tables> TablesOf(const Built& built)
      : TablesOf(view_all(built)) {}
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

/// Calls visit(info, column…) for each column of one or more Tables or TablesView, in the order of
/// the file.
template <class Visit, class AnyTables, class... Others>
void zip_columns(Visit&& visit, AnyTables& tables, Others&... others) {
#define TABLE(Type, member, ...) zip_columns_of(visit, tables.member, others.member...);
#include "formats/tables.def"
}

/// Calls visit("table.column", column) for each column of all tables, in the order of the file.
template <class AnyTables, class Visit>
void for_each_column(AnyTables& tables, Visit&& visit) {
  zip_columns([&](const ColumnInfo& info, auto& column) { visit(info.name(), column); }, tables);
}

}  // namespace wardrobe
