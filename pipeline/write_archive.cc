#include "pipeline/write_archive.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "formats/archive/image.h"
#include "formats/archive/zstd_frames.h"
#include "formats/limits.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

/// Sizes of zstd frames. Tables are read as a whole, and pixels on demand.
constexpr size_t kTableFrameSize = 128 * 1024;
/// A larger background is split into frames of this size.
constexpr size_t kBackgroundFrameSize = 4 * 1024 * 1024;
/// A frame of pixels has as many pictures as fit, and at least one. zstd compresses frames of more
/// than this size with larger tables, which takes longer.
constexpr size_t kPixelFrameSize = 512 * 1024;

/// An image usually has at least this many times the size of its file.
constexpr uint64_t kUsualRatio = 4;

/// The bytes of a frame, in pieces; usually they are one in memory.
struct Frame {
  std::vector<Bytes> pieces;
  Content content = Content::pixels;
};

/// Cuts an image into frames: header and directory, then tables, then each background in frames of
/// its own, then pixels, which are cut only between pictures.
std::vector<Frame> cut_frames(const ImageHead& image, std::span<const uint64_t> background_offset,
                              Bytes backgrounds, const std::vector<Bytes>& pixels) {
  static constexpr std::array<uint8_t, kColumnAlignment> kZeros{};
  std::vector<Frame> frames;
  const auto cut = [&](Bytes bytes, size_t step, Content content) {
    for (size_t at = 0; at < bytes.size(); at += step) {
      frames.push_back({{bytes.subspan(at, std::min(step, bytes.size() - at))}, content});
    }
  };
  const Bytes head = image.head;
  cut(head.first(image.directory_end), image.directory_end, Content::tables);
  cut(head.subspan(image.directory_end), kTableFrameSize, Content::tables);
  for (size_t room = 0; room + 1 < background_offset.size(); ++room) {
    const uint64_t begin = background_offset[room];
    cut(backgrounds.subspan(begin, background_offset[room + 1] - begin), kBackgroundFrameSize,
        Content::pixels);
  }
  const size_t gap = image.pixels_at - head.size() - backgrounds.size();
  if (gap != 0) frames.back().pieces.push_back(Bytes(kZeros).first(gap));
  size_t size = kPixelFrameSize;  // of the last frame, in pixels
  for (const Bytes& picture : pixels) {
    if (size + picture.size() > kPixelFrameSize) {
      frames.emplace_back();
      size = 0;
    }
    std::vector<Bytes>& pieces = frames.back().pieces;
    if (!pieces.empty() && pieces.back().data() + pieces.back().size() == picture.data()) {
      pieces.back() = {pieces.back().data(), pieces.back().size() + picture.size()};
    } else {
      pieces.push_back(picture);
    }
    size += picture.size();
  }
  return frames;
}

/// Returns the zstd level for header, directory and tables of `size` bytes in total: `level`, or at
/// most kFastLevel if they are unusually large.
int level_of_tables(const TablesView& tables, size_t size, int level) {
  const auto& costumes = tables.costumes.size;
  const uint64_t bytes = std::accumulate(costumes.begin(), costumes.end(), uint64_t{0});
  return size > kUsualTables.of(bytes) ? std::min(level, kFastLevel) : level;
}

}  // namespace

Result<std::vector<uint8_t>> write_archive(const TablesView& tables, Bytes backgrounds,
                                           const std::vector<Bytes>& pixels, int level,
                                           Progress& progress) {
  const ImageHead image = write_image_head(tables);
  const std::vector<Frame> frames =
      cut_frames(image, tables.rooms.background_offset, backgrounds, pixels);
  const int tables_level = level_of_tables(tables, image.head.size(), level);
  struct Worker {
    ZstdCompressor compressor;
    std::vector<uint8_t> gathered;
  };
  std::vector<Worker> workers(worker_count());
  std::vector<ZstdFrame> compressed(frames.size());
  std::vector<Status> status(frames.size(), ok());
  FileBuilder file(image.size / kUsualRatio);
  const auto compress = [&](size_t i, size_t worker) {
    if (progress.cancelled()) return;
    auto& [compressor, gathered] = workers[worker];
    const auto& [pieces, content] = frames[i];
    gathered.clear();
    if (pieces.size() > 1) {
      for (const Bytes& piece : pieces) gathered.insert(gathered.end(), piece.begin(), piece.end());
    }
    status[i] = compressor.compress(pieces.size() > 1 ? Bytes(gathered) : pieces[0],
                                    content == Content::tables ? tables_level : level,
                                    compressed[i], content);
    progress.item_done(frames.size());
  };
  const auto append = [&](size_t i) {
    if (!progress.cancelled() && status[i]) file.add(compressed[i]);
    compressed[i] = {};
  };
  parallel_in_order(frames.size(), compress, append);
  if (progress.cancelled()) return Error{ErrorCode::cancelled, kNoOffset, "cancelled"};
  for (const Status& done : status) {
    if (!done) return done.error();
  }
  std::vector<uint8_t> whole = file.finish();
  TRY(check_image_size(image.head.size(), image.size, whole.size()));
  return whole;
}

}  // namespace wardrobe
