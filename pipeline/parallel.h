#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace wardrobe {

/// Threads for the stages. Only this pair of files uses oneTBB.

/// Returns the number of workers of a parallel_for that is called here. Its `worker` is always
/// below this number.
size_t worker_count();

/// Calls body(item, worker) once for every item below `count`, in parallel and in any order. No two
/// calls with the same `worker` overlap, so each worker can have a buffer of its own. The first
/// exception that a call throws reaches the caller.
void parallel_for(size_t count, const std::function<void(size_t item, size_t worker)>& body);

/// A step of parallel_in_order. A worker is as in parallel_for.
using Step = std::function<void(size_t item, size_t worker)>;

/// Calls all steps, one after the other, for every item below `count`. Steps 0, 2, … are called in
/// parallel; steps 1, 3, … for one item at a time, in order of the items. The last step must be one
/// of these. An item begins only after item - most_under_way() has been through all steps, so that
/// items can share that many buffers.
void parallel_in_order(size_t count, const std::vector<Step>& steps);
/// Returns the most items that a parallel_in_order that is called here works on at once.
size_t most_under_way();

/// Runs `work` with up to `threads` workers, including the caller's thread. 0 means as many as the
/// machine has, which is also the maximum. There are fewer if the system cannot start that many.
void run_with_threads(size_t threads, const std::function<void()>& work);

/// Returns the name and version of the library used.
const char* threads_version();

}  // namespace wardrobe
