#include "formats/archive/archive.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "formats/hash.h"

namespace wardrobe {
namespace {

Error damaged(std::string message) { return {ErrorCode::damaged, kNoOffset, std::move(message)}; }

}  // namespace

Archive::Archive(std::vector<uint8_t> file, FrameTable frames)
    : file_(std::move(file)), frames_(std::move(frames)), checked_(frames_.count()) {}

Result<Archive> Archive::open(std::vector<uint8_t> file) {
  Result<FrameTable> frames = read_frame_table(file);
  if (!frames) return frames.error();
  Archive archive(std::move(file), *std::move(frames));
  if (Status first = archive.inflate(0); !first) return first.error();
  Result<std::vector<ColumnEntry>> columns =
      read_directory(archive.inflated_, archive.frames_.image_size());
  if (!columns) return columns.error();
  if (columns->empty() || columns->back().name != kPixelColumn ||
      columns->back().type != ElementType::u8) {
    return damaged("the last column of the image is not pixels");
  }
  if (Status size = check_head_size(columns->back().offset, archive.file_.size()); !size) {
    return size.error();
  }
  archive.columns_ = *std::move(columns);
  return archive;
}

Result<Tables> Archive::read_tables() {
  const Result<Counts> counts = count_columns();
  if (!counts) return counts.error();
  const Result<Counts> rows = count_rows(*counts);
  if (!rows) return rows.error();
  Tables tables;
  Status status = ok();
  for_each_column(tables, [&](const std::string& name, auto& column, uint16_t) {
    using AnyColumn = std::remove_cvref_t<decltype(column)>;
    if (!status) return;
    if (const ColumnEntry* entry = find(name)) {
      status = read(entry->offset, entry->count, column);
    } else if constexpr (kIsOffsets<AnyColumn>) {
      column.assign(rows->find(table_of(name))->second + 1, 0);  // Newer than the archive.
    }
  });
  if (!status) return status.error();
  if (Status valid = validate(tables, columns_.back().count); !valid) return valid.error();
  return tables;
}

Status Archive::read_picture(const Pictures& pictures, uint32_t row, std::vector<uint8_t>& out) {
  const uint64_t begin = pictures.pixel_offset[row];
  return read(columns_.back().offset + begin, pictures.pixel_offset[row + 1] - begin, out);
}

Status Archive::verify() {
  if (!file_hash_matches(file_)) {
    return damaged("the file is not what was written: its hash differs");
  }
  const Result<Tables> tables = read_tables();
  if (!tables) return tables.error();
  std::vector<uint8_t> pixels;
  for (uint32_t row = 0; row < tables->pictures.width.size(); ++row) {
    if (Status read = read_picture(tables->pictures, row, pixels); !read) return read;
    if (xxh64(pixels) != tables->pictures.xxh64[row]) {
      return damaged("picture " + std::to_string(row) + " does not have the hash in the table");
    }
  }
  for (size_t frame = 0; frame < frames_.count(); ++frame) {
    if (checked_[frame]) continue;
    if (Status inflated = inflate(frame); !inflated) return inflated;
  }
  return ok();
}

const ColumnEntry* Archive::find(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &ColumnEntry::name);
  return found != columns_.end() ? &*found : nullptr;
}

Result<Counts> Archive::count_columns() const {
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
  return counts;
}

template <class T>
Status Archive::read(uint64_t offset, size_t count, std::vector<T>& out) {
  const auto& starts = frames_.image_offset;
  auto frame = static_cast<size_t>(std::ranges::upper_bound(starts, offset) - starts.begin() - 1);
  out.resize(std::min(out.size(), count));
  out.reserve(count);
  const size_t size = count * sizeof(T);
  for (size_t copied = 0; copied < size; ++frame) {
    if (Status inflated = inflate(frame); !inflated) return inflated;
    const uint64_t from = offset + copied - starts[frame];
    const size_t more = std::min<size_t>(inflated_.size() - from, size - copied);
    const size_t elements = (copied + more + sizeof(T) - 1) / sizeof(T);
    if (out.size() < elements) out.resize(elements);
    std::memcpy(reinterpret_cast<uint8_t*>(out.data()) + copied, inflated_.data() + from, more);
    copied += more;
  }
  return ok();
}

Status Archive::inflate(size_t frame) {
  if (frame == inflated_frame_) return ok();
  inflated_frame_ = ~size_t{0};
  if (Status inflated = inflate_frame(file_, frames_, frame, inflated_); !inflated) return inflated;
  inflated_frame_ = frame;
  checked_[frame] = true;
  inflated_bytes_ += inflated_.size();
  return ok();
}

}  // namespace wardrobe
