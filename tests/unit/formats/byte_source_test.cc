#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"

namespace wardrobe {
namespace {

TEST(MemorySource, ReadsNothingPastItsEnd) {
  const std::vector<uint8_t> bytes = {4, 5, 6, 7};
  const auto source = open_memory(bytes);
  std::vector<uint8_t> out(2);
  ASSERT_TRUE(source->read(2, out));
  EXPECT_EQ(out, (std::vector<uint8_t>{6, 7}));
  EXPECT_FALSE(source->read(3, out));
  EXPECT_FALSE(source->read(~uint64_t{0}, out));
}

}  // namespace
}  // namespace wardrobe
