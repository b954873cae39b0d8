#pragma once

#include <string_view>

namespace wardrobe {

/// Highway's name for the SIMD target that the kernels run on: the best one that this machine
/// supports, unless hwy::SetSupportedTargetsForTest selected another.
std::string_view kernel_target();

}  // namespace wardrobe
