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
/// Size of the frames of tables. It is small, so that reading a few rows inflates little.
inline constexpr uint64_t kTableFrameSize = 16 * 1024;
/// A frame of pixels ends with the first picture that takes it past this many bytes.
inline constexpr uint64_t kPixelFrameSize = 256 * 1024;
/// A larger background is split into frames of this size.
inline constexpr uint64_t kBackgroundFrameSize = 4 * 1024 * 1024;

/// Returns the offsets that split the image into frames: frame i has bytes cuts[i] up to
/// cuts[i + 1]. Header and directory come first, then the tables, then each background in frames of
/// its own. Frames of pixels come last; they are split only where a picture ends.
std::vector<uint64_t> cut_frames(const ImageLayout& image,
                                 std::span<const uint64_t> background_offset,
                                 std::span<const uint64_t> pixel_offset);

/// A compressed frame.
struct ZstdFrame {
  std::vector<uint8_t> bytes;
  uint32_t inflated_size = 0;
};

struct ZstdFree {
  void operator()(void* context) const;
};

/// Compresses frames. Each frame states its inflated size and a checksum. Not thread-safe.
class ZstdCompressor {
 public:
  ZstdCompressor();

  /// Compresses `piece` into `frame`, whose memory is reused. `level` is a zstd level. An error if
  /// there is not enough memory.
  Status compress(Bytes piece, int level, ZstdFrame& frame);

 private:
  std::unique_ptr<void, ZstdFree> context_;
  std::vector<uint8_t> scratch_;
};

/// Assembles a file: leading frame, frames in order, seek table.
class FileBuilder {
 public:
  /// `expected_size` need not be exact.
  explicit FileBuilder(size_t expected_size);

  void add(const ZstdFrame& frame);
  /// Returns the file. Nothing may be added after this.
  std::vector<uint8_t> finish();

 private:
  std::vector<uint8_t> file_;
  std::vector<uint8_t> seek_entries_;
};

/// The seek table, checked against the file's size. Frame i is bytes file_offset[i] up to
/// file_offset[i + 1] of the file and inflates to bytes image_offset[i] up to image_offset[i + 1]
/// of the image.
struct SeekTable {
  std::vector<uint64_t> file_offset{kLeadSize};
  std::vector<uint64_t> image_offset{0};
  std::vector<uint32_t> checksum;  ///< low half of the XXH64 of the inflated bytes

  size_t count() const { return checksum.size(); }
  uint64_t image_size() const { return image_offset.back(); }
  uint64_t inflated_size(size_t frame) const {
    return image_offset[frame + 1] - image_offset[frame];
  }
  /// Returns the frame that holds the byte at `offset` of the image, which must be less than
  /// image_size().
  size_t frame_of(uint64_t offset) const;
};

/// Whether a file looks like an archive, whole or damaged.
bool looks_like_archive(const ByteSource& file);

/// Reads leading frame and seek table, without inflating anything.
Result<SeekTable> read_seek_table(const ByteSource& file);

/// Returns an error if the file does not have the hash that its leading frame states.
Status check_file_hash(const ByteSource& file);

struct ZstdFreeInflater {
  void operator()(void* context) const;
};

/// Inflates frames. Not thread-safe.
class ZstdInflater {
 public:
  /// Inflates frame `index` into `out`, which must have the frame's inflated size. Checks size and
  /// checksum.
  Status inflate(const ByteSource& file, const SeekTable& frames, size_t index,
                 std::span<uint8_t> out);

 private:
  std::unique_ptr<void, ZstdFreeInflater> context_;  ///< null before the first frame
  std::vector<uint8_t> compressed_;
};

}  // namespace wardrobe
