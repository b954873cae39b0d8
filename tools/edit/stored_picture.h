#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "pipeline/picture_codec.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// A row-major picture as a costume's codec stores it (SCUMM.md §2 "RLE", §6 "Pixels"). The RLE of
/// the same pixels is always the game's own.
std::vector<uint8_t> encode_picture(const PictureCodec& codec, Bytes pixels,
                                    const PictureShape& shape);

/// Bytes that the picture at the start of `data` takes; 0 if it cannot be decoded.
size_t stored_size(const PictureCodec& codec, Bytes data, size_t width, size_t height);

}  // namespace wardrobe
