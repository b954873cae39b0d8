#pragma once

#include <cstddef>
#include <cstdint>

namespace wardrobe {

/// Limbs of an actor.
inline constexpr size_t kLimbs = 16;

/// Pixels on a side of a picture (FORMAT.md "pictures").
inline constexpr uint32_t kMaxSide = 4096;
/// Pixels of a picture.
inline constexpr uint64_t kMaxPicturePixels = 4 << 20;

/// Columns of a strip, in which rooms' pictures are stored.
inline constexpr unsigned kStripColumns = 8;
/// Pixels on a side of a room.
inline constexpr uint32_t kMaxRoomSide = 65535;
/// Pixels of a room's background (FORMAT.md "rooms").
inline constexpr uint64_t kMaxRoomPixels = 32 << 20;
/// Z-planes of a room.
inline constexpr size_t kMaxPlanes = 7;

}  // namespace wardrobe
