#pragma once

#include <memory>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

struct libdeflate_compressor;

namespace wardrobe {

/// Compresses one image after another in the same memory: a compressor takes longer to set up than
/// a small picture to compress. Not thread-safe.
class Deflater {
 public:
  Deflater();

  /// Appends bytes to a file, as a zlib stream. The same version of libdeflate always appends the
  /// same. An error if there is not enough memory.
  Status append(Bytes bytes, std::vector<uint8_t>& file);

 private:
  struct End {
    void operator()(libdeflate_compressor* compressor) const;
  };
  std::unique_ptr<libdeflate_compressor, End> compressor_;  ///< null: not enough memory
};

}  // namespace wardrobe
