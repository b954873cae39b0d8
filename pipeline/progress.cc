#include "pipeline/progress.h"

#include "pipeline/parallel.h"

namespace wardrobe {

Status Progress::start_stage(uint32_t end) {
  start_ = end_;
  end_ = end;
  items_done_ = 0;
  report(start_);
  return check();
}

Status Progress::finish() {
  report(kTotal);
  return check();
}

Status Progress::check() const {
  if (cancelled_) return Error{ErrorCode::cancelled, kNoOffset, "cancelled"};
  return ok();
}

void Progress::item_done(size_t count) {
  const uint64_t items = ++items_done_;
  report(start_ + static_cast<uint32_t>((end_ - start_) * items / count));
}

/// Does not wait for another thread's report, because a later one supersedes it.
void Progress::report(uint32_t done) {
  if (!report_ || reporting_.test_and_set(std::memory_order_acquire)) return;
  if (done >= least_ && !cancelled_) {
    least_ = done + 1;
    if (!report_(done, kTotal)) cancelled_ = true;
  }
  reporting_.clear(std::memory_order_release);
}

void parallel_for(size_t count, Progress& progress,
                  const std::function<void(size_t item, size_t worker)>& body, size_t loops) {
  parallel_for(count, [&](size_t item, size_t worker) {
    if (progress.cancelled()) return;
    body(item, worker);
    progress.item_done(count * loops);
  });
}

}  // namespace wardrobe
