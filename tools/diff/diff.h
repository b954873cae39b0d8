#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// Reads the pixels of a row of Pictures into a buffer, row-major.
using ReadPixels = std::function<Status(uint32_t picture, std::vector<uint8_t>& out)>;

/// One of two archives to compare: its tables, which must be valid, and its pixels.
struct DiffInput {
  const Tables& tables;
  ReadPixels read_pixels;
};

/// Compares what two archives hold for a game to show: not where it stands in which file, how it is
/// compressed or what version of the archive holds it. Pictures are compared by size and hash, and
/// pixels read only where the hashes of two pictures of one size differ. An error is one of reading
/// pixels; its message does not tell of which archive. Comparing the other way round finds the
/// same, with old and new exchanged.
Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input);

}  // namespace wardrobe
