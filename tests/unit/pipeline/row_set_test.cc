#include "pipeline/row_set.h"

#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

/// A set of distinct numbers as rows. A number's hash is the number modulo `hashes`, so that hashes
/// collide.
class Numbers {
 public:
  explicit Numbers(uint64_t hashes) : hashes_(hashes) {}

  uint32_t add(uint64_t number) {
    const auto next = static_cast<uint32_t>(numbers_.size());
    const uint32_t row = set_.find_or_add(
        number % hashes_, next, [&](uint32_t known) { return numbers_[known] == number; });
    if (row == next) numbers_.push_back(number);
    return row;
  }
  size_t size() const { return numbers_.size(); }

 private:
  uint64_t hashes_;
  RowSet set_;
  std::vector<uint64_t> numbers_;
};

TEST(RowSet, FindsRowsHoweverManyThereAreAndHoweverTheyCollide) {
  for (const uint64_t hashes : {1u, 7u, 1u << 30}) {
    Numbers numbers(hashes);
    for (int time = 0; time < 2; ++time) {
      for (uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(numbers.add(uint64_t{i} << 6), i) << hashes;
    }
    EXPECT_EQ(numbers.size(), 1000u);
  }
}

TEST(RowSet, ComparesOnlyRowsOfTheSameHash) {
  RowSet set;
  const auto never = [](uint32_t) {
    ADD_FAILURE() << "compared";
    return true;
  };
  for (uint32_t row = 0; row < 30; ++row) {
    EXPECT_EQ(set.find_or_add(uint64_t{row} << 32, row, never), row) << "one slot, other hashes";
  }
}

}  // namespace
}  // namespace wardrobe
