#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/archive/zstd_frames.h"
#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Reads pictures of an archive like Archive::read_picture, but keeps only what it decompressed
/// last: a few MiB, however many pictures are read. Not thread-safe: each thread has its own.
class PictureReader {
 public:
  /// The archive must outlive the reader.
  explicit PictureReader(const Archive& archive) : archive_(&archive) {}

  const Archive& archive() const { return *archive_; }

  /// Returns the pixels of a picture, which are valid until the next call.
  Result<Bytes> read(uint32_t picture);

 private:
  struct Frame {
    size_t number = 0;
    std::vector<uint8_t> bytes;
  };

  /// Returns the bytes of a frame. Its place in the list is the first from then on.
  Result<Bytes> frame(size_t number);

  const Archive* archive_;
  ZstdDecompressor decompressor_;
  std::vector<Frame> frames_;    ///< those kept; the last one used comes first
  std::vector<uint8_t> joined_;  ///< a picture that lies in several frames
};

/// Fails if one of these pictures is damaged.
Status check_pictures(PictureReader& pictures, std::vector<uint32_t> rows);

}  // namespace wardrobe
