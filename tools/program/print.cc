#include "tools/program/print.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/core.h>

#include "tools/program/command.h"
#include "tools/program/input.h"

namespace wardrobe {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos;
}

/// The number of columns of a text, estimated from its UTF-8 bytes.
size_t display_width(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void print_error(const std::string& text) {
  std::fflush(stdout);  // Where both are one file, the lines must have their order.
  std::fputs(text.c_str(), stderr);
}

int fail(std::string_view message) {
  print_error("wardrobe: " + printable(message) + "\n");
  return kTrouble;
}

int fail(const Error& error) { return fail(text_of(error)); }

std::FILE* summary_stream(const std::filesystem::path& output) {
  return is_stream(output) ? stderr : stdout;
}

void print_table(const std::vector<std::string>& header,
                 std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = printable(cell);
  }
  std::vector<size_t> width(header.size());
  std::vector<bool> right(header.size(), !rows.empty());
  for (size_t c = 0; c < header.size(); ++c) {
    width[c] = display_width(header[c]);
    for (const auto& row : rows) {
      width[c] = std::max(width[c], display_width(row[c]));
      right[c] = right[c] && (is_number(row[c]) || row[c] == "-");
    }
  }
  const auto print_row = [&](const std::vector<std::string>& row) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string padding(width[c] - display_width(row[c]), ' ');
      if (c > 0) line += "  ";
      line += right[c] ? padding + row[c] : row[c] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  };
  print_row(header);
  for (const auto& row : rows) print_row(row);
}

}  // namespace wardrobe
