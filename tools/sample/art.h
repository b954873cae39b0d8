#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe::sample {

// The files of art/ are compiled into the program; README.md describes them. A mistake in a file is
// therefore a bug: these functions throw std::runtime_error with file and line.

/// The bytes of a file.
Bytes art_file(std::string_view name);

/// An indexed PNG.
struct Sheet {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> pixels;  ///< row-major
  std::vector<uint8_t> rgb;     ///< 256 colours, 3 bytes each; black past the last one of the file
};

Sheet read_sheet(const std::string& name);

/// A strip of a z-plane, one byte a row, from the 8 columns of a sheet: pixels other than 0 hide.
std::vector<uint8_t> mask_of(const Sheet& sheet, size_t strip);
/// The same encoded; no bytes if the strip hides nothing.
std::vector<uint8_t> encoded_mask(const Sheet& sheet, size_t strip);

/// Calls visit(line) for each non-empty line of a table. `visit` must extract all words of the
/// line. A # starts a comment.
void read_table(const std::string& name, const std::function<void(std::istream&)>& visit);

/// Whether the line has no more words.
inline bool done(std::istream& line) { return line.eof() || (line >> std::ws).eof(); }

/// Extracts the next word: text or a number.
template <class Word>
Word next(std::istream& line) {
  Word word;
  if (!(line >> word)) throw std::runtime_error("a word is missing or is not a number");
  return word;
}

/// Extracts the next word, which must be `word`.
void expect(std::istream& line, std::string_view word);

}  // namespace wardrobe::sample
