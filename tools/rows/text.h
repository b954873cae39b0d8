#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/bytes.h"

namespace wardrobe {

/// Text for terminals and pages.

/// A character that controls the terminal or reorders text (C0, DEL, C1 and bidi controls), or a
/// byte that is not part of a UTF-8 sequence.
struct UnsafeCharacter {
  uint32_t code;
  bool valid;  ///< false: `code` is such a byte
};

/// The text, with escape(character) in place of each unsafe character.
std::string escaped(std::string_view text, std::string (*escape)(UnsafeCharacter));

/// The text, safe to print: control characters become \xNN or \uNNNN, and bytes that are not UTF-8
/// become \xNN.
std::string printable(std::string_view text);

/// The text as UTF-8, in which different texts stay different: a byte that is not UTF-8 becomes the
/// private character U+F700 + byte, and so does each byte of these characters themselves.
std::string as_utf8(std::string_view text);

/// Two hexadecimal digits per byte.
std::string hex_text(Bytes bytes, std::string_view between = "");

/// "1.5 KiB", "12.3 MiB"; "17 bytes" below 1 KiB.
std::string size_text(uint64_t bytes);

/// "1 picture", "2 pictures".
std::string count_text(uint64_t count, std::string_view noun);

}  // namespace wardrobe
