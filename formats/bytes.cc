#include "formats/bytes.h"

#include <array>

#define XXH_INLINE_ALL  // Makes the state a complete type, so that it needs no allocation.
#include <xxhash.h>

namespace wardrobe {
namespace {

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(bytes) {}

  uint64_t size() const override { return bytes_.size(); }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset) {
      return Error{ErrorCode::truncated, bytes_.size(), "the file ends here"};
    }
    std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
    return ok();
  }

 private:
  Bytes bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_memory(Bytes bytes) {
  return std::make_unique<MemorySource>(bytes);
}

uint64_t xxh64(Bytes bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

uint64_t quick_hash(Bytes bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

uint64_t xxh64(Bytes first, Bytes second) {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  XXH64_update(&state, first.data(), first.size());
  XXH64_update(&state, second.data(), second.size());
  return XXH64_digest(&state);
}

uint64_t xxh64_of_pieces(const std::function<Bytes()>& next_piece) {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  for (Bytes piece = next_piece(); !piece.empty(); piece = next_piece()) {
    XXH64_update(&state, piece.data(), piece.size());
  }
  return XXH64_digest(&state);
}

std::map<uint64_t, uint64_t> xxh64_of_zeros(const std::set<uint64_t>& counts) {
  constexpr std::array<uint8_t, 4096> kZeros{};
  std::map<uint64_t, uint64_t> hashes;
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  uint64_t done = 0;
  for (const uint64_t count : counts) {
    while (done < count) {
      const uint64_t size = std::min<uint64_t>(count - done, kZeros.size());
      XXH64_update(&state, kZeros.data(), size);
      done += size;
    }
    hashes[count] = XXH64_digest(&state);
  }
  return hashes;
}

}  // namespace wardrobe
