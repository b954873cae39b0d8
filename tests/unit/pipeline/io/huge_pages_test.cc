#include <utility>

#include <gtest/gtest.h>

#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

TEST(HugeBuffer, IsEmptyOnceItHasMoved) {
  for (const size_t size : {size_t{100}, kHugePage}) {
    HugeBuffer from(size);
    from.begin()[size - 1] = 7;
    const HugeBuffer to = std::move(from);
    EXPECT_EQ(to.size(), size);
    EXPECT_EQ(to.begin()[size - 1], 7);
    EXPECT_EQ(from.size(), 0u);  // NOLINT(bugprone-use-after-move): what this test is about
    EXPECT_EQ(from.begin(), from.end());
  }
}

}  // namespace
}  // namespace wardrobe
