#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/inflated_image.h"
#include "formats/archive/shape.h"
#include "formats/archive/zstd_frames.h"
#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads an archive; it can be moved, not copied, and once open it never changes: any number of
/// threads may use it at once. Safe on any bytes: an error says what is wrong and where in the
/// file. What is asked for is inflated when it first is, and kept.
class Archive {
 public:
  /// Reads leading frame, seek table, header and directory, and no more.
  static Result<Archive> open(std::unique_ptr<ByteSource> file);

  /// All tables, validated. Nothing is kept inflated for them.
  Result<Tables> read_tables() const;

  /// Elements first … first + count - 1 of a column, which it must have, as bytes; they live as
  /// long as the archive. Their values have not been validated.
  Result<Bytes> read_column(const ColumnEntry& column, uint64_t first, uint64_t count) const {
    const size_t size = element_size(column.type);
    return image_->bytes(column.offset + first * size, count * size);
  }

  /// Bytes of the image, which must lie inside a column; null where some are not inflated yet, or
  /// none are asked for.
  const uint8_t* find_inflated(uint64_t offset, uint64_t size) const {
    return image_->find(offset, size);
  }

  /// The pixels of a picture, row-major, one byte each; they live as long as the archive.
  /// `pictures` must come from read_tables.
  Result<Bytes> read_picture(const Pictures& pictures, uint32_t row) const {
    const uint64_t begin = pictures.pixel_offset[row];
    return read_column(columns_.back(), begin, pictures.pixel_offset[row + 1] - begin);
  }

  /// The background of a room, width · height bytes, row-major, each a colour of the room's
  /// palettes; no bytes if the archive has none. It lives as long as the archive. `rooms` must come
  /// from read_tables.
  Result<Bytes> read_background(const Rooms& rooms, uint32_t row) const {
    const uint64_t begin = rooms.background_offset[row];
    const uint64_t size = rooms.background_offset[row + 1] - begin;
    if (size == 0) return Bytes();
    return read_column(*find(kBackgroundColumn), begin, size);
  }

  /// Checks everything: the hash of the file, every frame, every table, the hash of every picture
  /// and background. In an archive of this program's own each frame is inflated once. Nothing is
  /// kept inflated for it.
  Status verify() const;

  /// The columns, in the order of the image; `pixels` is the last, `backgrounds` the one before,
  /// if there is one.
  const std::vector<ColumnEntry>& columns() const { return columns_; }
  /// The column of that name; null if there is none.
  const ColumnEntry* find(std::string_view name) const;
  /// How many rows each table has. An error where a column has another type than it should, or is
  /// missing though version 1.0 had it, or where the columns of a table differ in length.
  Result<Counts> rows() const;

  const ByteSource& file() const { return *file_; }
  const FrameTable& frames() const { return image_->frames(); }
  /// How many bytes were inflated so far, and kept or, of header and directory, read.
  uint64_t inflated_bytes() const { return frames().inflated_size(0) + image_->inflated_bytes(); }

 private:
  Archive(std::unique_ptr<ByteSource> file, FrameTable frames, std::vector<ColumnEntry> columns,
          uint64_t tables_end);

  std::unique_ptr<ByteSource> file_;
  std::vector<ColumnEntry> columns_;
  std::unique_ptr<InflatedImage> image_;
};

/// Whether the tables are consistent: the columns of a table have the same number of rows, offsets
/// divide what they should, row numbers and values are in the ranges of FORMAT.md. The counts are
/// of the columns `backgrounds` and `pixels`.
Status validate(const Tables& tables, uint64_t background_count, uint64_t pixel_count);

}  // namespace wardrobe
