#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe::sample {

// The files of art/, which README.md describes. They are part of the program, so that a mistake in
// one is a bug: these functions throw std::runtime_error, which names file and line.

/// The bytes of a file.
Bytes art_file(std::string_view name);

/// An indexed PNG.
struct Sheet {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> pixels;  ///< row-major
  std::vector<uint8_t> rgb;     ///< 256 colours, 3 bytes each; black past those of the file
};

Sheet read_sheet(std::string_view name);

/// The value of a decimal number.
int to_number(std::string_view text);

/// The words of a line, which are taken one by one.
class Line {
 public:
  explicit Line(std::string_view text) : left_(text) {}

  bool done();  ///< no word is left
  std::string_view word();
  int number() { return to_number(word()); }
  void expect(std::string_view word);

 private:
  std::string_view left_;
};

/// Visits each line of a table that has words. What follows a # is a comment.
void read_table(std::string_view name, const std::function<void(Line&)>& visit);

}  // namespace wardrobe::sample
