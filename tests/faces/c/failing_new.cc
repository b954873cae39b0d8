#include "tests/faces/c/failing_new.h"

#include <cstdlib>
#include <new>

namespace wardrobe {
namespace {

constexpr long kNever = -1;
long allocations_left = kNever;  // allocations that still succeed before one fails
bool fails_for_good = false;
long failed = 0;

bool allocation_fails() {
  if (allocations_left == kNever) return false;
  if (allocations_left > 0) {
    --allocations_left;
    return false;
  }
  if (!fails_for_good) allocations_left = kNever;
  ++failed;
  return true;
}

void* allocated(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void fail_allocations(long place, bool for_good) {
  failed = 0;
  fails_for_good = for_good;
  allocations_left = place;
}

long stop_failing() {
  allocations_left = kNever;
  return failed;
}

}  // namespace wardrobe

void* operator new(size_t size) {
  return wardrobe::allocated(wardrobe::allocation_fails() ? nullptr : std::malloc(size));
}
void* operator new(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  const size_t whole = (size + unit - 1) / unit * unit;
  return wardrobe::allocated(wardrobe::allocation_fails() ? nullptr
                                                          : std::aligned_alloc(unit, whole));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
