#pragma once

#include <vector>

#include "tools/sample/old_pictures.h"

namespace wardrobe::sample {

/// Encodes all pictures of a room of version 1 (SCUMM.md §8 "Pictures up to version 4"), each with
/// one z-plane: each pair of pixels gets a colour, and each cell a character of the font, that are
/// near what they should be.
std::vector<RoomPictureDraft> encode_cells(const std::vector<OldPicture>& pictures);

}  // namespace wardrobe::sample
