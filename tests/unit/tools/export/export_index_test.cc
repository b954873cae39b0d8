#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "tools/export/costume_files.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

TEST(ExportIndex, ListsWhatItWasMadeOf) {
  Tables tables;
  tables.game.version = {Version::v6};
  tables.costumes.id = {5};
  std::vector<std::pair<std::string, std::string>> given;
  const GiveFile give = [&](const std::string& name, Bytes bytes) {
    given.emplace_back(name, as_text(bytes));
    return ok();
  };
  CostumeFiles files(give);
  ASSERT_TRUE(files.add("costume-005.png", {}));
  const size_t later = files.add_name("costume-005/a.png");
  const size_t last = files.add_name("costume-005/b.png");
  ASSERT_TRUE(files.give(std::vector<size_t>{last, later}, {}));
  CostumeExport costume;
  add_line(index_row(tables, 0, "Pip", "costume-005", files), costume.index);
  for (const auto& [name, hash] : files.list()) add_line(file_row(name, hash), costume.written);
  ASSERT_TRUE(give_index(tables, "pictures", std::vector{costume}, 1, give));
  ASSERT_EQ(given.size(), 5u);
  EXPECT_EQ(given[1].first, "costume-005/b.png");
  EXPECT_EQ(given[3].first, kManifestName);
  EXPECT_EQ(given[4].first, kExportIndexName);
  const std::string_view text = given[4].second;
  const Row index = Row::parse(text);
  ASSERT_EQ(index["files"].size(), 4u);
  EXPECT_EQ(index["files"][1], (Row{{"name", "costume-005/a.png"}, {"xxh64", "ef46db3751d8e999"}}));
  EXPECT_EQ(index["files"][3], file_row(kManifestName, xxh64(bytes_of(given[3].second))));
  const size_t end = text.rfind('\n', text.size() - 2) + 1;
  EXPECT_EQ(text.substr(end), index_end(text.substr(0, end)));
  EXPECT_EQ(index["costumes"][0]["wearer"], "Pip");
  EXPECT_EQ(index["costumes"][0]["files"],
            Row({"costume-005.png", "costume-005/a.png", "costume-005/b.png"}));
}

}  // namespace
}  // namespace wardrobe
