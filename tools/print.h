#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

/// The text without what a terminal would obey: control characters become \xNN.
std::string printable(std::string_view text);

/// Writes to stderr; that this fails is nobody's business.
void print_error(const std::string& text);

/// Writes "wardrobe: MESSAGE" to stderr as one line and returns the exit status for trouble.
int trouble(std::string_view message);

/// FILE: message (at byte N).
std::string describe(std::string_view file, const Error& error);

/// 1.5 KiB, 12.3 MiB; below 1 KiB: 17 bytes.
std::string size_text(uint64_t bytes);

/// "1 picture", "2 pictures".
std::string count_text(uint64_t count, std::string_view noun);

/// Prints rows of texts as a table: columns aligned, numbers to the right.
void print_table(const std::vector<std::string>& header,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace wardrobe
