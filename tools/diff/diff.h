#pragma once

#include <cstdint>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// One of two archives to compare: its tables, which must be valid, and its pixels.
struct DiffInput {
  TablesView tables;
  ReadPixels read_pixels;
  ReadPixels read_background{};  ///< needed if rooms of both archives have backgrounds
};

/// Compares what the games of two archives can show, regardless of file layout, compression and
/// version of the archive's format. Pictures and backgrounds are compared by size and hash; pixels
/// are read only if two of the same size have different hashes. Fails if pixels cannot be read; the
/// error does not name the archive. Swapping the inputs gives the same findings, with old and new
/// swapped.
Result<Diff> diff(const DiffInput& old_input, const DiffInput& new_input);

/// Whether two archives with many pictures share less than one in a hundred of them.
bool are_other_games(const TablesView& old_tables, const TablesView& new_tables);

}  // namespace wardrobe
