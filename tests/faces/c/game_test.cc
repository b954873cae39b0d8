// The C functions about the game and the whole archive.

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/faces/c/library_support.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

TEST(LibraryGame, TheGameHasAVersionAsPeopleKnowIt) {
  for (const Version version : kSampleVersions) {
    const Sample sample(version);
    wardrobe_game game{};
    ASSERT_EQ(wardrobe_read_game(sample.c, &game, sizeof(game), nullptr), WARDROBE_OK);
    const uint32_t number = static_cast<uint32_t>(facts(version).number());
    EXPECT_EQ(game.version, version == Version::he80 ? 6 : number);
    EXPECT_EQ(game.humongous, version == Version::he80 ? number : 0);
    EXPECT_EQ(game.directions, number == 7 || number == 8 ? 8u : 4u);
    EXPECT_EQ(game.name, facts(version).name);
    EXPECT_STRNE(game.reason, "");
  }
}

TEST(LibraryGame, ChoresAreKnownByNamesThatDependOnTheVersion) {
  for (const Version version : {Version::v2, Version::v6}) {
    const Sample sample(version);
    const uint32_t walk = found(wardrobe_find_chore, sample, "walk");
    EXPECT_EQ(walk, version == Version::v2 ? 0u : 2u);
    EXPECT_STREQ(wardrobe_chore_name(sample.c, walk), "walk");
    EXPECT_EQ(wardrobe_chore_name(sample.c, 6), nullptr);
  }
  EXPECT_EQ(wardrobe_chore_name(nullptr, 2), nullptr);
}

TEST(LibraryGame, NamesOfTheGameBelongToFourTables) {
  const Sample sample(Version::he80);
  const auto read = [&](const char* table, uint32_t row, const char** name) {
    return wardrobe_read_name(sample.c, table, row, name, nullptr);
  };
  const char* name = nullptr;
  for (const char* table : {"objects", "wearers", "costumes", "records"}) {
    uint32_t rows = 0;
    ASSERT_EQ(wardrobe_row_count(sample.c, table, &rows, nullptr), WARDROBE_OK);
    for (uint32_t row = 0; row < rows; ++row) EXPECT_EQ(read(table, row, &name), WARDROBE_OK);
    EXPECT_EQ(read(table, rows, &name), WARDROBE_E_ARGUMENT) << table;
  }
  EXPECT_EQ(read("records", 20, &name), WARDROBE_OK);
  EXPECT_STREQ(name, "wave");
  EXPECT_EQ(read("records", WARDROBE_NONE, &name), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(read("rooms", 0, &name), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(read(nullptr, 0, &name), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(read("records", 0, nullptr), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(wardrobe_read_name(nullptr, "records", 0, &name, nullptr), WARDROBE_E_ARGUMENT);
}

TEST(LibraryGame, AnyChoreOrDirectionFindsTheTimelineThatShowsMost) {
  const Sample sample(Version::v6);
  const auto shown = [&](uint32_t chore, uint32_t degrees) {
    const auto timeline = read(wardrobe_read_timeline, sample,
                               found(wardrobe_find_timeline, sample, 0, chore, degrees));
    return std::pair(timeline.chore, timeline.degrees);
  };
  EXPECT_EQ(shown(WARDROBE_NONE, WARDROBE_NONE), std::pair(2u, 270u));
  EXPECT_EQ(shown(WARDROBE_NONE, 90), std::pair(2u, 90u));
  EXPECT_EQ(shown(2, WARDROBE_NONE), std::pair(2u, 270u));
}

TEST(LibraryGame, ListsAreThoseOfTheProgram) {
  const Sample sample(Version::v7);
  const auto pixels = [&](uint32_t row) { return sample.open.archive.read_picture(row); };
  for (const auto& [table, make_rows] : row_makers()) {
    std::string expected;
    ASSERT_TRUE(write_json_lines(table, sample.tables(), pixels, {},
                                 [&](std::string_view text) { expected += text; }));
    char* text = nullptr;
    size_t size = 0;
    ASSERT_EQ(wardrobe_list(sample.c, table.c_str(), &text, &size, nullptr), WARDROBE_OK);
    EXPECT_EQ(std::string(text), expected) << table;
    EXPECT_EQ(size, expected.size());
    wardrobe_text_free(text);
  }
  char* text = nullptr;
  size_t size = 0;
  wardrobe_error error{};
  EXPECT_EQ(wardrobe_list(sample.c, "castles", &text, &size, &error), WARDROBE_E_NOT_FOUND);
  EXPECT_STREQ(error.message, "there are no rows of castles to list");
  wardrobe_text_free(nullptr);
}

TEST(LibraryGame, TheImageHasAllColumns) {
  const Sample sample(Version::v6);
  const uint8_t* image = nullptr;
  size_t size = 0;
  ASSERT_EQ(wardrobe_read_image(sample.c, &image, &size, nullptr), WARDROBE_OK);
  EXPECT_EQ(std::string(image, image + 8), "WARDIMAG");
  wardrobe_column column{};
  ASSERT_EQ(wardrobe_read_column(sample.c, "pixels", &column, sizeof(column), nullptr),
            WARDROBE_OK);
  EXPECT_EQ(static_cast<const uint8_t*>(column.data) + column.count, image + size);
  EXPECT_EQ(wardrobe_read_image(sample.c, nullptr, &size, nullptr), WARDROBE_E_ARGUMENT);
}

}  // namespace
}  // namespace wardrobe
