#pragma once

#include <cstdint>

#include "formats/bytes.h"

namespace wardrobe {

/// XXH64 with seed 0, the hash of pictures, frames and files.
uint64_t xxh64(Bytes bytes);
/// The hash of `second` appended to `first`.
uint64_t xxh64(Bytes first, Bytes second);

}  // namespace wardrobe
