#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/render/open_archive.h"

namespace wardrobe {

/// The pixels of some pictures of an archive, which must outlive it.
class PicturePixels {
 public:
  /// An error if one of `rows`, rows of Pictures, cannot be read.
  static Result<PicturePixels> read(const OpenArchive& open, std::span<const uint32_t> rows);

  Bytes operator()(uint32_t row) const { return pixels_.at(row); }

 private:
  std::unordered_map<uint32_t, Bytes> pixels_;
};

}  // namespace wardrobe
