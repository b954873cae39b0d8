#include "formats/archive/archive.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "formats/hash.h"

namespace wardrobe {
namespace {

/// Columns that version 1.0 did not have: nothing in any row.
void fill_added_columns(Tables& tables) {
  const auto fill = [](Offsets& offset, bool empty, size_t rows) {
    if (empty && offset.size() == 1) offset.resize(rows + 1);
  };
  fill(tables.costumes.rgb_offset, tables.costumes.rgb.empty(), tables.costumes.id.size());
  fill(tables.costumes.jump_offset, tables.costumes.jump.empty(), tables.costumes.id.size());
  fill(tables.timelines.read_offset, tables.timelines.read.empty(), tables.timelines.flags.size());
}

}  // namespace

Result<Archive> Archive::open(Bytes file) {
  Result<FrameTable> frames = read_frame_table(file);
  if (!frames) return frames.error();
  Archive archive(file, *std::move(frames));
  if (Status first = archive.inflate(0); !first) return first.error();
  Result<std::vector<ColumnEntry>> columns =
      read_directory(archive.inflated_, archive.frames_.image_size());
  if (!columns) return columns.error();
  archive.columns_ = *std::move(columns);
  return archive;
}

Result<Tables> Archive::read_tables() {
  Tables tables;
  Status status = ok();
  for_each_column(tables, [&](std::string_view name, auto& column, uint16_t since) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    if (!status) return;
    const ColumnEntry* entry = find(name, element_type<T>());
    if (entry == nullptr && since > 0) return;
    if (entry == nullptr) {
      status = Error{ErrorCode::damaged, kNoOffset, "column " + std::string(name) + " is missing"};
      return;
    }
    column.resize(entry->count);
    status =
        read(entry->offset, {reinterpret_cast<uint8_t*>(column.data()), column.size() * sizeof(T)});
  });
  if (!status) return status.error();
  fill_added_columns(tables);
  const ColumnEntry* pixels = find(kPixelColumn, ElementType::u8);
  if (pixels == nullptr) return Error{ErrorCode::damaged, kNoOffset, "column pixels is missing"};
  if (Status valid = validate(tables, pixels->count); !valid) return valid.error();
  return tables;
}

Status Archive::read_picture(const Pictures& pictures, uint32_t row, std::vector<uint8_t>& out) {
  const ColumnEntry* pixels = find(kPixelColumn, ElementType::u8);
  if (pixels == nullptr || pictures.pixel_offset[row + 1] > pixels->count) {
    return Error{ErrorCode::damaged, kNoOffset, "column pixels is missing or too short"};
  }
  out.resize(pictures.pixel_offset[row + 1] - pictures.pixel_offset[row]);
  return read(pixels->offset + pictures.pixel_offset[row], out);
}

Status Archive::verify() {
  if (!file_hash_matches(file_)) {
    return Error{ErrorCode::damaged, kNoOffset,
                 "the file is not what was written: its hash differs"};
  }
  for (size_t frame = 0; frame < frames_.count(); ++frame) {
    if (Status inflated = inflate(frame); !inflated) return inflated;
  }
  const Result<Tables> tables = read_tables();
  if (!tables) return tables.error();
  std::vector<uint8_t> pixels;
  for (uint32_t row = 0; row < tables->pictures.width.size(); ++row) {
    if (Status read = read_picture(tables->pictures, row, pixels); !read) return read;
    if (xxh64(pixels) != tables->pictures.xxh64[row]) {
      return Error{ErrorCode::damaged, kNoOffset,
                   "picture " + std::to_string(row) + " does not have the hash in the table"};
    }
  }
  return ok();
}

const ColumnEntry* Archive::find(std::string_view name, ElementType type) const {
  const auto found = std::ranges::find(columns_, name, &ColumnEntry::name);
  return found != columns_.end() && found->type == type ? &*found : nullptr;
}

Status Archive::read(uint64_t offset, std::span<uint8_t> out) {
  const auto& starts = frames_.image_offset;
  auto frame = static_cast<size_t>(std::ranges::upper_bound(starts, offset) - starts.begin() - 1);
  for (size_t copied = 0; copied < out.size(); ++frame) {
    if (Status inflated = inflate(frame); !inflated) return inflated;
    const uint64_t from = offset + copied - starts[frame];
    const size_t count = std::min<size_t>(inflated_.size() - from, out.size() - copied);
    std::memcpy(out.data() + copied, inflated_.data() + from, count);
    copied += count;
  }
  return ok();
}

Status Archive::inflate(size_t frame) {
  if (frame == inflated_frame_) return ok();
  inflated_frame_ = ~size_t{0};
  if (Status inflated = inflate_frame(file_, frames_, frame, inflated_); !inflated) return inflated;
  inflated_frame_ = frame;
  inflated_bytes_ += inflated_.size();
  return ok();
}

}  // namespace wardrobe
