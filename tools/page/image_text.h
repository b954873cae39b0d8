#pragma once

#include <string>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Returns the image of an archive in the form that a page has: deflated, without a header, in
/// base64. Fails if a frame is damaged, or if there is not enough memory.
Result<std::string> image_text(const Archive& archive);

std::string base64(Bytes bytes);

}  // namespace wardrobe
