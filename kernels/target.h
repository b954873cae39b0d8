#pragma once

#include <string_view>

namespace wardrobe {

/// The name that Highway gives to the SIMD target which the kernels run on: the best that this
/// machine has, unless hwy::SetSupportedTargetsForTest asked for another.
std::string_view kernel_target();

}  // namespace wardrobe
