#include "pipeline/pack.h"

#include <algorithm>

#include "formats/archive/image.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

/// The bytes begin … end - 1 of the image, which are one frame. Pixels are gathered in `scratch`.
Bytes frame_bytes(const Image& image, const Column<uint64_t>& pixel_offset,
                  const std::vector<Bytes>& pixels, uint64_t begin, uint64_t end,
                  std::vector<uint8_t>& scratch) {
  const uint64_t tables = image.head.size();
  if (end <= tables) return Bytes(image.head).subspan(begin, end - begin);
  const auto first = std::ranges::lower_bound(pixel_offset, begin - tables);
  scratch.clear();
  for (auto row = first - pixel_offset.begin(); scratch.size() < end - begin; ++row) {
    const Bytes picture = pixels[static_cast<size_t>(row)];
    scratch.insert(scratch.end(), picture.begin(), picture.end());
  }
  return scratch;
}

}  // namespace

Result<std::vector<uint8_t>> pack(const Tables& tables, const std::vector<Bytes>& pixels, int level,
                                  PackBuffers& buffers, Progress* progress) {
  const Image image = build_image(tables);
  const std::vector<uint64_t> cuts = cut_frames(image, tables.pictures.pixel_offset);
  const size_t count = cuts.size() - 1;
  buffers.frames.resize(count);
  std::vector<Status> status(count, ok());
  if (buffers.workers.size() < worker_count()) buffers.workers.resize(worker_count());
  const bool complete = parallel_for(count, progress, [&](size_t i, size_t thread) {
    FrameWorker& worker = buffers.workers[thread];
    const Bytes bytes = frame_bytes(image, tables.pictures.pixel_offset, pixels, cuts[i],
                                    cuts[i + 1], worker.pixels);
    status[i] = worker.compressor.compress(bytes, level, buffers.frames[i]);
  });
  if (!complete) return progress->status().error();
  for (const Status& frame : status) {
    if (!frame) return frame.error();
  }
  std::vector<uint8_t> file = build_file(buffers.frames);
  if (Status size = check_head_size(image.head.size(), file.size()); !size) return size.error();
  return file;
}

}  // namespace wardrobe
