#include "pipeline/parallel.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#ifdef WARDROBE_HAS_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <tbb/version.h>
#endif

namespace wardrobe {
#ifdef WARDROBE_HAS_TBB
namespace {

/// Returns the number of threads besides the caller's that can run at once, at most `wanted`.
/// Starts them to find out, because oneTBB ends the process if it cannot start one of its own
/// threads.
size_t startable_threads(size_t wanted) {
  std::mutex started;  // Threads wait until it is unlocked, so that all run at once.
  std::vector<std::thread> threads;
  threads.reserve(wanted);
  {
    const std::lock_guard all_started(started);
    try {
      while (threads.size() < wanted) {
        threads.emplace_back([&] { const std::lock_guard wait(started); });
      }
    } catch (const std::exception&) {  // No more can be started.
    }
  }
  for (std::thread& thread : threads) thread.join();
  return threads.size();
}

}  // namespace

size_t worker_count() { return static_cast<size_t>(tbb::this_task_arena::max_concurrency()); }

void parallel_for(size_t count, const std::function<void(size_t item, size_t worker)>& body) {
  tbb::parallel_for(
      size_t{0}, count,
      [&](size_t item) {
        body(item, static_cast<size_t>(tbb::this_task_arena::current_thread_index()));
      },
      tbb::simple_partitioner());
}

// Nearly twice as many items as workers, so that hardly any worker waits for an earlier item.
size_t most_under_way() { return 2 * worker_count() - 1; }

void parallel_in_order(size_t count, const std::vector<Step>& steps) {
  size_t next = 0;
  tbb::filter<void, size_t> items = tbb::make_filter<void, size_t>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
        if (next == count) flow.stop();
        return next++;
      });
  const auto call = [](const Step& step, size_t item) {
    step(item, static_cast<size_t>(tbb::this_task_arena::current_thread_index()));
    return item;
  };
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    const auto mode = i % 2 == 0 ? tbb::filter_mode::parallel : tbb::filter_mode::serial_in_order;
    items = items & tbb::make_filter<size_t, size_t>(
                        mode, [&call, &step = steps[i]](size_t item) { return call(step, item); });
  }
  tbb::parallel_pipeline(
      most_under_way(),
      items & tbb::make_filter<size_t, void>(tbb::filter_mode::serial_in_order,
                                             [&](size_t item) { call(steps.back(), item); }));
}

void run_with_threads(size_t threads, const std::function<void()>& work) {
  const auto available = static_cast<size_t>(tbb::info::default_concurrency());
  const size_t wanted = threads == 0 ? available : std::min(threads, available);
  tbb::task_arena arena(static_cast<int>(1 + startable_threads(wanted - 1)));
  arena.execute(work);
}

const char* threads_version() { return "oneTBB " TBB_VERSION_STRING; }

#else

size_t worker_count() { return 1; }

void parallel_for(size_t count, const std::function<void(size_t item, size_t worker)>& body) {
  for (size_t item = 0; item < count; ++item) body(item, 0);
}

size_t most_under_way() { return 1; }

void parallel_in_order(size_t count, const std::vector<Step>& steps) {
  for (size_t item = 0; item < count; ++item) {
    for (const Step& step : steps) step(item, 0);
  }
}

void run_with_threads(size_t, const std::function<void()>& work) { work(); }

const char* threads_version() { return "no threads"; }

#endif

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
