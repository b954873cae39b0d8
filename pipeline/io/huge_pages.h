#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wardrobe {

inline constexpr size_t kHugePage = 2 << 20;

/// Asks for huge pages in memory that is aligned to huge pages and not touched yet: the first touch
/// of many small pages can take longer than decoding into them. Does nothing on systems other than
/// Linux.
void use_huge_pages(std::span<uint8_t> memory);

}  // namespace wardrobe
