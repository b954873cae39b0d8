#pragma once

#include <string>

#include "tools/render/open_archive.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {

/// The JSON object that `info` prints about an archive.
Row info_row(const std::string& name, const OpenArchive& open);

}  // namespace wardrobe
