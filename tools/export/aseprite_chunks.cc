#include "tools/export/aseprite_chunks.h"

#include <algorithm>
#include <zlib.h>

namespace wardrobe {
namespace {

constexpr unsigned kFrameMagic = 0xF1FA;
constexpr uint32_t kHasText = 1;
/// Places in a frame's header.
constexpr size_t kOldCount = 6;
constexpr size_t kCount = 12;

}  // namespace

void AsepriteChunks::begin_frame(unsigned milliseconds) {
  frame_ = out_.position();
  chunks_ = 0;
  out_.u32(0);
  out_.u16(kFrameMagic);
  out_.u16(0);
  out_.u16(milliseconds);
  out_.u16(0);
  out_.u32(0);
}

void AsepriteChunks::end_frame() {
  out_.patch_u32(frame_, static_cast<uint32_t>(out_.position() - frame_));
  out_.patch_u16(frame_ + kOldCount, std::min(chunks_, 0xFFFFu));
  out_.patch_u32(frame_ + kCount, chunks_);
}

void AsepriteChunks::user_data(std::string_view text) {
  chunk(AsepriteChunk::user_data, [&](ByteWriter& out) {
    out.u32(text.empty() ? 0 : kHasText);
    if (!text.empty()) put_string(out, text);
  });
}

void put_string(ByteWriter& out, std::string_view text) {
  out.u16(static_cast<unsigned>(text.size()));
  out.text(text);
}

Result<std::vector<uint8_t>> deflated(Bytes bytes) {
  uLongf size = compressBound(bytes.size());
  std::vector<uint8_t> out(size);
  if (compress(out.data(), &size, bytes.data(), bytes.size()) != Z_OK) {
    return Error{ErrorCode::limit, kNoOffset, "zlib: out of memory"};
  }
  out.resize(size);
  return out;
}

}  // namespace wardrobe
