#include "formats/archive/write_archive.h"

#include <algorithm>
#include <numeric>

#include "formats/archive/image.h"
#include "formats/archive/zstd_frames.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

/// An image usually has at least this many times the size of its file.
constexpr uint64_t kUsualRatio = 4;

/// State of a worker that compresses frames.
struct FrameWorker {
  ZstdCompressor compressor;
  std::vector<uint8_t> scratch;
};

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
                                           const FrameLoop& loop) {
  const Image image(tables, backgrounds, pixels);
  const ImageLayout& layout = image.layout();
  const std::vector<uint64_t> cuts =
      cut_frames(layout, tables.rooms.background_offset, tables.pictures.pixel_offset);
  const size_t count = cuts.size() - 1;
  const int tables_level = level_of_tables(tables, layout.tables_end, level);
  std::vector<FrameWorker> workers(loop.workers);
  std::vector<ZstdFrame> frames(count);
  std::vector<Status> status(count, ok());
  FileBuilder file(layout.size / kUsualRatio);
  const auto compress = [&](size_t i, size_t worker) {
    auto& [compressor, scratch] = workers[worker];
    const bool is_table = cuts[i + 1] <= layout.tables_end;
    status[i] = compressor.compress(image.bytes(cuts[i], cuts[i + 1], scratch),
                                    is_table ? tables_level : level, frames[i],
                                    is_table ? Content::tables : Content::pixels);
  };
  const auto append = [&](size_t i) {
    if (status[i]) file.add(frames[i]);
    frames[i] = {};
  };
  if (Status done = loop.run(count, compress, append); !done) return done.error();
  for (const Status& frame : status) {
    if (!frame) return frame.error();
  }
  std::vector<uint8_t> whole = file.finish();
  Status size = check_image_size(layout.tables_end, layout.size, whole.size());
  if (!size) return size.error();
  return whole;
}

}  // namespace wardrobe
