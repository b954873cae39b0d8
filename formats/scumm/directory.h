#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "formats/scumm/block.h"
#include "formats/scumm/index.h"

namespace wardrobe {

/// The three forms that a directory has: SCUMM.md §1 "Index".
enum class DirectoryForm : uint8_t {
  plain,  ///< u16 count, rooms, offsets
  sized,  ///< u16 count, rooms, offsets, sizes: from HE 70 on
  wide,   ///< u32 count, rooms, offsets: version 8
};

/// The form whose entries fill the payload exactly: only one can, unless there is no entry.
std::optional<DirectoryForm> fitting_form(Bytes payload);

/// The form to take for directories that no form fits: that of the index's other directories, or
/// else what its other blocks say.
DirectoryForm usual_form(std::span<const Block> blocks);

/// Reads a directory in the form that fits, or else in `usual`. Where it is cut short it has the
/// entries that are there, and there is a problem.
Directory read_directory(const Block& block, DirectoryForm usual, std::vector<Error>& problems);

/// Appends a directory, in the version's form. Sizes that are not there are 0.
void write_directory(std::string_view name, const Directory& directory, int version,
                     std::vector<uint8_t>& out);

}  // namespace wardrobe
