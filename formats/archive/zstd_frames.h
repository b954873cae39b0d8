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
/// A frame is closed at the first cut behind this many bytes of the image …
inline constexpr uint64_t kFrameSize = 256 * 1024;
/// … and none inflates to more than this.
inline constexpr uint64_t kMaxFrameSize = 8 * 1024 * 1024;

/// Where the image is cut into frames: frame i holds bytes cuts[i] up to cuts[i + 1]. First header
/// and directory, then the tables, then pixels, cut where a picture ends.
std::vector<uint64_t> cut_frames(const Image& image, const Column<uint64_t>& pixel_offset);

/// A frame as it stands in the file.
struct ZstdFrame {
  std::vector<uint8_t> bytes;
  uint32_t inflated_size = 0;
};

struct ZstdFree {
  void operator()(void* context) const;
};

/// Makes frames, one after the other, each with its size and checksum in it. Not for two threads.
class FrameCompressor {
 public:
  FrameCompressor();

  /// `frame.bytes` is reused. The level is one of zstd's.
  Status compress(Bytes piece, int level, ZstdFrame& frame);

 private:
  std::unique_ptr<void, ZstdFree> context_;
  std::vector<uint8_t> scratch_;
};

/// Puts a file together from all its frames: leading frame, frames, seek table.
std::vector<uint8_t> build_file(std::span<const ZstdFrame> frames);

/// What the seek table tells, checked against the file's size. Frame i of the image stands at
/// file_offset[i] up to file_offset[i + 1] and inflates to image_offset[i] up to image_offset[i +
/// 1].
struct FrameTable {
  std::vector<uint64_t> file_offset{kLeadSize};
  std::vector<uint64_t> image_offset{0};
  std::vector<uint32_t> checksum;  ///< low half of the XXH64 of the inflated bytes

  size_t count() const { return checksum.size(); }
  uint64_t image_size() const { return image_offset.back(); }
};

/// Whether a file says that it is an archive, be it whole or not.
bool looks_like_archive(Bytes file);

/// Reads leading frame and seek table; nothing is inflated.
Result<FrameTable> read_frame_table(Bytes file);

/// Whether the whole file's hash is the one that its leading frame holds. Requires kLeadSize bytes.
bool file_hash_matches(Bytes file);

/// Inflates frame `index` into `out`, checks size and checksum.
Status inflate_frame(Bytes file, const FrameTable& frames, size_t index, std::vector<uint8_t>& out);

}  // namespace wardrobe
