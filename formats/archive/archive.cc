#include "formats/archive/archive.h"

#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <utility>

namespace wardrobe {

Result<Archive> Archive::open(std::unique_ptr<ByteSource> file) {
  auto state = std::make_unique<State>();
  ASSIGN_OR_RETURN(SeekTable frames, read_seek_table(*file));
  std::vector<uint8_t> head(frames.frame_size(0));
  TRY(state->decompressor.decompress(*file, frames, 0, head));
  const uint64_t size = frames.image_size();
  ASSIGN_OR_RETURN(std::vector<ColumnEntry> columns, read_directory(head, size));
  state->tables_end = (columns.end() - 2)->offset;
  TRY(check_image_size(state->tables_end, size, file->size()));

  // Memory for the whole image. The system provides only those parts that are written to.
  if (static_cast<size_t>(size) == size) state->image.reset(new (std::nothrow) uint8_t[size]);
  if (state->image == nullptr) {
    return Error{ErrorCode::memory, kNoOffset,
                 "not enough memory for " + std::to_string(size >> 20) + " MiB of the archive"};
  }
  std::ranges::copy(head, state->image.get());
  state->ready = std::make_unique<std::atomic<bool>[]>(frames.count());
  state->ready[0] = true;
  state->file = std::move(file);
  state->frames = std::move(frames);
  state->columns = std::move(columns);
  Archive archive(std::move(state));
  TRY(archive.show_tables());
  TRY(archive.read(0, archive.state_->tables_end));
  TRY(validate(archive.tables(), archive.rows()));
  return archive;
}

Status Archive::show_tables() {
  std::string wrong;
  for_each_column(state_->tables, [&](const std::string& name, auto& column) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    const ColumnEntry* const entry = find(name);
    if (entry != nullptr && entry->type == element_type<T>()) {
      column = std::span(reinterpret_cast<const T*>(state_->image.get() + entry->offset),
                         static_cast<size_t>(entry->count));
    } else if (wrong.empty()) {
      wrong = name + (entry == nullptr ? " is missing" : " has a wrong type");
    }
  });
  if (!wrong.empty()) return Error{ErrorCode::damaged, kNoOffset, "column " + wrong};
  Result<Counts> rows =
      count_rows(state_->tables, find(kBackgroundColumn)->count, columns().back().count);
  if (!rows) return rows.error();
  state_->rows = *std::move(rows);
  return ok();
}

const ColumnEntry* Archive::find(std::string_view name) const {
  const auto found = std::ranges::find(columns(), name, &ColumnEntry::name);
  return found != columns().end() ? &*found : nullptr;
}

Result<Bytes> Archive::read(uint64_t offset, uint64_t size) const {
  if (size == 0) return Bytes();
  const SeekTable& frames = state_->frames;
  for (size_t i = frames.frame_of(offset);
       i < frames.count() && frames.image_offset[i] < offset + size; ++i) {
    if (state_->ready[i].load(std::memory_order_acquire)) continue;
    const std::lock_guard lock(state_->decompressing);
    if (state_->ready[i].load(std::memory_order_relaxed)) continue;
    const std::span to(state_->image.get() + frames.image_offset[i], frames.frame_size(i));
    TRY(state_->decompressor.decompress(*state_->file, frames, i, to));
    state_->ready[i].store(true, std::memory_order_release);
  }
  return Bytes(state_->image.get() + offset, size);
}

Result<Bytes> Archive::read_picture(uint32_t picture) const {
  const auto& offset = tables().pictures.pixel_offset;
  return read(columns().back().offset + offset[picture], offset[picture + 1] - offset[picture]);
}

Result<Bytes> Archive::read_background(uint32_t room) const {
  const auto& offset = tables().rooms.background_offset;
  const uint64_t size = offset[room + 1] - offset[room];
  return size == 0 ? Bytes() : read(find(kBackgroundColumn)->offset + offset[room], size);
}

}  // namespace wardrobe
