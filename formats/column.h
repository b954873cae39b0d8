#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace wardrobe {

/// One column of a table. A table is a structure of columns; its rows are referred to by number.
///
/// A column being built owns its elements, like a vector. A column that was read is a view of
/// elements elsewhere, such as in the image of an archive; they must outlive it, and it cannot be
/// changed. A copy always owns its elements.
template <class T>
class Column {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = T*;
  using const_iterator = const T*;

  Column() = default;
  Column(std::initializer_list<T> elements) : own_(elements) { refresh(); }
  Column(std::vector<T> elements) : own_(std::move(elements)) { refresh(); }
  template <std::input_iterator Iterator>
  Column(Iterator first, Iterator last) : own_(first, last) {
    refresh();
  }
  Column(const Column& other) : Column(other.begin(), other.end()) {}
  Column(Column&& other) noexcept
      : own_(std::move(other.own_)), elements_(std::exchange(other.elements_, {})) {}
  Column& operator=(const Column& other) { return *this = Column(other); }
  Column& operator=(Column&& other) noexcept {
    own_ = std::move(other.own_);
    elements_ = std::exchange(other.elements_, {});
    return *this;
  }
  ~Column() = default;

  /// Makes this a view of `elements`, which must outlive it.
  void show(std::span<const T> elements) {
    own_ = {};
    elements_ = elements;
  }

  size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  const T* data() const { return elements_.data(); }
  const T* begin() const { return elements_.data(); }
  const T* end() const { return elements_.data() + elements_.size(); }
  const T& operator[](size_t i) const { return elements_[i]; }
  const T& front() const { return elements_.front(); }
  const T& back() const { return elements_.back(); }
  friend bool operator==(const Column& a, const Column& b) { return std::ranges::equal(a, b); }

  // Building, as with a vector; not for views.
  T* data() { return own_.data(); }
  T* begin() { return own_.data(); }
  T* end() { return own_.data() + own_.size(); }
  T& operator[](size_t i) { return own_[i]; }
  T& front() { return own_.front(); }
  T& back() { return own_.back(); }
  void push_back(T element) {
    own_.push_back(element);
    refresh();
  }
  void pop_back() {
    own_.pop_back();
    refresh();
  }
  template <std::input_iterator Iterator>
  void insert(const T* at, Iterator first, Iterator last) {
    own_.insert(own_.begin() + (at - own_.data()), first, last);
    refresh();
  }
  void insert(const T* at, size_t count, T element) {
    own_.insert(own_.begin() + (at - own_.data()), count, element);
    refresh();
  }
  void erase(const T* first, const T* last) {
    own_.erase(own_.begin() + (first - own_.data()), own_.begin() + (last - own_.data()));
    refresh();
  }
  void assign(size_t count, T element) {
    own_.assign(count, element);
    refresh();
  }
  template <std::input_iterator Iterator>
  void assign(Iterator first, Iterator last) {
    own_.assign(first, last);
    refresh();
  }
  void resize(size_t count, T element = {}) {
    own_.resize(count, element);
    refresh();
  }
  void reserve(size_t count) {
    own_.reserve(count);
    refresh();
  }
  void shrink_to_fit() {
    own_.shrink_to_fit();
    refresh();
  }
  void clear() { resize(0); }

 private:
  void refresh() { elements_ = own_; }

  std::vector<T> own_;
  std::span<const T> elements_;
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

template <class AnyColumn>
inline constexpr bool kIsOffsets = false;
template <class T>
inline constexpr bool kIsOffsets<OffsetColumn<T>> = true;

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
inline RowRange rows_of(const Offsets& offset, size_t row) {
  return {offset[row], offset[row + 1]};
}

/// The rows or elements that these rows own together.
inline RowRange rows_of(const Offsets& offset, RowRange rows) {
  return {offset[rows.front()], offset[rows.front() + rows.size()]};
}

/// Appends a row with this text.
inline void append_text(Offsets& offset, Column<uint8_t>& characters, std::string_view text) {
  characters.insert(characters.end(), text.begin(), text.end());
  offset.push_back(static_cast<uint32_t>(characters.size()));
}

/// The elements that row `row` owns; valid as long as the column is.
template <class AnyColumn>
auto elements_at(const Offsets& offset, const AnyColumn& column, size_t row) {
  using T = typename AnyColumn::value_type;
  return std::span<const T>(column.data() + offset[row], offset[row + 1] - offset[row]);
}

/// The text of row `row`; valid as long as the column is.
inline std::string_view text_at(const Offsets& offset, const Column<uint8_t>& characters,
                                size_t row) {
  const auto text = elements_at(offset, characters, row);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// A member of a structure, with its name. A table lists its columns in this form.
template <class Member>
struct Named {
  std::string_view name;
  Member member;
  std::string_view divides = {};  ///< the other table whose rows an offset column divides
};
template <class Member>
constexpr Named<Member> named(std::string_view name, Member member) {
  return {name, member, {}};
}
/// Describes an offset column that divides the rows of `table` (or a column of pixels). Other
/// offset columns, `x_offset`, divide the column `x` of their own table.
template <class Member>
constexpr Named<Member> named_rows(std::string_view name, Member member, std::string_view table) {
  return {name, member, table};
}

/// Calls visit(description, column, divider) for every column of a table. `divider` is the offset
/// column that divides `column` among the rows; kColumns lists it just before `column`. It is null
/// if each row has one element.
template <class Table, class Visit>
void for_each_described(Table& table, Visit&& visit) {
  const Offsets* divider = nullptr;
  const auto visit_column = [&](const auto& described) {
    auto& column = table.*described.member;
    visit(described, column, std::exchange(divider, nullptr));
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column)>, Offsets>) {
      if (described.divides.empty()) divider = &column;
    }
  };
  std::apply([&](const auto&... described) { (visit_column(described), ...); },
             std::remove_const_t<Table>::kColumns);
}

/// Calls visit(name, column) for every column of a table.
template <class Table, class Visit>
void for_each_column_of(Table& table, Visit&& visit) {
  for_each_described(table, [&](const auto& described, auto& column, const Offsets*) {
    visit(described.name, column);
  });
}

/// Removes all elements of some columns and keeps their memory.
template <class... AnyColumns>
void clear_all(AnyColumns&... columns) {
  (columns.clear(), ...);
}

/// Removes all but the first `rows` rows of a table and keeps its memory.
template <class Table>
void truncate_table(Table& table, size_t rows) {
  for_each_column_of(table, [&](std::string_view, auto& column) {
    column.resize(kIsOffsets<std::remove_cvref_t<decltype(column)>> ? rows + 1 : rows);
  });
}

}  // namespace wardrobe
