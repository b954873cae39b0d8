#pragma once

#include <cstddef>
#include <vector>

#include "tools/sample/art.h"
#include "tools/sample/write_game.h"

namespace wardrobe::sample {

/// The images of an object before they are encoded.
struct ObjectArt {
  std::vector<Sheet> images;  ///< of states 1, 2, …
  size_t plane = 0;           ///< in which it hides actors, from 1; 0: none
  bool blast = false;         ///< from version 6 on only scripts draw it
};

/// The pictures of a room before they are encoded.
struct RoomArt {
  Sheet background;
  std::vector<Sheet> planes;
  std::vector<ObjectArt> objects{};  ///< for each object of the room
};

/// Encodes the pictures of a room for a version up to 4. There, an object has one image at most, so
/// its further ones become objects behind the others. Where an image is transparent, it gets what
/// is behind it.
void draw_old(RoomArt art, Version version, RoomDraft& room);

}  // namespace wardrobe::sample
