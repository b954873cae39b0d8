#pragma once

#include <optional>
#include <span>

#include "formats/scumm/block.h"
#include "formats/scumm/index.h"

namespace wardrobe {

/// The forms of a directory (SCUMM.md §1 "Index", "Version 4").
enum class DirectoryForm : uint8_t {
  plain,  ///< u16 count, rooms, offsets
  sized,  ///< u16 count, rooms, offsets, sizes: from HE 70 on
  wide,   ///< u32 count, rooms, offsets: version 8
  pairs,  ///< u16 count, then room and offset of each entry in turn: version 4
};

/// Returns the form of version 5 or later whose entries fill the payload exactly. At most one form
/// does. nullopt if none does, or if there are no entries.
std::optional<DirectoryForm> fitting_form(Bytes payload);

/// Returns the form to assume for a directory that no form fits: that of the index's other
/// directories, or else the one that its other blocks suggest.
DirectoryForm usual_form(std::span<const Block> blocks);

/// Reads a directory in the form that fits, or else in `usual`. If `usual` is `pairs`, no other
/// form is tried. If the directory is cut short, the complete entries are kept and a problem is
/// reported.
Directory read_directory(const Block& block, DirectoryForm usual, std::vector<Error>& problems);

}  // namespace wardrobe
