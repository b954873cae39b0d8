#include "kernels/target.h"

#include <cstdint>

#include <hwy/nanobenchmark.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/target.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wardrobe {

HWY_EXPORT(target_name);

std::string_view kernel_target() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace wardrobe

// Stands in for a function of Highway's shared library, which calls it when it is loaded, for a
// timer that is not used here. That takes 4 ms, more than the rest of a program's start.
uint64_t hwy::platform::TimerResolution() { return 1; }
#endif
