#include "formats/archive/picture_reader.h"

#include <algorithm>
#include <utility>

namespace wardrobe {
namespace {

/// The most bytes of frames that are kept, unless a single frame has more.
constexpr size_t kMostKept = 8 << 20;

}  // namespace

Result<Bytes> PictureReader::read(uint32_t picture) {
  const auto& offset = archive_->tables().pictures.pixel_offset;
  const uint64_t pixels = archive_->columns().back().offset;
  const uint64_t begin = pixels + offset[picture];
  const uint64_t end = pixels + offset[picture + 1];
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
