#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/shape.h"
#include "formats/archive/zstd_frames.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads an archive from the bytes of its file, which it owns; it can be moved, not copied. Safe on
/// any bytes: whatever it returns has been checked, and an error says what is wrong and where in
/// the file. Frames are inflated on demand. Not thread-safe.
class Archive {
 public:
  /// Reads leading frame, seek table, header and directory, and no more.
  static Result<Archive> open(std::vector<uint8_t> file);

  Archive(Archive&&) = default;
  Archive& operator=(Archive&&) = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() = default;

  /// Inflates and validates all tables.
  Result<Tables> read_tables();

  /// Reads the pixels of a picture, row-major, one byte each, into `out`; inflates the frame that
  /// holds them unless it was the last one used. `pictures` must come from read_tables.
  Status read_picture(const Pictures& pictures, uint32_t row, std::vector<uint8_t>& out);

  /// Checks everything: the hash of the file, every frame, every table, every picture's hash. In an
  /// archive of this program's own each frame is inflated once.
  Status verify();

  Bytes file() const { return file_; }
  /// How many bytes were inflated so far.
  uint64_t inflated_bytes() const { return inflated_bytes_; }
  const FrameTable& frames() const { return frames_; }

 private:
  Archive(std::vector<uint8_t> file, FrameTable frames);

  /// The column of that name; null if there is none.
  const ColumnEntry* find(std::string_view name) const;
  /// The number of elements of each column of the tables. An error where a column has another type,
  /// or is missing though version 1.0 had it.
  Result<Counts> count_columns() const;
  /// Reads `count` elements from `offset` of the image, which must lie inside it. `out` grows with
  /// what was inflated.
  template <class T>
  Status read(uint64_t offset, size_t count, std::vector<T>& out);
  /// Makes `frame` the one in `inflated_`.
  Status inflate(size_t frame);

  std::vector<uint8_t> file_;
  FrameTable frames_;
  std::vector<ColumnEntry> columns_;  ///< `pixels` is the last
  std::vector<uint8_t> inflated_;
  size_t inflated_frame_ = ~size_t{0};
  std::vector<bool> checked_;  ///< frames that were inflated before
  uint64_t inflated_bytes_ = 0;
};

/// Whether the tables are consistent: the columns of a table have the same number of rows, offsets
/// divide what they should, row numbers and values are in the ranges of FORMAT.md.
Status validate(const Tables& tables, uint64_t pixel_count);

}  // namespace wardrobe
