#pragma once

#include <string>

#include "formats/bytes.h"

namespace wardrobe {

void append_base64(Bytes bytes, std::string& text);

}  // namespace wardrobe
