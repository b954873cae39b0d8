#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/hash.h"

namespace wardrobe {
namespace {

Error wrong_hash(const std::string& what) {
  return {ErrorCode::damaged, kNoOffset, what + " does not have the hash in the table"};
}

/// Reads the image from start to end with one frame in memory at a time.
class FrameReader {
 public:
  explicit FrameReader(const Archive& archive)
      : archive_(archive), seen_(archive.seek_table().count()) {}

  /// Returns bytes of the image. They are valid until the next call.
  Result<Bytes> read(uint64_t offset, uint64_t size) {
    const SeekTable& frames = archive_.seek_table();
    read_.clear();
    for (size_t frame = frames.frame_of(offset); read_.size() < size; ++frame) {
      if (Status inflated = inflate(frame); !inflated) return inflated.error();
      const uint64_t from = offset + read_.size() - frames.image_offset[frame];
      const Bytes more = Bytes(frame_).subspan(from);
      if (read_.empty() && more.size() >= size) return more.first(size);
      const Bytes part = more.first(std::min<uint64_t>(more.size(), size - read_.size()));
      read_.insert(read_.end(), part.begin(), part.end());
    }
    return Bytes(read_);
  }

  /// Inflates the frames that read() has not inflated.
  Status inflate_others() {
    for (size_t frame = 0; frame < seen_.size(); ++frame) {
      if (seen_[frame]) continue;
      if (Status inflated = inflate(frame); !inflated) return inflated;
    }
    return ok();
  }

  /// Whether these bytes have this hash.
  Result<bool> has_hash(uint64_t offset, uint64_t size, uint64_t hash) {
    const Result<Bytes> bytes = read(offset, size);
    if (!bytes) return bytes.error();
    return xxh64(*bytes) == hash;
  }

 private:
  Status inflate(size_t frame) {
    if (frame == inflated_) return ok();
    inflated_ = SIZE_MAX;
    frame_.resize(archive_.seek_table().inflated_size(frame));
    Status status = inflater_.inflate(archive_.file(), archive_.seek_table(), frame, frame_);
    if (status) inflated_ = frame;
    seen_[frame] = true;
    return status;
  }

  const Archive& archive_;
  ZstdInflater inflater_;
  std::vector<uint8_t> frame_;
  size_t inflated_ = SIZE_MAX;  ///< number of the frame that frame_ holds
  std::vector<bool> seen_;
  std::vector<uint8_t> read_;
};

}  // namespace

Status Archive::verify() const {
  if (Status hash = check_file_hash(file()); !hash) return hash;
  if (Status loaded = load_all(); !loaded) return loaded;
  FrameReader reader(*this);
  const RoomsView& rooms = tables().rooms;
  for (uint32_t row = 0; row < rooms.number.size(); ++row) {
    const uint64_t begin = rooms.background_offset[row];
    const uint64_t size = rooms.background_offset[row + 1] - begin;
    if (size == 0) continue;
    const Result<bool> right =
        reader.has_hash(find(kBackgroundColumn)->offset + begin, size, rooms.background_xxh64[row]);
    if (!right) return right.error();
    if (!*right) {
      return wrong_hash("the background of room " + std::to_string(rooms.number[row]));
    }
  }
  const PicturesView& pictures = tables().pictures;
  for (uint32_t row = 0; row < pictures.width.size(); ++row) {
    const uint64_t begin = pictures.pixel_offset[row];
    const Result<bool> right =
        reader.has_hash(columns().back().offset + begin, pictures.pixel_offset[row + 1] - begin,
                        pictures.xxh64[row]);
    if (!right) return right.error();
    if (!*right) {
      return wrong_hash("picture " + std::to_string(row));
    }
  }
  return reader.inflate_others();
}

}  // namespace wardrobe
