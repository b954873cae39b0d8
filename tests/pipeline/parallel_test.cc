#include "pipeline/parallel.h"

#include <atomic>
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

TEST(ParallelInOrder, TakesEveryItemInOrderAfterItIsMade) {
  for (const size_t threads : {size_t{1}, size_t{2}}) {
    run_with_threads(threads, [] {
      constexpr size_t kItems = 1000;
      std::vector<std::atomic<int>> made(kItems);
      std::vector<size_t> taken;
      parallel_in_order(
          kItems, [&](size_t item, size_t) { ++made[item]; },
          [&](size_t item) {
            EXPECT_EQ(made[item], 1);
            taken.push_back(item);
          });
      ASSERT_EQ(taken.size(), kItems);
      for (size_t item = 0; item < kItems; ++item) EXPECT_EQ(taken[item], item);
    });
  }
}

TEST(ParallelInOrder, PassesOnAnException) {
  const auto work = [] {
    parallel_in_order(
        100, [](size_t, size_t) {},
        [](size_t item) {
          if (item == 50) throw std::runtime_error("at 50");
        });
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
