#include "formats/hash.h"

#include <memory>

#include <xxhash.h>

namespace wardrobe {

uint64_t xxh64(Bytes bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

uint64_t xxh64(Bytes first, Bytes second) {
  const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> state(XXH64_createState(),
                                                                         XXH64_freeState);
  XXH64_reset(state.get(), 0);
  XXH64_update(state.get(), first.data(), first.size());
  XXH64_update(state.get(), second.data(), second.size());
  return XXH64_digest(state.get());
}

}  // namespace wardrobe
