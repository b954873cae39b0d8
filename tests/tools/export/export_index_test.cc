#include "tools/export/export_index.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

Result<std::vector<std::string>> listed(std::string_view json) {
  return listed_files({reinterpret_cast<const uint8_t*>(json.data()), json.size()});
}

TEST(ExportIndex, ListsWhatItWasMadeOf) {
  Tables tables;
  tables.game.version = {6};
  tables.costumes.id = {5};
  CostumeExport costume;
  costume.files = {{"costume-005.png", {}}, {"costume-005/a.png", {}}};
  costume.index = costume_index(tables, 0, "costume-005", costume.files);
  const std::vector<ExportFile> files = index_files(tables, ExportFormat::pictures, {costume});
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "manifest.json");
  EXPECT_EQ(files[1].name, kIndexName);
  const std::vector<std::string> expected = {"index.json", "manifest.json", "costume-005.png",
                                             "costume-005/a.png"};
  EXPECT_EQ(*listed_files(files[1].bytes), expected);
}

TEST(ExportIndex, ForeignFilesAreNoIndex) {
  for (const char* json : {"", "{", "[]", "7", "null", "{\"app\": 7}", "{\"app\": \"other\"}"}) {
    EXPECT_FALSE(listed(json)) << json;
  }
}

TEST(ExportIndex, NothingOutsideOfTheFolderIsListed) {
  for (const char* name : {"../a", "/a", "a/../../b", "..", ""}) {
    const std::string json = R"({"app":"wardrobe","files":[")" + std::string(name) + "\"]}";
    EXPECT_FALSE(listed(json)) << name;
  }
}

TEST(ExportIndex, SurvivesValuesOfOtherTypes) {
  for (const char* json :
       {R"({"app":"wardrobe","files":7,"costumes":"x"})",
        R"({"app":"wardrobe","files":[7,null],"costumes":[7,{"files":[[]]},{"files":3}]})"}) {
    ASSERT_TRUE(listed(json)) << json;
    EXPECT_TRUE(listed(json)->empty()) << json;
  }
}

}  // namespace
}  // namespace wardrobe
