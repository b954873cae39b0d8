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
  costume.index = costume_index(tables, 0, "costume-005", costume.files);
  const std::vector<ExportFile> files = index_files(tables, "pictures", {costume}, 1);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "manifest.json");
  EXPECT_EQ(files[1].name, kExportIndexName);
  const Row index = Row::parse(files[1].bytes);
  EXPECT_EQ(index["files"], Row({"index.json", "manifest.json"}));
  EXPECT_EQ(index["costumes"][0]["files"], Row({"costume-005.png", "costume-005/a.png"}));
}

}  // namespace
}  // namespace wardrobe
