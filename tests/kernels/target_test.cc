#include "kernels/target.h"

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

namespace wardrobe {
namespace {

class Target : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Target);

// Without this, tests that say they run on a target could all run on another.
TEST_P(Target, IsTheOneThatATestAsksFor) {
  EXPECT_EQ(kernel_target(), hwy::TargetName(GetParam()));
}

}  // namespace
}  // namespace wardrobe
