#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "formats/result.h"

namespace wardrobe {

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

/// Like parallel_for of pipeline/parallel.h, but reports to `progress`, and skips what is left once
/// cancelled. `loops` is the number of such loops in the stage.
void parallel_for(size_t count, Progress& progress,
                  const std::function<void(size_t item, size_t worker)>& body, size_t loops = 1);

}  // namespace wardrobe
