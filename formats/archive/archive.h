#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/validate.h"
#include "formats/archive/zstd_frames.h"
#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/lock.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads an archive. It can be moved, but not copied. Once open, it never changes, so any number of
/// threads may use it at once. Safe on any bytes: an error gives the reason and the position.
class Archive {
 public:
  /// Opens an archive. Decompresses its header, directory and tables and checks them against
  /// FORMAT.md. Only pixels and backgrounds are left for later.
  static Result<Archive> open(std::unique_ptr<ByteSource> file);

  /// The tables. They live as long as the archive, even if it is moved.
  const TablesView& tables() const { return state_->tables; }
  /// Number of rows of each table, and of elements of `backgrounds` and `pixels`.
  const Counts& rows() const { return state_->rows; }

  /// Returns the pixels of a picture: width · height bytes, row-major. Like all bytes that are read
  /// here, they are decompressed on first use and live as long as the archive.
  Result<Bytes> read_picture(uint32_t picture) const;
  /// Returns the background of a room: width · height bytes, row-major, each a colour of the room's
  /// palettes; no bytes if there is none.
  Result<Bytes> read_background(uint32_t room) const;
  /// Returns the elements of a column as bytes. Never fails for columns of tables.
  Result<Bytes> read_column(const ColumnEntry& column) const {
    return read(column.offset, column.count * element_size(column.type));
  }

  /// Returns the whole image (FORMAT.md "The image").
  Result<Bytes> read_image() const { return read(0, state_->frames.image_size()); }

  /// Checks everything that open() did not: the hash of the file, all other frames, the hash of
  /// every picture and background. Keeps no pixels.
  Status verify() const;

  /// The columns, in the order of the image. The last are `backgrounds` and `pixels`.
  const std::vector<ColumnEntry>& columns() const { return state_->columns; }
  /// Returns the column with that name; null if there is none.
  const ColumnEntry* find(std::string_view name) const;

  const ByteSource& file() const { return *state_->file; }
  const SeekTable& seek_table() const { return state_->frames; }

 private:
  struct State {
    std::unique_ptr<ByteSource> file;
    SeekTable frames;
    std::vector<ColumnEntry> columns;
    uint64_t tables_end = 0;           ///< header, directory and tables are bytes [0, tables_end)
    std::unique_ptr<uint8_t[]> image;  ///< has the bytes of those frames that are ready
    std::unique_ptr<std::atomic<bool>[]> ready;  ///< by frame; set once its bytes are there
    TablesView tables;
    Counts rows;
    Mutex decompressing;
    ZstdDecompressor decompressor;
  };

  explicit Archive(std::unique_ptr<State> state) : state_(std::move(state)) {}

  /// Makes the tables views of the image, which may still be empty, and counts their rows.
  Status show_tables();
  /// Returns bytes of the image. A frame is decompressed when one of its bytes is first read.
  Result<Bytes> read(uint64_t offset, uint64_t size) const;

  std::unique_ptr<State> state_;
};

}  // namespace wardrobe
