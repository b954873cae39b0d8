#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/archive/image.h"
#include "formats/archive/inflated_image.h"
#include "formats/archive/validate.h"
#include "formats/archive/zstd_frames.h"
#include "formats/byte_source.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Reads an archive. It can be moved, but not copied. Once open, it never changes, so any number of
/// threads may use it at once. Safe on any bytes: an error gives the reason and the position. Data
/// are inflated and checked on first use, and then kept.
class Archive {
 public:
  /// Opens an archive. Reads the leading frame, the seek table, the header and the directory, and
  /// no more. Fails if a column has a wrong type, if a column of version 1.0 is missing, or if the
  /// columns of a table differ in length.
  static Result<Archive> open(std::unique_ptr<ByteSource> file);

  /// The tables. They live as long as the archive, even if it is moved. All columns have their full
  /// length from the start, but only rows loaded by one of the functions below may be read. The
  /// first such call for a row inflates the row and checks it against FORMAT.md.
  const TablesView& tables() const { return state_->tables; }
  /// Number of rows of each table, and of elements of `backgrounds` and `pixels`.
  const Counts& rows() const { return state_->rows; }

  /// Loads all rows of all tables, and checks the rules that tie all rows together.
  Status load_all() const;
  /// Loads game, sources, rooms, palettes, costumes and failures. The functions below load these,
  /// too.
  Status load_index() const;
  /// Loads load_index() and all rows of these tables. Windows need records, and events timelines.
  Status load_tables(const std::vector<std::string_view>& names) const;
  /// Loads the data with which to play a row of Costumes: limb tables, entries, records, windows,
  /// and the sizes of its pictures.
  Status load_program(uint32_t costume) const;
  /// Loads a row of Timelines, without its events, and the frames and cels that it shows.
  Status load_timeline(uint32_t timeline) const;
  /// Loads the same as load_timeline(), and the events.
  Status load_events(uint32_t timeline) const;
  /// Loads the planes, boxes and scales of a row of Rooms.
  Status load_room(uint32_t room) const;
  Status load_picture(uint32_t picture) const {
    if (state_->pictures[picture] != Pixels::unknown) return ok();
    return load_new_picture(picture);
  }

  /// Returns the pixels of a picture, loading it if necessary: width · height bytes, row-major,
  /// which live as long as the archive.
  Result<Bytes> read_picture(uint32_t picture) const {
    if (state_->pictures[picture].load(std::memory_order_acquire) == Pixels::inflated) {
      const auto& offset = tables().pictures.pixel_offset;
      return Bytes(image().inflated(columns().back().offset + offset[picture]),
                   offset[picture + 1] - offset[picture]);
    }
    return read_new_picture(picture);
  }

  /// Returns the background of a room: width · height bytes, row-major, each a colour of the room's
  /// palettes; no bytes if there is none. The bytes live as long as the archive.
  Result<Bytes> read_background(uint32_t room) const;

  /// Returns the elements of a column as bytes, unchecked. They live as long as the archive.
  Result<Bytes> read_column(const ColumnEntry& column) const {
    return image().bytes(column.offset, column.count * element_size(column.type));
  }

  /// Checks everything: the hash of the file, every frame, every table, the hash of every picture
  /// and background. In an archive that this program wrote, each frame is inflated once. The check
  /// keeps no inflated pixels.
  Status verify() const;

  /// The columns, in the order of the image. The last is `pixels`; the one before it is
  /// `backgrounds`, if there is one.
  const std::vector<ColumnEntry>& columns() const { return state_->columns; }
  /// Returns the column with that name; null if there is none.
  const ColumnEntry* find(std::string_view name) const;

  const ByteSource& file() const { return *state_->file; }
  const SeekTable& seek_table() const { return image().seek_table(); }
  /// Bytes inflated so far, header and directory included.
  uint64_t inflated_bytes() const {
    return seek_table().inflated_size(0) + image().inflated_bytes();
  }

 private:
  enum class Pixels : uint8_t { unknown, loaded, inflated };
  template <class T>
  using Flags = std::unique_ptr<std::atomic<T>[]>;

  struct State {
    std::unique_ptr<ByteSource> file;
    std::vector<ColumnEntry> columns;
    std::unique_ptr<InflatedImage> image;
    TablesView tables;
    std::vector<uint64_t> zeros;  ///< the elements of columns that the archive lacks
    Counts rows;
    std::atomic<bool> index = false;
    std::atomic<bool> all = false;
    Flags<bool> programs;
    Flags<bool> timelines;
    Flags<Pixels> pictures;
  };

  explicit Archive(std::unique_ptr<State> state) : state_(std::move(state)) {}

  /// Makes the tables views of the image.
  Status show_tables();
  const InflatedImage& image() const { return *state_->image; }
  Status load_new_picture(uint32_t picture) const;
  Result<Bytes> read_new_picture(uint32_t picture) const;
  /// Inflates elements of a column, unless the column is newer than the archive's version.
  template <class T>
  Status inflate(const ColumnView<T>& column, size_t first, size_t count) const;
  /// Loads rows of a table with their elements, but not the rows of other tables that they own.
  template <class Table>
  Status load(const Table& table, RowRange rows) const;

  std::unique_ptr<State> state_;
};

}  // namespace wardrobe
