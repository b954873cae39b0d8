#include "pipeline/io/huge_pages.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace wardrobe {

#ifdef __linux__
void use_huge_pages(std::span<uint8_t> memory) {
  ::madvise(memory.data(), memory.size(), MADV_HUGEPAGE);  // If it fails, pages stay small.
}
#else
void use_huge_pages(std::span<uint8_t>) {}
#endif

}  // namespace wardrobe
