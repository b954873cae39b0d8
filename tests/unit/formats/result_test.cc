#include "formats/result.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  Result<int> value = 7;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 7);
  const Result<int> error = Error{ErrorCode::limit, 3, "too large"};
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().code, ErrorCode::limit);
}

TEST(ResultDeathTest, EndsTheProgramWhenAskedForWhatItDoesNotHold) {
  const Result<std::string> error = Error{};
  const Result<std::string> value = std::string("fine");
  EXPECT_DEATH((void)error->size(), "");
  EXPECT_DEATH((void)(*error).size(), "");
  EXPECT_DEATH((void)value.error().offset, "");
}

TEST(Describe, NamesThePlaceIfThereIsOne) {
  EXPECT_EQ(describe("a.bin", {ErrorCode::io, 12, "bad"}), "a.bin: bad (at byte 12)");
  EXPECT_EQ(describe("a.bin", {ErrorCode::io, kNoOffset, "bad"}), "a.bin: bad");
}

}  // namespace
}  // namespace wardrobe
