#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "formats/archive/archive.h"
#include "formats/archive/image.h"
#include "formats/column.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/library/handles.h"

namespace wardrobe {

/// The place of a column, such as &Cels::x, among all of formats/tables.h. A member that kColumns
/// lacks does not compile.
template <class Table, class AnyColumn>
consteval size_t column_number(AnyColumn Table::*member) {
  size_t number = 0;
  std::optional<size_t> found;
  const auto visit_column = [&](const auto& column) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column.member)>,
                                 AnyColumn Table::*>) {
      if (column.member == member) found = number;
    }
    ++number;
  };
  const auto visit_table = [&]<class Visited>(const Named<Visited Tables::*>&) {
    std::apply([&](const auto&... column) { (visit_column(column), ...); }, Visited::kColumns);
  };
  std::apply([&](const auto&... table) { (visit_table(table), ...); }, Tables::kTables);
  return found.value();
}

/// What a pointer to a member, such as &Cels::x, tells about a column.
template <auto kMember>
struct ColumnOf;
template <class Table, class AnyColumn, AnyColumn Table::*kMember>
struct ColumnOf<kMember> {
  using Element = typename AnyColumn::value_type;
  static constexpr size_t kNumber = column_number(kMember);
};

/// Elements of one table, or rows of another one.
struct Owned {
  uint64_t first = 0;
  uint64_t count = 0;
};

/// Reads rows straight from an archive, whose tables have not been validated: no row number in them
/// is believed. A read past an end gives zeros, or nothing, and makes status() an error for good,
/// so that several reads can be made first and checked once.
class RowReader {
 public:
  explicit RowReader(const wardrobe_archive& archive) : archive_(archive) {}

  const wardrobe_archive& archive() const { return archive_; }
  const Status& status() const { return status_; }

  /// How many elements a column has.
  template <auto kMember>
  uint64_t count() const {
    return archive_.known_columns[ColumnOf<kMember>::kNumber].count;
  }

  /// `count` elements of a column from `first` on. Column: range<&Cels::x>(…).
  template <auto kMember>
  std::span<const typename ColumnOf<kMember>::Element> range(uint64_t first, uint64_t count) {
    using Element = typename ColumnOf<kMember>::Element;
    const KnownColumn& column = archive_.known_columns[ColumnOf<kMember>::kNumber];
    const Bytes bytes = read(column, sizeof(Element), first, count);
    return {reinterpret_cast<const Element*>(bytes.data()), bytes.size() / sizeof(Element)};
  }
  /// All of a column.
  template <auto kMember>
  auto all() {
    return range<kMember>(0, count<kMember>());
  }
  template <auto kMember>
  typename ColumnOf<kMember>::Element get(uint64_t row) {
    const auto found = range<kMember>(row, 1);
    return found.empty() ? typename ColumnOf<kMember>::Element{} : found[0];
  }
  /// What a row owns by an offset column.
  template <auto kMember>
  Owned owned(uint64_t row) {
    if (count<kMember>() == 0) return {};  // The archive is older than the column.
    const auto bounds = range<kMember>(row, 2);
    if (bounds.size() == 2 && bounds[0] <= bounds[1]) return {bounds[0], bounds[1] - bounds[0]};
    fail("the tables contradict each other: an offset is larger than the next one");
    return {};
  }
  /// The elements of a column that a row owns.
  template <auto kOffsets, auto kMember>
  auto elements(uint64_t row) {
    const Owned part = owned<kOffsets>(row);
    return range<kMember>(part.first, part.count);
  }
  /// The UTF-8 that a row owns, ended by a 0; it lives as long as the archive.
  template <auto kOffsets, auto kMember>
  const char* text(uint64_t row) {
    const Bytes utf8 = elements<kOffsets, kMember>(row);
    return archive_.kept_text({utf8.begin(), utf8.end()});
  }
  /// The pixels of all pictures.
  Bytes pixels(uint64_t first, uint64_t count) {
    const ColumnEntry& column = archive_.archive.columns().back();
    return read({&column, column.offset, column.count}, 1, first, count);
  }

  /// The backgrounds of all rooms.
  Bytes backgrounds(uint64_t first, uint64_t count) {
    const ColumnEntry* const column = archive_.archive.find(kBackgroundColumn);
    if (column == nullptr) return {};
    return read({column, column->offset, column->count}, 1, first, count);
  }

  /// Makes status() an error, unless it is one.
  void fail(std::string_view message);

 private:
  static bool has(const KnownColumn& column, uint64_t first, uint64_t count) {
    return first <= column.count && count <= column.count - first;
  }

  /// The short way, for what is drawn again and again.
  Bytes read(const KnownColumn& column, size_t size, uint64_t first, uint64_t count) {
    if (has(column, first, count)) {
      const uint8_t* const found =
          archive_.archive.find_inflated(column.offset + first * size, count * size);
      if (found != nullptr) return Bytes(found, count * size);
    }
    return read_slowly(column, first, count);
  }
  Bytes read_slowly(const KnownColumn& column, uint64_t first, uint64_t count);

  const wardrobe_archive& archive_;
  Status status_ = ok();
};

}  // namespace wardrobe
