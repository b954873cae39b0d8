#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Calls body(item, worker) once for every item below `count`, in any order. Several calls may run
/// at once, but never two with the same worker.
struct FrameLoop {
  size_t workers;  ///< `worker` is below this
  std::function<Status(size_t count, const std::function<void(size_t item, size_t worker)>& body)>
      run;
};

/// Lays out the image, compresses its frames in `loop` and assembles the file (FORMAT.md).
/// `backgrounds` is the whole column; `pixels` has one element per row of tables.pictures. The
/// result depends only on tables, backgrounds, pixels, level and libzstd. Fails if `loop` fails.
Result<std::vector<uint8_t>> write_archive(const Tables& tables, Bytes backgrounds,
                                           const std::vector<Bytes>& pixels, int level,
                                           const FrameLoop& loop);

}  // namespace wardrobe
