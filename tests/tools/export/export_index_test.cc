#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tools/export/costume_files.h"

namespace wardrobe {
namespace {

TEST(ExportIndex, ListsWhatItWasMadeOf) {
  Tables tables;
  tables.game.version = {Version::v6};
  tables.costumes.id = {5};
  CostumeExport costume;
  costume.files = {{"costume-005.png", {}}, {"costume-005/a.png", {}}};
  costume.pictures = Row::array();
  add_index(tables, 0, "costume-005", costume);
  const std::vector<ExportFile> files = index_files(tables, "pictures", {costume}, 1);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "manifest.json");
  EXPECT_EQ(files[1].name, kExportIndexName);
  const Row index = Row::parse(files[1].bytes);
  ASSERT_EQ(index["files"].size(), 3u);
  EXPECT_EQ(index["files"][1], (Row{{"name", "costume-005/a.png"}, {"xxh64", "ef46db3751d8e999"}}));
  EXPECT_EQ(index["files"][2], file_row("manifest.json", files[0].bytes));
  const std::string_view text = as_text(files[1].bytes);
  const size_t end = text.rfind('\n', text.size() - 2) + 1;
  EXPECT_EQ(text.substr(end), index_end(text.substr(0, end)));
  EXPECT_EQ(index["costumes"][0]["files"], Row({"costume-005.png", "costume-005/a.png"}));
}

}  // namespace
}  // namespace wardrobe
