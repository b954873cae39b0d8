#pragma once

#include <string>

#include "formats/result.h"
#include "tools/page/page_data.h"

namespace wardrobe {

/// A comparison as one self-contained HTML page: page.html with the style sheet, the scripts and
/// the data inlined.
Result<std::string> diff_page(const DiffPageInput& input);

}  // namespace wardrobe
