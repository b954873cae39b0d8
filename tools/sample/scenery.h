#pragma once

#include "formats/scumm/write_game.h"

namespace wardrobe::sample {

/// Give a room its size and its scene, as games of that version store it.
///
/// The quay: sea and sky, a palm and a barrel. Actors at the back are hidden by both (plane 1),
/// those at the front by the barrel only (plane 2); both walk smaller towards the sea.
void paint_quay(int version, RoomDraft& room);

/// The theatre: a stage with a painted arch, whose pillars hide who is behind it (plane 1), and
/// wings of which nothing is seen.
void paint_theatre(int version, RoomDraft& room);

}  // namespace wardrobe::sample
