#include "formats/archive/archive.h"

#include <algorithm>
#include <new>
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

Status Archive::verify() const {
  TRY(check_file_hash(file()));
  // Reads all frames from the first one that has more than tables, in their order.
  const SeekTable& frames = seek_table();
  PictureReader reader(*this);
  size_t next = frames.frame_of(state_->tables_end);
  const auto read_up_to = [&](uint64_t offset) -> Status {
    for (; next < frames.count() && frames.image_offset[next + 1] <= offset; ++next) {
      TRY(reader.read_image(frames.image_offset[next], frames.image_offset[next + 1]));
    }
    return ok();
  };
  // Checks the hash of bytes of the image. Each call is for bytes behind those of the last one.
  const auto check = [&](uint64_t offset, uint64_t size, uint64_t hash, auto name) -> Status {
    TRY(read_up_to(offset));
    ASSIGN_OR_RETURN(const Bytes bytes, reader.read_image(offset, offset + size));
    if (xxh64(bytes) == hash) return ok();
    return Error{ErrorCode::damaged, kNoOffset, name() + " does not have the hash in the table"};
  };

  const RoomsView& rooms = tables().rooms;
  for (uint32_t row = 0; row < rooms.number.size(); ++row) {
    const uint64_t begin = rooms.background_offset[row];
    const uint64_t end = rooms.background_offset[row + 1];
    if (begin == end) continue;
    TRY(check(find(kBackgroundColumn)->offset + begin, end - begin, rooms.background_xxh64[row],
              [&] { return "the background of room " + std::to_string(rooms.number[row]); }));
  }
  const PicturesView& pictures = tables().pictures;
  for (uint32_t row = 0; row < pictures.width.size(); ++row) {
    const uint64_t begin = pictures.pixel_offset[row];
    TRY(check(columns().back().offset + begin, pictures.pixel_offset[row + 1] - begin,
              pictures.xxh64[row], [&] { return "picture " + std::to_string(row); }));
  }
  return read_up_to(frames.image_size());
}
namespace {

/// The most bytes of frames that are kept, unless a single frame has more.
constexpr size_t kMostKept = 8 << 20;

}  // namespace

Result<Bytes> PictureReader::read(uint32_t picture) {
  const auto& offset = archive_->tables().pictures.pixel_offset;
  const uint64_t pixels = archive_->columns().back().offset;
  return read_image(pixels + offset[picture], pixels + offset[picture + 1]);
}

Result<Bytes> PictureReader::read_image(uint64_t begin, uint64_t end) {
  if (begin == end) return Bytes();
  const SeekTable& frames = archive_->seek_table();
  joined_.clear();
  for (size_t number = frames.frame_of(begin); frames.image_offset[number] < end; ++number) {
    ASSIGN_OR_RETURN(const Bytes bytes, frame(number));
    const uint64_t at = frames.image_offset[number];
    const uint64_t first = std::max(begin, at);
    const uint64_t last = std::min(end, at + bytes.size());
    const Bytes part = bytes.subspan(first - at, last - first);
    if (first == begin && last == end) return part;
    joined_.insert(joined_.end(), part.begin(), part.end());
  }
  return Bytes(joined_);
}

Result<Bytes> PictureReader::frame(size_t number) {
  auto found = std::ranges::find(frames_, number, &Frame::number);
  if (found == frames_.end()) {
    size_t kept = archive_->seek_table().frame_size(number);
    const size_t size = kept;
    for (const Frame& frame : frames_) kept += frame.bytes.size();
    Frame made;  // in the memory of the last one that goes
    for (; !frames_.empty() && kept > kMostKept; frames_.pop_back()) {
      made = std::move(frames_.back());
      kept -= made.bytes.size();
    }
    made.bytes.resize(size);
    TRY(decompressor_.decompress(archive_->file(), archive_->seek_table(), number, made.bytes));
    made.number = number;
    frames_.push_back(std::move(made));
    found = frames_.end() - 1;
  }
  std::rotate(frames_.begin(), found, found + 1);
  return Bytes(frames_.front().bytes);
}

Status check_pictures(PictureReader& pictures, std::vector<uint32_t> rows) {
  std::ranges::sort(rows);  // Each frame is decompressed once, even if few are kept.
  // clang 14 rejects std::ranges::unique of libstdc++ 12.
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const uint32_t row : rows) TRY(pictures.read(row));
  return ok();
}

}  // namespace wardrobe
