#include "formats/archive/archive.h"

#include <algorithm>
#include <string>
#include <utility>

#include "formats/archive/frame_reader.h"
#include "formats/hash.h"

namespace wardrobe {
namespace {

Error damaged(std::string message) { return {ErrorCode::damaged, kNoOffset, std::move(message)}; }

Result<Tables> read_all(const Archive& archive, FrameReader& reader) {
  const Result<Counts> rows = archive.rows();
  if (!rows) return rows.error();
  Tables tables;
  Status status = ok();
  for_each_column(tables, [&](const std::string& name, auto& column, uint16_t) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    if (!status) return;
    if (const ColumnEntry* entry = archive.find(name)) {
      status = reader.read(entry->offset, entry->count, column);
    } else if (!is_divided(name)) {  // It is newer than the archive.
      column.assign(rows->find(table_of(name))->second + (kIsOffsets<AnyColumn> ? 1 : 0), 0);
    }
  });
  if (!status) return status.error();
  const ColumnEntry* const backgrounds = archive.find(kBackgroundColumn);
  const uint64_t pixels = archive.columns().back().count;
  Status valid = validate(tables, backgrounds == nullptr ? 0 : backgrounds->count, pixels);
  if (!valid) return valid.error();
  return tables;
}

/// Whether the bytes that `reader` reads from `offset` on have that hash.
Result<bool> has_hash(FrameReader& reader, uint64_t offset, uint64_t size, uint64_t hash,
                      std::vector<uint8_t>& scratch) {
  if (Status read = reader.read(offset, size, scratch); !read) return read.error();
  return xxh64(scratch) == hash;
}

}  // namespace

Archive::Archive(std::unique_ptr<ByteSource> file, FrameTable frames,
                 std::vector<ColumnEntry> columns, uint64_t tables_end)
    : file_(std::move(file)),
      columns_(std::move(columns)),
      image_(std::make_unique<InflatedImage>(*file_, std::move(frames), tables_end,
                                             columns_.back().offset)) {}

Result<Archive> Archive::open(std::unique_ptr<ByteSource> file) {
  Result<FrameTable> frames = read_frame_table(*file);
  if (!frames) return frames.error();
  std::vector<uint8_t> head(frames->inflated_size(0));
  if (Status first = FrameInflater().inflate(*file, *frames, 0, head); !first) return first.error();
  Result<std::vector<ColumnEntry>> columns = read_directory(head, frames->image_size());
  if (!columns) return columns.error();
  const auto backgrounds = std::ranges::find(*columns, kBackgroundColumn, &ColumnEntry::name);
  const uint64_t tables_end =
      (backgrounds == columns->end() ? columns->back() : *backgrounds).offset;
  Status size = check_inflated_size(tables_end, frames->image_size(), file->size());
  if (!size) return size.error();
  return Archive(std::move(file), *std::move(frames), *std::move(columns), tables_end);
}

Result<Tables> Archive::read_tables() const {
  FrameReader reader(*file_, frames());
  return read_all(*this, reader);
}

Status Archive::verify() const {
  if (Status hash = check_file_hash(*file_); !hash) return hash;
  FrameReader reader(*file_, frames());
  const Result<Tables> tables = read_all(*this, reader);
  if (!tables) return tables.error();
  std::vector<uint8_t> scratch;
  const Rooms& rooms = tables->rooms;
  for (uint32_t row = 0; row < rooms.number.size(); ++row) {
    const uint64_t begin = rooms.background_offset[row];
    const uint64_t size = rooms.background_offset[row + 1] - begin;
    if (size == 0) continue;
    const Result<bool> right = has_hash(reader, find(kBackgroundColumn)->offset + begin, size,
                                        rooms.background_xxh64[row], scratch);
    if (!right) return right.error();
    if (!*right) {
      return damaged("the background of room " + std::to_string(rooms.number[row]) +
                     " does not have the hash in the table");
    }
  }
  const Pictures& pictures = tables->pictures;
  for (uint32_t row = 0; row < pictures.width.size(); ++row) {
    const uint64_t begin = pictures.pixel_offset[row];
    const Result<bool> right =
        has_hash(reader, columns_.back().offset + begin, pictures.pixel_offset[row + 1] - begin,
                 pictures.xxh64[row], scratch);
    if (!right) return right.error();
    if (!*right) {
      return damaged("picture " + std::to_string(row) + " does not have the hash in the table");
    }
  }
  return reader.inflate_others();
}

const ColumnEntry* Archive::find(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &ColumnEntry::name);
  return found != columns_.end() ? &*found : nullptr;
}

Result<Counts> Archive::rows() const {
  const Tables known;
  Counts counts;
  std::string wrong;
  for_each_column(known, [&](const std::string& name, const auto& column, uint16_t since) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    const ColumnEntry* entry = find(name);
    if (entry != nullptr) counts[name] = entry->count;
    if (!wrong.empty()) return;
    if (entry == nullptr && since == 0) wrong = name + " is missing";
    if (entry != nullptr && entry->type != element_type<T>()) wrong = name + " has a wrong type";
  });
  if (!wrong.empty()) return damaged("column " + wrong);
  return count_rows(counts);
}

}  // namespace wardrobe
