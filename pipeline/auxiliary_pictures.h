#pragma once

#include <cstdint>
#include <span>

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "formats/costume_parts.h"

namespace wardrobe {

// The pixels of auxiliary pictures are colours of a room, and those of cels of codec 1 are indices
// of AKPL. In archives both are indices of costumes.color, so that all readers treat them alike.

/// Returns costumes.color: AKPL and, with codec 1, the colours that only auxiliary pictures have,
/// as far as there is room. `payload` is that of the AKOS.
Column<uint8_t> colors_with_auxiliary(const AkosTables& tables, Bytes payload);

/// Decodes an auxiliary picture of a costume with this codec to rows of its pixel values. `colors`
/// is costumes.color. `transparent` is the value that the costume's cels do not draw; if the
/// picture has that value, it becomes the highest one that it does not have.
PictureFault decode_auxiliary(Bytes in, size_t width, size_t height, uint8_t codec, Bytes colors,
                              uint8_t& transparent, std::span<uint8_t> out);

}  // namespace wardrobe
