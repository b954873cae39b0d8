#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace wardrobe {

/// A table is a structure of columns: structures of arrays, whose rows are referred to by number.
template <class T>
using Column = std::vector<T>;

/// Divides another column, or the rows of another table, among the rows of its own table: row i
/// owns offset[i] up to offset[i + 1]. It has one element more than its table has rows, starts with
/// 0 and never falls.
template <class T>
struct OffsetColumn : Column<T> {
  OffsetColumn() : Column<T>{0} {}
  OffsetColumn(std::initializer_list<T> offsets) : Column<T>(offsets) {}

  /// How many rows it divides its target into.
  size_t rows() const { return this->size() - 1; }
};
using Offsets = OffsetColumn<uint32_t>;
using Offsets64 = OffsetColumn<uint64_t>;

template <class AnyColumn>
inline constexpr bool kIsOffsets = false;
template <class T>
inline constexpr bool kIsOffsets<OffsetColumn<T>> = true;

/// Row numbers first … last - 1, for a range-based for.
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
inline RowRange rows_of(const Offsets& offset, size_t row) {
  return {offset[row], offset[row + 1]};
}

/// Appends a row with this text.
inline void append_text(Offsets& offset, Column<uint8_t>& characters, std::string_view text) {
  characters.insert(characters.end(), text.begin(), text.end());
  offset.push_back(static_cast<uint32_t>(characters.size()));
}

/// The elements that row `row` owns; valid as long as the column is.
template <class T>
std::span<const T> elements_at(const Offsets& offset, const Column<T>& column, size_t row) {
  return {column.data() + offset[row], offset[row + 1] - offset[row]};
}

/// The text of row `row`; valid as long as the column is.
inline std::string_view text_at(const Offsets& offset, const Column<uint8_t>& characters,
                                size_t row) {
  const std::span<const uint8_t> text = elements_at(offset, characters, row);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// A member of a structure and its name: how a table lists its columns.
template <class Member>
struct Named {
  std::string_view name;
  Member member;
  uint16_t since = 0;             ///< minor version of the archive's format that added it
  std::string_view divides = {};  ///< an offset column that divides another table's rows: its name
};
template <class Member>
constexpr Named<Member> named(std::string_view name, Member member, uint16_t since = 0) {
  return {name, member, since, {}};
}
/// An offset column `x_offset` that divides rows of `table` (or a column of pixels), not a column
/// `x` of its own table.
template <class Member>
constexpr Named<Member> named_rows(std::string_view name, Member member, std::string_view table,
                                   uint16_t since = 0) {
  return {name, member, since, table};
}

/// Calls visit(name, column) for every column of a table.
template <class Table, class Visit>
void for_each_column_of(Table& table, Visit&& visit) {
  std::apply([&](const auto&... column) { (visit(column.name, table.*column.member), ...); },
             std::remove_const_t<Table>::kColumns);
}

/// Removes all but the first `rows` rows of a table and keeps its memory.
template <class Table>
void truncate_table(Table& table, size_t rows) {
  for_each_column_of(table, [&](std::string_view, auto& column) {
    column.resize(kIsOffsets<std::remove_cvref_t<decltype(column)>> ? rows + 1 : rows);
  });
}

/// Removes all rows of a table and keeps its memory.
template <class Table>
void clear_table(Table& table) {
  truncate_table(table, 0);
}

}  // namespace wardrobe
