#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Calls make(item, worker) once for every item below `count`. Several calls may run at once, but
/// never two with the same worker. After each, calls take(item): one at a time, in order of items.
struct FrameLoop {
  size_t workers;  ///< `worker` is below this
  std::function<Status(size_t count, const std::function<void(size_t item, size_t worker)>& make,
                       const std::function<void(size_t item)>& take)>
      run;
};

/// Lays out the image, compresses its frames in `loop` and assembles the file (FORMAT.md).
/// `backgrounds` and `pixels` are as for Image. The result depends only on tables, backgrounds,
/// pixels, level and libzstd. Fails if `loop` fails.
Result<std::vector<uint8_t>> write_archive(const TablesView& tables, Bytes backgrounds,
                                           const std::vector<Bytes>& pixels, int level,
                                           const FrameLoop& loop);

}  // namespace wardrobe
