#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace wardrobe {

inline constexpr size_t kHugePage = 2 << 20;

/// Memory for HugeBuffer.
void* allocate_huge(size_t size);
void free_huge(void* memory, size_t size);

/// What a HugeBuffer allocates with.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}

  T* allocate(size_t count) { return static_cast<T*>(allocate_huge(count * sizeof(T))); }
  void deallocate(T* memory, size_t count) { free_huge(memory, count * sizeof(T)); }
  /// Leaves elements without a value uninitialised.
  template <class U, class... Value>
  void construct(U* at, Value&&... value) {
    if constexpr (sizeof...(Value) > 0) ::new (at) U(std::forward<Value>(value)...);
  }
  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }
};

/// Bytes that are about to be written: growing leaves new ones uninitialised. A buffer of
/// kHugePage bytes or more is in huge pages, if the system has them (Linux): the first touch of
/// many small pages can take longer than decoding into them.
using HugeBuffer = std::vector<uint8_t, HugePageAllocator<uint8_t>>;

}  // namespace wardrobe
