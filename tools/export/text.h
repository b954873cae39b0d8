#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wardrobe {

/// Text for people, on a terminal or in a page.

/// The text without anything that a terminal would obey: control characters become \xNN.
std::string printable(std::string_view text);

/// "1.5 KiB", "12.3 MiB"; below 1 KiB "17 bytes".
std::string size_text(uint64_t bytes);

/// "1 picture", "2 pictures".
std::string count_text(uint64_t count, std::string_view noun);

}  // namespace wardrobe
