#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "formats/bytes.h"

namespace wardrobe {

/// XXH64 with seed 0, the hash of pictures, frames and files.
uint64_t xxh64(Bytes bytes);
/// XXH3: faster, for tables in memory only; archives hold XXH64.
uint64_t quick_hash(Bytes bytes);
/// The XXH64 of `second` appended to `first`.
uint64_t xxh64(Bytes first, Bytes second);
/// The XXH64 of consecutive pieces, which next_piece() returns one by one; an empty one ends them.
uint64_t xxh64_of_pieces(const std::function<Bytes()>& next_piece);
/// For each count, the XXH64 of that many zero bytes. Takes no longer than the highest count alone.
std::map<uint64_t, uint64_t> xxh64_of_zeros(const std::set<uint64_t>& counts);

}  // namespace wardrobe
