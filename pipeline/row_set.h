#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/tables.h"

namespace wardrobe {

/// Finds rows of a table by their content. Only the hash of the content is stored here, in a hash
/// table with open addressing and linear probing, at most half full.
class RowSet {
 public:
  /// Returns the row with this hash for which same(row) holds. If there is none, adds and returns
  /// `next`.
  template <class Same>
  uint32_t find_or_add(uint64_t hash, uint32_t next, const Same& same) {
    if (2 * count_ >= slots_.size()) grow();
    Slot& slot = probe(hash, same);
    if (slot.row == kNone) {
      slot = {hash, next};
      ++count_;
    }
    return slot.row;
  }

 private:
  static constexpr size_t kFirstSlots = 64;

  struct Slot {
    uint64_t hash = 0;
    uint32_t row = kNone;
  };

  /// Returns the slot of the row, or the free one where it belongs.
  template <class Same>
  Slot& probe(uint64_t hash, const Same& same) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    while (slots_[at].row != kNone && !(slots_[at].hash == hash && same(slots_[at].row))) {
      at = (at + 1) & mask;
    }
    return slots_[at];
  }

  void grow() {
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kFirstSlots : 4 * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.row != kNone) probe(slot.hash, [](uint32_t) { return false; }) = slot;
    }
  }

  std::vector<Slot> slots_;  ///< their number is a power of two
  size_t count_ = 0;
};

}  // namespace wardrobe
