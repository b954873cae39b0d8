#pragma once

#include <string_view>

namespace wardrobe {

/// page.html with the style sheets and scripts in it (bundle.cmake); the data belong where it says
/// @DATA@.
extern const std::string_view kPageText;

}  // namespace wardrobe
