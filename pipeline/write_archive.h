#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/progress.h"

namespace wardrobe {

/// Last stage: returns the file of an archive (FORMAT.md), compressed in parallel. `backgrounds` is
/// the whole column; `pixels` has one element per row of tables.pictures; `level` is zstd's. The
/// result depends only on these and on libzstd. Fails if cancelled.
Result<std::vector<uint8_t>> write_archive(const TablesView& tables, Bytes backgrounds,
                                           const std::vector<Bytes>& pixels, int level,
                                           Progress& progress);

}  // namespace wardrobe
