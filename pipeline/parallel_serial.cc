// For WebAssembly, which has no threads.

#include "pipeline/parallel.h"

namespace wardrobe {

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

}  // namespace wardrobe
