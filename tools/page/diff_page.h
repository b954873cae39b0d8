#pragma once

#include <string>

#include "formats/result.h"
#include "tools/page/page_data.h"

namespace wardrobe {

/// A comparison as one HTML page that needs nothing else: page.html with page.css, page.js and the
/// data in it, all of which are part of the program.
Result<std::string> diff_page(const DiffPageInput& input);

}  // namespace wardrobe
