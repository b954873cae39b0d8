#include "tools/apply/block_parts.h"

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
  EXPECT_EQ(pieces.moved(10), 9u) << "the end";
}

}  // namespace
}  // namespace wardrobe
