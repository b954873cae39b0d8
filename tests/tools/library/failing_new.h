#pragma once

namespace wardrobe {

// The allocator of a test program, on whose only thread allocations fail.

/// After `place` more allocations the next one fails or, `for_good`, all do.
void fail_allocations(long place, bool for_good);

/// From now on, all allocations succeed. Returns how many failed.
long stop_failing();

}  // namespace wardrobe
