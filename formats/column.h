#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

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
  const auto text = characters.subspan(offset[row], offset[row + 1] - offset[row]);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// Removes all elements of some columns and keeps their memory.
template <class... AnyColumns>
void clear_all(AnyColumns&... columns) {
  (columns.clear(), ...);
}

}  // namespace wardrobe
