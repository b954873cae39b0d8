#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

/// Threads for the stages. Only this pair of files uses oneTBB. Without oneTBB, as in WebAssembly,
/// there is one worker.

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

/// Called from any thread, but never concurrently. `done`, out of `total`, never falls. Returning
/// false cancels.
using ProgressReport = std::function<bool(uint32_t done, uint32_t total)>;

/// Progress through the stages of packing a game, and cancellation. WebAssembly has no exceptions,
/// so a stage that is cancelled ends early with an incomplete result, and start_stage() or finish()
/// tells.
class Progress {
 public:
  static constexpr uint32_t kTotal = 1000;

  explicit Progress(ProgressReport report = {}) : report_(std::move(report)) {}

  /// Ends the current stage and starts the next, which ends at `end` of kTotal. An error if
  /// cancelled.
  Status start_stage(uint32_t end);
  /// Reports that all is done. An error if cancelled.
  Status finish();

  /// Notes that one more of the stage's `count` items is done. Called from any thread.
  void item_done(size_t count);
  bool cancelled() const { return cancelled_; }
  /// An error if cancelled.
  Status check() const;

 private:
  void report(uint32_t done);

  ProgressReport report_;
  uint32_t start_ = 0;  ///< of the stage
  uint32_t end_ = 0;    ///< of the stage
  std::atomic<size_t> items_done_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::atomic_flag reporting_;
  uint32_t least_ = 0;  ///< the lowest value that has not been reported
};

/// Like the other parallel_for, but reports to `progress`, and skips what is left once
/// cancelled. `loops` is the number of such loops in the stage.
void parallel_for(size_t count, Progress& progress,
                  const std::function<void(size_t item, size_t worker)>& body, size_t loops = 1);

}  // namespace wardrobe
