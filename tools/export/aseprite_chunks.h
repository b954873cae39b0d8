#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Kinds of chunks of an .aseprite file.
enum class AsepriteChunk : uint16_t {
  layer = 0x2004,
  cel = 0x2005,
  color_profile = 0x2007,
  tags = 0x2018,
  palette = 0x2019,
  user_data = 0x2020,
  slice = 0x2022,
};

/// Appends frames and chunks of an .aseprite file to `file`, with their sizes and counts.
class AsepriteChunks {
 public:
  explicit AsepriteChunks(std::vector<uint8_t>& file) : out_(file) {}

  void begin_frame(unsigned milliseconds);
  void end_frame();

  /// A chunk, whose data `body(ByteWriter&)` writes.
  template <class Body>
  void chunk(AsepriteChunk kind, Body&& body) {
    const size_t start = out_.position();
    out_.u32(0);
    out_.u16(static_cast<uint16_t>(kind));
    body(out_);
    out_.patch_u32(start, static_cast<uint32_t>(out_.position() - start));
    ++chunks_;
  }

  /// Text that belongs to the tag, layer or cel before it; empty: none.
  void user_data(std::string_view text);

 private:
  ByteWriter out_;
  size_t frame_ = 0;  ///< where it starts
  uint32_t chunks_ = 0;
};

/// A STRING: its length, then its bytes.
void put_string(ByteWriter& out, std::string_view text);

/// The bytes as a zlib stream, the same for one version of zlib.
Result<std::vector<uint8_t>> deflated(Bytes bytes);

}  // namespace wardrobe
