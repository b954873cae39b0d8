#include <array>
#include <concepts>

#include <gtest/gtest.h>

#include "formats/tables.h"

namespace wardrobe {
namespace {

template <class AnyColumn>
concept CanGrow = requires(AnyColumn column) {
  column.push_back(1);
};
template <class AnyColumn>
concept CanChange = requires(AnyColumn column) {
  column[0] = 1;
};
static_assert(CanGrow<Column<int>> && CanChange<Column<int>>);
static_assert(!CanGrow<ColumnView<int>> && !CanChange<ColumnView<int>>);
static_assert(std::convertible_to<Tables, TablesView> && !std::convertible_to<TablesView, Tables>);

TEST(ColumnView, ShowsTheSameElementsWhetherConstOrNot) {
  const std::array<int, 3> elements{1, 2, 3};
  ColumnView<int> view(elements);
  int sum = 0;
  for (const int element : view) sum += element;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(view.data(), elements.data());
  EXPECT_EQ(view, ColumnView<int>(std::vector<int>{1, 2, 3}));
}

TEST(TablesView, HasNoRowsWhereNothingWasRead) {
  const TablesView tables;
  EXPECT_EQ(tables.costumes.record_offset.rows(), 0u);
  EXPECT_EQ(tables.game.version.size(), 1u);
  EXPECT_EQ(text_at(tables.game.evidence_offset, tables.game.evidence, 0), "");
}

TEST(TablesView, ShowsTablesThatWereBuilt) {
  Tables built;
  append_text(built.sources.name_offset, built.sources.name, "GAME.000");
  const TablesView tables = built;
  EXPECT_EQ(text_at(tables.sources.name_offset, tables.sources.name, 0), "GAME.000");
  EXPECT_EQ(tables.sources.name.data(), built.sources.name.data());
}

}  // namespace
}  // namespace wardrobe
