#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "tools/diff/diff.h"
#include "tools/diff/picture_key.h"
#include "tools/export/json_rows.h"

namespace wardrobe {

/// The pictures and palettes of a page: each distinct one once, numbered in the order of addition.
class PictureStore {
 public:
  /// The number of a picture. If it cannot be read, status() says why.
  size_t add(const DiffInput& input, uint32_t picture);
  /// The number of a palette, 6 hexadecimal digits a colour.
  size_t add_palette(const std::string& colors);

  const Status& status() const { return status_; }
  const Row& pictures() const { return pictures_; }
  const Row& palettes() const { return palettes_; }

 private:
  std::map<PictureKey, size_t> number_;
  std::map<std::string, size_t> palette_number_;
  Row pictures_ = Row::array();
  Row palettes_ = Row::array();
  std::vector<uint8_t> pixels_;
  Status status_ = ok();
};

/// Run-length encodes pixels: pairs of a value and the run's length minus 1.
std::vector<uint8_t> runs_of(Bytes pixels);

std::string base64(Bytes bytes);

}  // namespace wardrobe
