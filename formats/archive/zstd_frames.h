#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/archive/image.h"
#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// FORMAT.md "The file".
inline constexpr std::array<uint8_t, 8> kFileMagic = {'W', 'A', 'R', 'D', 'R', 'O', 'B', 'E'};
inline constexpr size_t kLeadSize = 40;

/// A compressed frame.
struct ZstdFrame {
  std::vector<uint8_t> bytes;
  uint32_t decompressed_size = 0;
};

struct ZstdFree {
  void operator()(void* context) const;
};

/// What a frame holds.
enum class Content { tables, pixels };

/// Compresses frames. Each frame states its decompressed size and a checksum. Not thread-safe.
class ZstdCompressor {
 public:
  ZstdCompressor();

  /// Compresses `piece` into `frame`, whose memory is reused. `level` is a zstd level. An error if
  /// there is not enough memory.
  Status compress(Bytes piece, int level, ZstdFrame& frame, Content content = Content::pixels);

 private:
  std::unique_ptr<void, ZstdFree> context_;
  std::unique_ptr<uint8_t[]> scratch_;
  size_t scratch_size_ = 0;
};

/// Assembles a file: leading frame, frames in order, seek table.
class FileBuilder {
 public:
  /// Takes the sum of the sizes and the number of the frames that will be added; 0 if not known.
  explicit FileBuilder(size_t bytes = 0, size_t frames = 0);

  void add(const ZstdFrame& frame);
  /// Returns the file. Nothing may be added after this.
  std::vector<uint8_t> finish();

 private:
  std::vector<uint8_t> file_;
  std::vector<uint8_t> seek_entries_;
};

/// The seek table, checked against the file's size. Frame i is bytes file_offset[i] up to
/// file_offset[i + 1] of the file and decompresses to bytes image_offset[i] up to
/// image_offset[i + 1] of the image.
struct SeekTable {
  std::vector<uint64_t> file_offset{kLeadSize};
  std::vector<uint64_t> image_offset{0};
  std::vector<uint32_t> checksum;  ///< low half of the XXH64 of the decompressed bytes

  size_t count() const { return checksum.size(); }
  uint64_t image_size() const { return image_offset.back(); }
  /// Number of bytes that a frame decompresses to.
  uint64_t frame_size(size_t frame) const { return image_offset[frame + 1] - image_offset[frame]; }
  /// Returns the frame that holds the byte at `offset` of the image, which must be less than
  /// image_size().
  size_t frame_of(uint64_t offset) const;
};

/// Whether a file looks like an archive, whole or damaged.
bool looks_like_archive(const ByteSource& file);

/// Reads leading frame and seek table, without decompressing anything.
Result<SeekTable> read_seek_table(const ByteSource& file);

/// Returns an error if the file does not have the hash that its leading frame states.
Status check_file_hash(const ByteSource& file);

struct ZstdFreeDecompressor {
  void operator()(void* context) const;
};

/// Decompresses frames. Not thread-safe.
class ZstdDecompressor {
 public:
  /// Decompresses frame `index` into `out`, which must have frame_size(index) bytes. Checks size
  /// and checksum.
  Status decompress(const ByteSource& file, const SeekTable& frames, size_t index,
                    std::span<uint8_t> out);

 private:
  std::unique_ptr<void, ZstdFreeDecompressor> context_;  ///< null before the first frame
  std::vector<uint8_t> compressed_;
};

}  // namespace wardrobe
