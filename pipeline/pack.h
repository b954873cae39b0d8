#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/zstd_frames.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/progress.h"

namespace wardrobe {

/// What a worker needs to compress frames.
struct FrameWorker {
  FrameCompressor compressor;
  std::vector<uint8_t> pixels;
};

/// Buffers of pack(), for reuse.
struct PackBuffers {
  std::vector<ZstdFrame> frames;
  std::vector<FrameWorker> workers;  ///< one per worker
};

/// Last stage: lays out the image, compresses its frames in parallel and assembles the file
/// (FORMAT.md). `backgrounds` is the whole column, and `pixels` has those of each row of
/// tables.pictures. The result depends on tables, backgrounds, pixels, level and libzstd only.
Result<std::vector<uint8_t>> pack(const Tables& tables, Bytes backgrounds,
                                  const std::vector<Bytes>& pixels, int level, PackBuffers& buffers,
                                  Progress* progress = nullptr);

}  // namespace wardrobe
