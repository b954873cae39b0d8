#pragma once

#include <string>

#include "tools/list/rows.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The JSON object that `info` prints about an archive.
Row info_row(const std::string& name, const OpenArchive& open);

}  // namespace wardrobe
