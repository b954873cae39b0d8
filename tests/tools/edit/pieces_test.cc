#include "tools/edit/pieces.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

const std::vector<uint8_t> kOld = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

TEST(Pieces, KeepsTheOrderAndTellsWhereThingsAre) {
  const Pieces pieces(kOld, {{{6, 8}, {}}, {{2, 4}, {20, 21, 22}}});
  EXPECT_EQ(pieces.bytes(), (std::vector<uint8_t>{0, 1, 20, 21, 22, 4, 5, 8, 9}));
  EXPECT_EQ(pieces.moved(1), 1u);
  EXPECT_EQ(pieces.moved(2), 2u);
  EXPECT_EQ(pieces.moved(3), std::nullopt) << "inside what is replaced";
  EXPECT_EQ(pieces.moved(4), 5u);
  EXPECT_EQ(pieces.moved(8), 7u);
}

TEST(Pieces, PutsPartsWhereTheyBelong) {
  const Pieces pieces(kOld,
                      {{{4, 6}, {30}, 10}, {{8, 10}, {40, 41}, 10}, {{2, 4}, {20, 21, 22}, 10}});
  EXPECT_EQ(pieces.bytes(), (std::vector<uint8_t>{0, 1, 6, 7, 30, 40, 41, 20, 21, 22}));
  EXPECT_EQ(pieces.moved(2), 7u);
  EXPECT_EQ(pieces.moved(4), 4u);
  EXPECT_EQ(pieces.moved(7), 3u);
  EXPECT_EQ(pieces.moved(8), 5u);
}

TEST(Pieces, ABorderStaysWhereWhatFollowsIs) {
  const std::vector<Replacement> replaced = {{{2, 4}, {20, 21, 22}}};
  const Pieces in_place(kOld, replaced);
  EXPECT_EQ(in_place.moved_border(2), 2u);
  EXPECT_EQ(in_place.moved_border(4), 5u);
  const Pieces last(kOld, {{{2, 4}, {20, 21, 22}, 10}});
  EXPECT_EQ(last.moved_border(2), 2u);
  EXPECT_EQ(last.moved_border(1), 1u);
  EXPECT_EQ(last.moved_border(10), 8u);
}

TEST(Pieces, PutsPartsBack) {
  const Pieces pieces(kOld, {{{6, 8}, {6, 7}, 2}, {{8, 10}, {8, 9}, 2}, {{2, 4}, {20}}});
  EXPECT_EQ(pieces.bytes(), (std::vector<uint8_t>{0, 1, 6, 7, 8, 9, 20, 4, 5}));
  EXPECT_EQ(pieces.moved(8), 4u);
  EXPECT_EQ(pieces.moved(2), 6u);
  EXPECT_EQ(pieces.moved(5), 8u);
}

}  // namespace
}  // namespace wardrobe
