#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "tools/list/text.h"

namespace wardrobe {

/// Writes to stderr, behind all that was printed. Write errors are ignored.
void print_error(const std::string& text);

/// Writes "wardrobe: MESSAGE" to stderr as one line and returns kTrouble.
int fail(std::string_view message);
/// The same for an error: its message, and its position if it has one.
int fail(const Error& error);

/// Where a command prints the summary of what it wrote to `output`: not where that is written.
std::FILE* summary_stream(const std::filesystem::path& output);

/// Prints rows of texts, escaped by printable(), as a table with aligned columns; numbers are
/// aligned to the right.
void print_table(const std::vector<std::string>& header,
                 std::vector<std::vector<std::string>> rows);

}  // namespace wardrobe
