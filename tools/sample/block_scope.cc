#include "tools/sample/block_scope.h"

#include "formats/bytes.h"

namespace wardrobe {

BlockScope::BlockScope(std::vector<uint8_t>& out, std::string_view name)
    : out_(out), start_(out.size()), size_first_(name.size() == 2) {
  ByteWriter writer(out_);
  if (size_first_) writer.u32(0);
  writer.text(name);
  if (!size_first_) writer.u32(0);
}

BlockScope::~BlockScope() {
  const auto size = static_cast<uint32_t>(out_.size() - start_);
  if (size_first_) {
    ByteWriter(out_).patch_u32(start_, size);
  } else {
    ByteWriter(out_).patch_u32_be(start_ + 4, size);
  }
}

}  // namespace wardrobe
