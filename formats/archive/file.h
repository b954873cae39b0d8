#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace wardrobe {

static_assert(std::endian::native == std::endian::little,
              "columns are read and written in place, and the image is little-endian");

/// FORMAT.md "The image".
inline constexpr size_t kImageHeaderSize = 64;
inline constexpr size_t kDirectoryEntrySize = 64;
inline constexpr size_t kColumnNameSize = 40;
inline constexpr size_t kColumnAlignment = 64;
/// The column of all pixels, always the last one.
inline constexpr std::string_view kPixelColumn = "pixels";
/// The column of all backgrounds, always the last but one.
inline constexpr std::string_view kBackgroundColumn = "backgrounds";

enum class ElementType : uint32_t { u8 = 1, u16 = 2, u32 = 3, u64 = 4, i16 = 5, i32 = 6 };

/// Returns the size of an element in bytes; 0 for a type unknown to this version.
constexpr size_t element_size(ElementType type) {
  constexpr std::array<size_t, 7> kSizes = {0, 1, 2, 4, 8, 2, 4};
  const auto code = static_cast<uint32_t>(type);
  return code < kSizes.size() ? kSizes[code] : 0;
}

/// The type of the numbers that a column stores: for an enumeration, the one under it.
template <class Element>
using NumberOf = typename std::conditional_t<std::is_enum_v<Element>, std::underlying_type<Element>,
                                             std::type_identity<Element>>::type;

template <class Element>
constexpr ElementType element_type() {
  using T = NumberOf<Element>;
  if constexpr (std::is_same_v<T, uint8_t>) return ElementType::u8;
  if constexpr (std::is_same_v<T, uint16_t>) return ElementType::u16;
  if constexpr (std::is_same_v<T, uint32_t>) return ElementType::u32;
  if constexpr (std::is_same_v<T, uint64_t>) return ElementType::u64;
  if constexpr (std::is_same_v<T, int16_t>) return ElementType::i16;
  if constexpr (std::is_same_v<T, int32_t>) return ElementType::i32;
}

/// An entry of the directory.
struct ColumnEntry {
  std::string name;
  ElementType type = ElementType::u8;
  uint64_t count = 0;
  uint64_t offset = 0;  ///< from the image's start
};

/// An image up to its backgrounds, and where everything is.
struct ImageHead {
  std::vector<uint8_t> head;   ///< header, directory and tables
  uint64_t directory_end = 0;  ///< tables are [directory_end, head.size())
  uint64_t pixels_at = 0;      ///< backgrounds, then zeros, are [head.size(), pixels_at)
  uint64_t size = 0;           ///< of the whole image; pixels are [pixels_at, size)
};
ImageHead write_image_head(const TablesView& tables);

/// Returns an error if an archive of `file_size` bytes may not decompress to `image_size` bytes, of
/// which the first `tables_end` are header, directory and tables (FORMAT.md "The image").
Status check_image_size(uint64_t tables_end, uint64_t image_size, uint64_t file_size);

/// Reads `head`, which is exactly the header and the directory. `image_size` is the sum of the
/// decompressed sizes of all frames. The columns returned are in order, aligned and without
/// overlap, lie inside the image after the directory, and have distinct names. The last is
/// `pixels`, and the one before it `backgrounds`, if there is one. Columns whose type is of a later
/// version are left out.
Result<std::vector<ColumnEntry>> read_directory(Bytes head, uint64_t image_size);

/// FORMAT.md "The file".
inline constexpr size_t kLeadSize = 40;

/// A compressed frame.
struct ZstdFrame {
  std::vector<uint8_t> bytes;
  uint32_t decompressed_size = 0;
};

/// Frees zstd's contexts.
struct ZstdFree {
  void operator()(ZSTD_CCtx_s* context) const;
  void operator()(ZSTD_DCtx_s* context) const;
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
  std::unique_ptr<ZSTD_CCtx_s, ZstdFree> context_;
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

/// Decompresses frames. Not thread-safe.
class ZstdDecompressor {
 public:
  /// Decompresses frame `index` into `out`, which must have frame_size(index) bytes. Checks size
  /// and checksum.
  Status decompress(const ByteSource& file, const SeekTable& frames, size_t index,
                    std::span<uint8_t> out);

 private:
  std::unique_ptr<ZSTD_DCtx_s, ZstdFree> context_;  ///< null before the first frame
  std::vector<uint8_t> compressed_;
};

}  // namespace wardrobe
