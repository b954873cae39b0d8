#pragma once

#include <cstdint>
#include <functional>

#include "formats/bytes.h"

namespace wardrobe {

/// XXH64 with seed 0, the hash of pictures, frames and files.
uint64_t xxh64(Bytes bytes);
/// The hash of `second` appended to `first`.
uint64_t xxh64(Bytes first, Bytes second);
/// The hash of pieces one after the other; an empty one is the end.
uint64_t xxh64_of_pieces(const std::function<Bytes()>& next_piece);

}  // namespace wardrobe
