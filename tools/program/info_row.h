#pragma once

#include <string>

#include "tools/render/render.h"
#include "tools/rows/rows.h"

namespace wardrobe {

/// The JSON object that `info` prints about an archive.
Row info_row(const std::string& name, const OpenArchive& open);

}  // namespace wardrobe
