#include <malloc.h>

#include <gtest/gtest.h>

#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Returns the number of allocated bytes, including those of blocks that have mappings of their
/// own.
size_t allocated() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(Load, TenThousandPacksInOneProcessLeaveNothingBehind) {
  constexpr int kPacks = 10000;
  constexpr int kWarmUp = 100;
  const TestGame game = test_game(Version::v6);
  const GameInput input = game.input();
  const std::vector<uint8_t> first = pack_game(input, {.level = 1})->file;
  size_t before = 0;
  for (int i = 0; i < kPacks; ++i) {
    if (i == kWarmUp) before = allocated();
    const Result<Packed> packed = pack_game(input, {.level = 1});
    ASSERT_TRUE(packed && packed->file == first) << i;
  }
  const size_t after = allocated();
  constexpr size_t kSlack = 256 << 10;  // Each thread keeps a little memory.
  EXPECT_LT(after, before + kSlack);
}

}  // namespace
}  // namespace wardrobe
