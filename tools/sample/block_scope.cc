#include "tools/sample/block_scope.h"

#include "formats/bytes.h"

namespace wardrobe {

BlockScope::BlockScope(std::vector<uint8_t>& out, std::string_view name)
    : out_(out),
      start_(out.size()),
      style_(name.empty()       ? BlockStyle::nameless
             : name.size() == 2 ? BlockStyle::size_first
                                : BlockStyle::tag_first) {
  ByteWriter writer(out_);
  if (style_ != BlockStyle::tag_first) writer.zeros(4);
  writer.text(name);
  if (style_ == BlockStyle::tag_first) writer.zeros(4);
}

BlockScope::~BlockScope() {
  const auto size = static_cast<uint32_t>(out_.size() - start_);
  ByteWriter writer(out_);
  if (style_ == BlockStyle::nameless) writer.patch_u16(start_, size & 0xFFFF);
  if (style_ == BlockStyle::size_first) writer.patch_u32(start_, size);
  if (style_ == BlockStyle::tag_first) writer.patch_u32_be(start_ + 4, size);
}

}  // namespace wardrobe
