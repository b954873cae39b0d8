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

HugeBuffer::HugeBuffer(size_t size)
    : memory_(static_cast<uint8_t*>(::operator new(size, alignment(size))), Free{size}) {
#ifdef __linux__
  if (size >= kHugePage) ::madvise(begin(), size, MADV_HUGEPAGE);  // If it fails, pages stay small.
#endif
}

void HugeBuffer::Free::operator()(uint8_t* memory) const {
  ::operator delete(memory, alignment(size));
}

}  // namespace wardrobe
