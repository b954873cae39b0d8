#include "formats/archive/write_archive.h"

#include <algorithm>
#include <numeric>

#include "formats/archive/image.h"
#include "formats/archive/zstd_frames.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

/// An image, with the backgrounds and pixels that follow its head.
struct WholeImage {
  const Image& image;
  Bytes backgrounds;
  const Column<uint64_t>& pixel_offset;
  const std::vector<Bytes>& pixels;
};

/// State of a worker that compresses frames.
struct FrameWorker {
  ZstdCompressor compressor;
  std::vector<uint8_t> pixels;
};

/// Whether the pictures follow each other in memory, as pictures decoded in turn do.
bool is_contiguous(std::span<const Bytes> pictures) {
  return std::ranges::adjacent_find(pictures, [](Bytes a, Bytes b) {
           return a.data() + a.size() != b.data();
         }) == pictures.end();
}

/// Returns the bytes `begin` to `end` - 1 of the image, which make up one frame. Bytes that lie
/// apart in memory are gathered in `scratch`.
Bytes frame_bytes(const WholeImage& whole, uint64_t begin, uint64_t end,
                  std::vector<uint8_t>& scratch) {
  const uint64_t tables = whole.image.head.size();
  const uint64_t pixels = whole.image.pixels_at;
  if (end <= tables) return Bytes(whole.image.head).subspan(begin, end - begin);
  scratch.clear();
  if (end <= pixels) {
    const Bytes left = whole.backgrounds.subspan(begin - tables);
    if (left.size() >= end - begin) return left.first(end - begin);
    scratch.assign(left.begin(), left.end());
    scratch.resize(end - begin);  // zeros up to where pixels start
    return scratch;
  }
  const auto& offset = whole.pixel_offset;
  const auto first = std::ranges::lower_bound(offset, begin - pixels) - offset.begin();
  const auto last = std::ranges::lower_bound(offset, end - pixels) - offset.begin();
  if (is_contiguous({whole.pixels.begin() + first, whole.pixels.begin() + last})) {
    return {whole.pixels[static_cast<size_t>(first)].data(), static_cast<size_t>(end - begin)};
  }
  for (auto row = first; row < last; ++row) {
    const Bytes picture = whole.pixels[static_cast<size_t>(row)];
    scratch.insert(scratch.end(), picture.begin(), picture.end());
  }
  return scratch;
}

/// Returns the zstd level for header, directory and tables of `size` bytes in total: `level`, or at
/// most kFastLevel if they are unusually large.
int level_of_tables(const Tables& tables, size_t size, int level) {
  const Column<uint32_t>& costumes = tables.costumes.size;
  const uint64_t bytes = std::accumulate(costumes.begin(), costumes.end(), uint64_t{0});
  return size > kUsualTables.of(bytes) ? std::min(level, kFastLevel) : level;
}

}  // namespace

Result<std::vector<uint8_t>> write_archive(const Tables& tables, Bytes backgrounds,
                                           const std::vector<Bytes>& pixels, int level,
                                           const FrameLoop& loop) {
  const Image image = build_image(tables);
  const WholeImage whole{image, backgrounds, tables.pictures.pixel_offset, pixels};
  const std::vector<uint64_t> cuts =
      cut_frames(image, tables.rooms.background_offset, tables.pictures.pixel_offset);
  const size_t count = cuts.size() - 1;
  const int tables_level = level_of_tables(tables, image.head.size(), level);
  std::vector<ZstdFrame> frames(count);
  std::vector<Status> status(count, ok());
  std::vector<FrameWorker> workers(loop.workers);
  Status done = loop.run(count, [&](size_t i, size_t worker) {
    const Bytes bytes = frame_bytes(whole, cuts[i], cuts[i + 1], workers[worker].pixels);
    const bool is_table = cuts[i + 1] <= image.head.size();
    status[i] =
        workers[worker].compressor.compress(bytes, is_table ? tables_level : level, frames[i]);
  });
  if (!done) return done.error();
  for (const Status& frame : status) {
    if (!frame) return frame.error();
  }
  std::vector<uint8_t> file = build_file(frames);
  Status size = check_inflated_size(image.head.size(), image.size, file.size());
  if (!size) return size.error();
  return file;
}

}  // namespace wardrobe
