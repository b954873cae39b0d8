#include "tools/print.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/core.h>

#include "tools/command.h"

namespace wardrobe {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos;
}

/// Columns of a text, as far as bytes of UTF-8 tell.
size_t display_width(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

void print_error(const std::string& text) { std::fputs(text.c_str(), stderr); }

int trouble(std::string_view message) {
  print_error("wardrobe: " + printable(message) + "\n");
  return kTrouble;
}

std::string describe(std::string_view file, const Error& error) {
  std::string text = fmt::format("{}: {}", file, error.message);
  if (error.offset != kNoOffset) text += fmt::format(" (at byte {})", error.offset);
  return text;
}

std::string size_text(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  constexpr std::array kUnits = {"KiB", "MiB", "GiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string count_text(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_table(const std::vector<std::string>& header,
                 const std::vector<std::vector<std::string>>& rows) {
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
    fmt::print("{}\n", printable(line));
  };
  print_row(header);
  for (const auto& row : rows) print_row(row);
}

}  // namespace wardrobe
