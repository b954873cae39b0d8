#include "formats/bytes.h"

#include <algorithm>

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

}  // namespace wardrobe
