#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/archive/file.h"
#include "formats/bytes.h"
#include "formats/lock.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Number of rows of each table, by the table's name ("rooms"). Also the number of elements of the
/// columns `backgrounds` and `pixels`.
using Counts = std::map<std::string, uint64_t, std::less<>>;

/// Counts the rows of every table. An error if the columns of a table differ in length.
Result<Counts> count_rows(const TablesView& tables, uint64_t backgrounds, uint64_t pixels);

/// Checks all tables against tables.def. The error names the first column that breaks its bounds.
Status validate(const TablesView& tables, const Counts& rows);

/// A RULE of tables.def: what goes beyond the bounds of one column.
struct TableRule {
  TableId table;
  std::string_view column;
  std::string_view text;
  bool (*holds)(const TablesView& tables);
};
std::span<const TableRule> table_rules();

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

/// Reads pictures of an archive like Archive::read_picture, but keeps only what it decompressed
/// last: a few MiB, however many pictures are read. Not thread-safe: each thread has its own.
class PictureReader {
 public:
  /// The archive must outlive the reader.
  explicit PictureReader(const Archive& archive) : archive_(&archive) {}

  const Archive& archive() const { return *archive_; }

  /// Returns the pixels of a picture, which are valid until the next call.
  Result<Bytes> read(uint32_t picture);
  /// The same for any bytes of the image.
  Result<Bytes> read_image(uint64_t begin, uint64_t end);

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
