#include <gtest/gtest.h>

#include "pipeline/container/container.h"

namespace wardrobe {
namespace {

TEST(ZipWriter, RefusesANameThatItHas) {
  std::vector<uint8_t> file;
  ZipWriter zip([&](Bytes bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
    return ok();
  });
  const std::vector<uint8_t> bytes{1, 2, 3};
  EXPECT_TRUE(zip.add("costume-001/a.png", bytes));
  EXPECT_TRUE(zip.add("costume-002/a.png", bytes));
  const size_t size = file.size();
  const Status again = zip.add("costume-001/a.png", bytes);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "two files of the .zip would be costume-001/a.png");
  EXPECT_EQ(file.size(), size);
  EXPECT_TRUE(zip.finish());
}

}  // namespace
}  // namespace wardrobe
