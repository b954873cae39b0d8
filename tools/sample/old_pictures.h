#pragma once

#include <vector>

#include "tools/sample/art.h"
#include "tools/sample/write_room.h"

namespace wardrobe::sample {

/// A picture as it is seen up to version 4, where every pixel is drawn. Its colours are those of
/// the room's palette, or in games with 16 colours those of the EGA palette.
struct OldPicture {
  Sheet sheet;
  std::vector<Sheet> planes;  ///< pixels other than 0 hide
};

/// Draws with the colours of the EGA palette what has the colours `rgb`: two in turn, row by row,
/// whose mixture is near each of them, but more vivid, as few are.
void draw_in_ega(Bytes rgb, Sheet& sheet);

/// Encodes all pictures of a room for a version up to 4; that of the room is the first one.
/// Version 1 has 8 colours at most in a cell, of which it takes the nearest.
std::vector<RoomPictureDraft> encode_old_pictures(std::vector<OldPicture> pictures,
                                                  Version version);

}  // namespace wardrobe::sample
