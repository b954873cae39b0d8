#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "formats/archive/zstd_frames.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// What a thread needs to make frames.
struct FrameWorker {
  FrameCompressor compressor;
  std::vector<uint8_t> pixels;
};

/// Buffers of packing, to be used again.
struct PackBuffers {
  std::vector<ZstdFrame> frames;
  std::vector<FrameWorker> workers;  ///< one for each thread
};

/// Told how many of all frames are done, by any thread.
using FrameProgress = std::function<void(size_t done, size_t total)>;

/// Last stage: lays out the image, compresses its frames in parallel and puts the file together
/// (FORMAT.md). `pixels` are those of each row of tables.pictures. The result depends on tables,
/// pixels, level and libzstd only.
Result<std::vector<uint8_t>> pack(const Tables& tables, const std::vector<Bytes>& pixels, int level,
                                  PackBuffers& buffers, const FrameProgress& progress);

}  // namespace wardrobe
