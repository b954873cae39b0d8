#pragma once

#include <string>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Appends the image of an archive in the form that a page has: deflated, without a header, in
/// base64. Fails if a frame is damaged, or if there is not enough memory.
Status append_image(const Archive& archive, std::string& text);

void append_base64(Bytes bytes, std::string& text);

}  // namespace wardrobe
