#include "pipeline/parallel.h"

#include <algorithm>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace wardrobe {

size_t worker_count() { return static_cast<size_t>(tbb::this_task_arena::max_concurrency()); }

void parallel_for(size_t count, const std::function<void(size_t item, size_t worker)>& body) {
  tbb::parallel_for(
      size_t{0}, count,
      [&](size_t item) {
        body(item, static_cast<size_t>(tbb::this_task_arena::current_thread_index()));
      },
      tbb::simple_partitioner());
}

void run_with_threads(size_t threads, const std::function<void()>& work) {
  const auto available = static_cast<size_t>(tbb::info::default_concurrency());
  tbb::task_arena arena(static_cast<int>(threads == 0 ? available : std::min(threads, available)));
  arena.execute(work);
}

}  // namespace wardrobe
