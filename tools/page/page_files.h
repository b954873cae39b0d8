#pragma once

#include <string_view>

namespace wardrobe {

/// page.html, page.css and the scripts, one after another, compiled into the program.
extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageScript;

}  // namespace wardrobe
