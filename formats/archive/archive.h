#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/zstd_frames.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads an archive from the bytes of its file, which it does not own and which must outlive it.
/// Safe on any bytes: what is returned was checked, and an error says what is wrong and where in
/// the file. Frames are inflated when they are asked for. Not for two threads at once.
class Archive {
 public:
  /// Reads leading frame, seek table, header and directory, and no more.
  static Result<Archive> open(Bytes file);

  /// Inflates and validates all tables.
  Result<Tables> read_tables();

  /// The pixels of a picture, row-major, one byte each, into `out`; inflates the frame that holds
  /// them unless it was the last one used. `pictures` are those of read_tables, `row` one of them.
  Status read_picture(const Pictures& pictures, uint32_t row, std::vector<uint8_t>& out);

  /// Checks everything: the hash of the file, every frame, every table, every picture's hash.
  Status verify();

  /// How many bytes were inflated so far.
  uint64_t inflated_bytes() const { return inflated_bytes_; }
  const FrameTable& frames() const { return frames_; }

 private:
  Archive(Bytes file, FrameTable frames) : file_(file), frames_(std::move(frames)) {}

  const ColumnEntry* find(std::string_view name, ElementType type) const;
  /// Copies bytes of the image; the range must lie inside it.
  Status read(uint64_t offset, std::span<uint8_t> out);
  /// Makes `frame` the one in `inflated_`.
  Status inflate(size_t frame);

  Bytes file_;
  FrameTable frames_;
  std::vector<ColumnEntry> columns_;
  std::vector<uint8_t> inflated_;
  size_t inflated_frame_ = ~size_t{0};
  uint64_t inflated_bytes_ = 0;
};

/// Whether the tables fit together: as many rows in all columns of a table, offsets sorted and
/// ending where their column ends, row numbers in range, values among those that FORMAT.md names.
Status validate(const Tables& tables, uint64_t pixel_count);

}  // namespace wardrobe
