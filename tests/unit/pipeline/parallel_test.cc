#include "pipeline/parallel.h"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(Parallel, CallsEveryItemOnceOnAValidWorker) {
  for (const size_t threads : {size_t{0}, size_t{1}, size_t{2}, size_t{100'000}}) {
    run_with_threads(threads, [&] {
      constexpr size_t kItems = 1000;
      const size_t workers = worker_count();
      std::vector<std::atomic<int>> calls(kItems);
      std::atomic<size_t> strangers = 0;
      parallel_for(kItems, [&](size_t item, size_t worker) {
        ++calls[item];
        if (worker >= workers) ++strangers;
      });
      for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
      EXPECT_EQ(strangers, 0u);
      EXPECT_TRUE(threads == 0 || workers <= threads) << workers << " for " << threads;
    });
  }
}

TEST(ParallelInOrder, CallsAllStepsForEveryItemAndSecondOnesInOrder) {
  for (const size_t threads : {size_t{1}, size_t{2}, size_t{8}}) {
    run_with_threads(threads, [] {
      constexpr size_t kItems = 1000;
      std::vector<std::atomic<int>> calls(kItems);
      std::vector<size_t> second;
      std::vector<size_t> last;
      const auto parallel_step = [&](int before) -> Step {
        return [&calls, before](size_t item, size_t worker) {
          EXPECT_EQ(calls[item]++, before);
          EXPECT_LT(worker, worker_count());
        };
      };
      const auto step_in_order = [&](int before, std::vector<size_t>& items) -> Step {
        return [&calls, &items, before](size_t item, size_t) {
          EXPECT_EQ(calls[item]++, before);
          items.push_back(item);
        };
      };
      parallel_in_order(kItems, {parallel_step(0), step_in_order(1, second), parallel_step(2),
                                 step_in_order(3, last)});
      std::vector<size_t> all(kItems);
      std::iota(all.begin(), all.end(), size_t{0});
      EXPECT_EQ(second, all);
      EXPECT_EQ(last, all);
    });
  }
}

TEST(ParallelInOrder, LetsItemsShareAsManyBuffersAsMayBeUnderWay) {
  for (const size_t threads : {size_t{1}, size_t{2}, size_t{8}}) {
    run_with_threads(threads, [] {
      std::vector<std::atomic<int>> users(most_under_way());
      const auto buffer = [&](size_t item) -> std::atomic<int>& {
        return users[item % users.size()];
      };
      parallel_in_order(1000, {[&](size_t item, size_t) { EXPECT_EQ(buffer(item)++, 0); },
                               [&](size_t item, size_t) { EXPECT_EQ(buffer(item)--, 1); }});
    });
  }
}

TEST(ParallelInOrder, PassesOnAnException) {
  const auto work = [] {
    parallel_in_order(100, {[](size_t, size_t) {},
                            [](size_t item, size_t) {
                              if (item == 50) throw std::runtime_error("at 50");
                            }});
  };
  EXPECT_THROW(run_with_threads(2, work), std::runtime_error);
}

TEST(Parallel, LimitsThreadsOnlyWithinTheWork) {
  const size_t before = worker_count();
  run_with_threads(1, [] { EXPECT_EQ(worker_count(), 1u); });
  EXPECT_EQ(worker_count(), before);
}

TEST(Parallel, PassesOnAnException) {
  const auto work = [] {
    parallel_for(100, [](size_t item, size_t) {
      if (item == 50) throw std::runtime_error("at 50");
    });
  };
  EXPECT_THROW(run_with_threads(2, work), std::runtime_error);
}

}  // namespace
}  // namespace wardrobe
