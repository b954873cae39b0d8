#include "pipeline/io/huge_pages.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace wardrobe {
namespace {

constexpr std::align_val_t alignment(size_t size) {
  return std::align_val_t(size < kHugePage ? alignof(std::max_align_t) : kHugePage);
}

}  // namespace

void* allocate_huge(size_t size) {
  void* const memory = ::operator new(size, alignment(size));
#ifdef __linux__
  if (size >= kHugePage) ::madvise(memory, size, MADV_HUGEPAGE);  // If it fails, pages stay small.
#endif
  return memory;
}

void free_huge(void* memory, size_t size) { ::operator delete(memory, alignment(size)); }

}  // namespace wardrobe
