#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "tests/unit/formats/akos/akos_builder.h"

namespace wardrobe {
namespace {

/// A costume with 3 cels, of which AKHD tells only `cels`, and with 6 jumps; `chunks` follow.
StoredCostume read(Version version, const std::vector<uint8_t>& chunks, uint8_t cels = 3) {
  AkosBuilder builder;
  for (int cel = 0; cel < 3; ++cel) builder.cel(1, 1, 1);
  builder.record(4, {{0, WindowMode::program, {0, 0xC0, 0x30, 0, 0}}});
  builder.tables.jump = {0, 1, 2, 3, 4, 0};
  std::vector<uint8_t> payload = builder.write();
  payload.at(kBlockHeaderSize + 6) = cels;
  payload.insert(payload.end(), chunks.begin(), chunks.end());
  return *read_akos(payload, version);
}

/// "start:condition,jump+jumps" of each sequence.
std::string sequences(const StoredCostume& tables) {
  const Sequences& rows = tables.sequences;
  std::string text;
  for (size_t i = 0; i < rows.start.size(); ++i) {
    text += (text.empty() ? "" : " ") + std::to_string(rows.start[i]) + ':' +
            std::to_string(rows.condition[i]) + ',' + std::to_string(rows.jump[i]) + '+' +
            std::to_string(rows.jumps[i]);
  }
  return text;
}

TEST(AkosSequences, HaveConditionsInEveryHumongousGame) {
  // Starts 9, 0, 9 again, and one that no window can have.
  const std::vector<uint8_t> akst =
      chunk("AKST", {9, 0, 8, 0, 0, 0, 4, 0, 9, 0, 12, 0, 0, 1, 0, 0});
  std::vector<uint8_t> both = chunk("AKCT", {1, 0, 2, 0x8000});
  both.insert(both.end(), akst.begin(), akst.end());
  for (const Version version : {Version::he61, Version::he70, Version::he80, Version::he100}) {
    const StoredCostume tables = read(version, both);
    EXPECT_EQ(tables.condition, (Column<uint8_t>{1, 0, 0, 0, 2, 0, 0, 0x80}));
    EXPECT_EQ(sequences(tables), "0:4,0+6 9:8,0+6");
    EXPECT_TRUE(tables.problems.empty());
  }
  const StoredCostume seven = read(Version::v7, both);
  EXPECT_TRUE(seven.condition.empty());
  EXPECT_EQ(sequences(seven), "");
}

TEST(AkosSequences, HavePartsOfTheJumpsFromHe80On) {
  const std::vector<uint8_t> parts = chunk("AKSF", {0, 0, 2, 7, 4, 1});
  EXPECT_EQ(sequences(read(Version::he72, parts)), "");
  EXPECT_EQ(sequences(read(Version::he80, parts)), "0:0,0+2 7:0,2+1");
  EXPECT_EQ(sequences(read(Version::he100, parts)), "0:0,0+2 7:0,2+1");
}

TEST(AkosSequences, PartsCountBytesUnlessThatCannotBe) {
  const auto jump = [](const std::vector<uint16_t>& numbers) {
    return read(Version::he90, chunk("AKSF", numbers)).sequences.jump;
  };
  EXPECT_EQ(jump({0, 0, 2, 7, 4, 4}), (Column<uint16_t>{0, 2})) << "up to the end in bytes";
  EXPECT_EQ(jump({0, 0, 2, 7, 2, 4}), (Column<uint16_t>{0, 2})) << "up to the end in entries only";
  EXPECT_EQ(jump({0, 0, 1, 7, 1, 1}), (Column<uint16_t>{0, 1})) << "odd";
  EXPECT_EQ(jump({0, 0, 2, 7, 2, 3}), (Column<uint16_t>{0, 1})) << "neither";
}

TEST(AkosSequences, ARowThatIsCutIsReported) {
  const StoredCostume tables = read(Version::he80, chunk("AKST", {0, 0, 4, 0, 1}));
  EXPECT_EQ(sequences(tables), "0:4,0+6");
  ASSERT_EQ(tables.problems.size(), 1u);
  EXPECT_EQ(tables.problems[0].message, "AKST ends inside a row");
}

TEST(AkosCels, AreAsManyAsAkofHolds) {
  for (const uint8_t told : {0, 1, 3}) {
    const StoredCostume tables = read(Version::v7, {}, told);
    EXPECT_EQ(tables.pictures.size(), 3u);
    EXPECT_TRUE(tables.problems.empty());
  }
}

}  // namespace
}  // namespace wardrobe
