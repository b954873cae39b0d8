#pragma once

/// For #if, in code that is compiled once per target, after <hwy/highway.h>. Whether the target has
/// vectors of a fixed size of at least 16 bytes. Targets without them run the reference: SCALAR,
/// EMU128 (a loop for every operation), and targets such as RVV, whose vectors cannot be stored in
/// arrays or classes. SVE has the same limitation, but SVE machines run NEON: see CMakeLists.txt.
#define WARDROBE_HAVE_VECTORS \
  (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && !HWY_HAVE_SCALABLE)
