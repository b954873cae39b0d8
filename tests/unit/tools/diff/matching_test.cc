#include <algorithm>

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// Returns an archive of costumes that all have the same 8 parts and no ids.
Tables costumes_without_ids(size_t count) {
  SmallArchive small;
  small.add_picture(16, 20, 1);
  small.add_picture(7, 3, 5);
  for (size_t i = 0; i < count; ++i) small.add_costume(0, kNone, {0, 1, 0});
  small.tables.costumes.alias.clear();
  std::ranges::fill(small.tables.costumes.alias_offset, 0u);
  return small.tables;
}

/// Moves the first `parts` of a costume's three slots to `x`.
void move_slots(Tables& tables, uint32_t costume, uint32_t parts, int16_t x) {
  for (uint32_t i = 0; i < parts; ++i) tables.entries.x[3 * costume + i] = x;
}

std::vector<Sides> matched(const Tables& old_tables, const Tables& new_tables) {
  std::vector<Sides> pairs;
  for (const CostumePair& pair : match_costumes(old_tables, new_tables)) pairs.push_back(pair.rows);
  return pairs;
}

TEST(Matching, NeedsHalfOfTheParts) {
  const Tables before = costumes_without_ids(1);
  Tables after = before;
  move_slots(after, 0, 3, 50);
  after.costumes.color[3] = 200;
  EXPECT_EQ(matched(before, after), (std::vector<Sides>{{0, 0}})) << "4 of 8";
  after.records.number[0] = 9;
  EXPECT_EQ(matched(before, after), (std::vector<Sides>{{0, kNone}, {kNone, 0}})) << "3 of 8";
}

TEST(Matching, TakesTheMostSimilarPairsFirst) {
  const Tables before = costumes_without_ids(1);
  Tables after = costumes_without_ids(2);
  move_slots(after, 0, 3, 50);
  move_slots(after, 1, 1, 50);
  EXPECT_EQ(matched(before, after), (std::vector<Sides>{{0, 1}, {kNone, 0}}));
  EXPECT_EQ(matched(after, before), (std::vector<Sides>{{1, 0}, {0, kNone}}));
}

TEST(Matching, PrefersSimilarityToTheOrderOfRows) {
  Tables before = costumes_without_ids(2);
  Tables after = costumes_without_ids(2);
  move_slots(before, 0, 3, 30);
  move_slots(before, 1, 3, 40);
  move_slots(after, 0, 2, 40);
  move_slots(after, 1, 2, 30);
  EXPECT_EQ(matched(before, after), (std::vector<Sides>{{1, 0}, {0, 1}}));
}

TEST(Matching, IgnoresPartsThatMoreThan32CostumesShare) {
  for (const uint32_t count : {32u, 33u}) {
    Tables before = costumes_without_ids(count);
    Tables after = costumes_without_ids(count);
    for (uint32_t row = 0; row < count; ++row) {
      move_slots(before, row, 1, static_cast<int16_t>(100 + row));
      move_slots(after, row, 1, static_cast<int16_t>(200 + row));
    }
    EXPECT_EQ(matched(before, after).size(), count == 32 ? 32u : 66u);
  }
}

TEST(Matching, PairsEqualContentInOrder) {
  const Tables tables = costumes_without_ids(2);
  EXPECT_EQ(matched(tables, tables), (std::vector<Sides>{{0, 0}, {1, 1}}));
  EXPECT_EQ(matched(tables, costumes_without_ids(3)),
            (std::vector<Sides>{{0, 0}, {1, 1}, {kNone, 2}}));
}

TEST(Matching, SortsIds) {
  Costumes costumes = small_archive().tables.costumes;
  costumes.alias = {7, 3, 102};
  costumes.alias_offset = {0, 2, 3};
  EXPECT_EQ(ids_of(view(costumes), 0), (std::vector<uint16_t>{1, 3, 7}));
  costumes.id[0] = 0;
  EXPECT_EQ(ids_of(view(costumes), 0), (std::vector<uint16_t>{3, 7}));
}

}  // namespace
}  // namespace wardrobe
