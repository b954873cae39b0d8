#include <gtest/gtest.h>

#include "pipeline/decode.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

Packed packed(const TestGame& game, std::optional<Version> told = {}) {
  Result<Packed> packed = pack_game(game.input(), {.level = 1, .version = told});
  EXPECT_TRUE(packed) << packed.error().message;
  return *std::move(packed);
}

std::string_view evidence(const Packed& packed) {
  return text_at(packed.tables.game.evidence_offset, packed.tables.game.evidence, 0);
}

TEST(RowOrder, IsToldByWhatIsSmoother) {
  const Packed columns = packed(test_game(sample_rooms(Version::v5), Version::v5));
  const Packed rows = packed(test_game(sample_rooms(Version::v5_rows), Version::v5_rows));
  EXPECT_EQ(columns.tables.game.version[0], Version::v5);
  EXPECT_EQ(evidence(columns), "MAXS has 26 bytes");
  EXPECT_EQ(rows.tables.game.version[0], Version::v5_rows);
  EXPECT_TRUE(evidence(rows).starts_with(
      "MAXS has 26 bytes; pictures stored by rows, as on the Amiga: they are 1."))
      << evidence(rows);
  EXPECT_EQ(rows.tables.pictures.xxh64, columns.tables.pictures.xxh64);
  EXPECT_EQ(rows.tables.cels.x, columns.tables.cels.x);
}

TEST(RowOrder, IsAsTheUserSays) {
  const TestGame columns = test_game(sample_rooms(Version::v5), Version::v5);
  const TestGame rows = test_game(sample_rooms(Version::v5_rows), Version::v5_rows);
  EXPECT_EQ(packed(rows, Version::v5).tables.game.version[0], Version::v5);
  const Packed told = packed(columns, Version::v5_rows);
  EXPECT_EQ(told.tables.game.version[0], Version::v5_rows);
  EXPECT_EQ(evidence(told), "--game amiga");
  EXPECT_NE(told.tables.pictures.xxh64, packed(columns).tables.pictures.xxh64);
}

TEST(RowOrder, OfFewPicturesIsByColumns) {
  EXPECT_EQ(packed(test_game(Version::v5_rows)).tables.game.version[0], Version::v5);
}

}  // namespace
}  // namespace wardrobe
