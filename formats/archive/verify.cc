#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/hash.h"

namespace wardrobe {

Status Archive::verify() const {
  TRY(check_file_hash(file()));
  // Walks from the first frame that has more than tables to the last. `window` has the bytes of
  // the image from window_begin to window_end that are still needed.
  const SeekTable& frames = seek_table();
  ZstdDecompressor decompressor;
  std::vector<uint8_t> window;
  size_t frame = frames.frame_of(state_->tables_end);
  uint64_t window_begin = frames.image_offset[frame];
  uint64_t window_end = window_begin;
  const auto extend = [&]() -> Status {
    const size_t kept = window.size();
    window.resize(kept + frames.frame_size(frame));
    window_end = frames.image_offset[frame + 1];
    return decompressor.decompress(file(), frames, frame++, std::span(window).subspan(kept));
  };
  // Checks the hash of bytes of the image. Each call is for bytes behind those of the last one.
  const auto check = [&](uint64_t offset, uint64_t size, uint64_t hash, auto name) -> Status {
    while (window_end < offset + size) {
      const uint64_t keep = std::min(offset, window_end);
      window.erase(window.begin(), window.begin() + static_cast<ptrdiff_t>(keep - window_begin));
      window_begin = keep;
      TRY(extend());
    }
    if (xxh64(Bytes(window).subspan(offset - window_begin, size)) == hash) return ok();
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
  while (frame < frames.count()) {
    window.clear();
    TRY(extend());
  }
  return ok();
}

}  // namespace wardrobe
