#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/bytes.h"

namespace wardrobe {

/// Text for terminals and pages.

/// The first character of a nonempty text.
struct Character {
  std::string_view bytes;
  char32_t code = 0;
  bool valid = true;  ///< false: `bytes` is a single byte that is not part of a UTF-8 sequence
};
Character first_character(std::string_view text);

/// The start of a text, up to the first character that is not printable ASCII.
std::string_view plain_start(std::string_view text);

/// Whether a character controls the terminal or reorders text: C0, DEL, C1 and bidi controls.
bool is_control(char32_t code);

/// The text, safe to print: control characters (is_control) become \xNN or \uNNNN, and bytes that
/// are not UTF-8 become \xNN.
std::string printable(std::string_view text);

/// Two hexadecimal digits per byte.
std::string hex_text(Bytes bytes, std::string_view between = "");

/// "1.5 KiB", "12.3 MiB"; "17 bytes" below 1 KiB.
std::string size_text(uint64_t bytes);

/// "1 picture", "2 pictures".
std::string count_text(uint64_t count, std::string_view noun);

}  // namespace wardrobe
