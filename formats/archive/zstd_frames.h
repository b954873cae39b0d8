#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/archive/image.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// FORMAT.md "The file".
inline constexpr std::array<uint8_t, 8> kFileMagic = {'W', 'A', 'R', 'D', 'R', 'O', 'B', 'E'};
inline constexpr size_t kLeadSize = 40;
/// A frame ends at the first cut after this many bytes of the image …
inline constexpr uint64_t kFrameSize = 256 * 1024;
/// … and never inflates to more than this.
inline constexpr uint64_t kMaxFrameSize = 8 * 1024 * 1024;

/// Where the image is cut into frames: frame i holds bytes cuts[i] up to cuts[i + 1]. Header and
/// directory come first, then the tables, then pixels, cut only where a picture ends.
std::vector<uint64_t> cut_frames(const Image& image, const Column<uint64_t>& pixel_offset);

/// A compressed frame.
struct ZstdFrame {
  std::vector<uint8_t> bytes;
  uint32_t inflated_size = 0;
};

struct ZstdFree {
  void operator()(void* context) const;
};

/// Compresses frames, each with its size and a checksum in it. Not thread-safe.
class FrameCompressor {
 public:
  FrameCompressor();

  /// Compresses `piece` into `frame`, whose memory is reused. `level` is one of zstd's. An error if
  /// there is not enough memory.
  Status compress(Bytes piece, int level, ZstdFrame& frame);

 private:
  std::unique_ptr<void, ZstdFree> context_;
  std::vector<uint8_t> scratch_;
};

/// The whole file: leading frame, `frames`, seek table.
std::vector<uint8_t> build_file(std::span<const ZstdFrame> frames);

/// The seek table, checked against the file's size. Frame i is bytes file_offset[i] up to
/// file_offset[i + 1] of the file and inflates to bytes image_offset[i] up to image_offset[i + 1]
/// of the image.
struct FrameTable {
  std::vector<uint64_t> file_offset{kLeadSize};
  std::vector<uint64_t> image_offset{0};
  std::vector<uint32_t> checksum;  ///< low half of the XXH64 of the inflated bytes

  size_t count() const { return checksum.size(); }
  uint64_t image_size() const { return image_offset.back(); }
};

/// Whether a file looks like an archive, whole or damaged.
bool looks_like_archive(Bytes file);

/// Reads leading frame and seek table, without inflating anything.
Result<FrameTable> read_frame_table(Bytes file);

/// Whether the file has the hash that its leading frame states. Requires at least kLeadSize bytes.
bool file_hash_matches(Bytes file);

/// Inflates frame `index` into `out` and checks its size and checksum.
Status inflate_frame(Bytes file, const FrameTable& frames, size_t index, std::vector<uint8_t>& out);

}  // namespace wardrobe
