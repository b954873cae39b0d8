#include "kernels/target.h"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <hwy/tests/hwy_gtest.h>

namespace wardrobe {
namespace {

class Target : public hwy::TestWithParamTarget {};
HWY_TARGET_INSTANTIATE_TEST_SUITE_P(Target);

// Without this test, tests that claim to run on one target could all run on another.
TEST_P(Target, IsTheOneThatATestSelects) {
  EXPECT_EQ(kernel_target(), hwy::TargetName(GetParam()));
}

/// Returns the targets on which a suite runs. The names of its tests end with the target's name.
std::set<std::string> targets_of(const testing::TestSuite& suite) {
  std::set<std::string> targets;
  for (int i = 0; i < suite.total_test_count(); ++i) {
    const testing::TestInfo& test = *suite.GetTestInfo(i);
    if (test.value_param() == nullptr) continue;
    const std::string name = test.name();
    targets.insert(name.substr(name.rfind('/') + 1));
  }
  return targets;
}

// Fails if the compiler or the build leaves out the best target of this machine. Its kernels would
// be neither tested nor used.
TEST(Targets, OfEveryTestIncludeTheBestOfThisMachine) {
  const int64_t usable =
      hwy::SupportedTargets() & ~int64_t{HWY_DISABLED_TARGETS} & ~int64_t{HWY_BROKEN_TARGETS};
  const std::string best = hwy::TargetName(usable & -usable);
  int suites = 0;
  for (int i = 0; i < testing::UnitTest::GetInstance()->total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *testing::UnitTest::GetInstance()->GetTestSuite(i);
    const std::set<std::string> targets = targets_of(suite);
    if (targets.empty()) continue;
    ++suites;
    EXPECT_TRUE(targets.count(best) != 0) << suite.name() << " does not run on " << best;
  }
  EXPECT_EQ(suites, 4);  // Blit, Codecs, Target and Transpose
}

}  // namespace
}  // namespace wardrobe
