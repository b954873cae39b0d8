#pragma once

namespace wardrobe {

// An allocator for test programs with one thread, which can fail.

/// Lets `place` more allocations succeed. Then one fails or, if `for_good`, all do.
void fail_allocations(long place, bool for_good);

/// Lets all allocations succeed from now on. Returns how many failed.
long stop_failing();

}  // namespace wardrobe
