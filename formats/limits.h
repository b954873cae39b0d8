#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// All limits on what files may ask for, checked before memory or time is spent. They are far above
/// what games hold: LIMITS.md says how far, and what happens beyond.

namespace wardrobe {

/// What a whole file or game may ask for: `free` whatever its size, more in proportion to its
/// bytes, `most` in all. The proportion bounds what a small file can do without keeping large ones
/// from being read.
struct Budget {
  uint64_t free;
  uint64_t per_byte;
  uint64_t most;

  constexpr uint64_t of(uint64_t bytes) const { return std::min(most, free + per_byte * bytes); }
};

/// Limbs of an actor.
inline constexpr size_t kLimbs = 16;

/// Pixels on a side of a picture (FORMAT.md "pictures").
inline constexpr uint32_t kMaxSide = 4096;
/// Pixels of a picture.
inline constexpr uint64_t kMaxPicturePixels = 4 << 20;
/// Pixels of a costume, each stretch of data at each size counted once.
inline constexpr uint64_t kMaxCostumePixels = 64 << 20;
/// … and of a game, by the bytes of its costumes.
inline constexpr Budget kGamePixels{64 << 20, 64, 1 << 30};

/// Ticks, cels and events that the timelines of a costume take.
inline constexpr uint64_t kMaxCostumeRows = 2 << 20;
/// … and those of a game, by the bytes of its costumes.
inline constexpr Budget kGameRows{2 << 20, 8, 48 << 20};
/// Commands of an AKOS executed, and items drawn, to bake a costume, at some ns each.
inline constexpr uint64_t kMaxCostumeCommands = 32 << 20;
/// … and a game, by the bytes of its costumes.
inline constexpr Budget kGameCommands{64 << 20, 16, 1 << 30};

/// Columns of a strip, in which rooms' pictures are stored.
inline constexpr unsigned kStripColumns = 8;
/// Pixels on a side of a room.
inline constexpr uint32_t kMaxRoomSide = 65535;
/// Pixels of a room's background (FORMAT.md "rooms").
inline constexpr uint64_t kMaxRoomPixels = 32 << 20;
/// Pixels of the backgrounds of a game, by the bytes of its files.
inline constexpr Budget kGameBackgrounds{64 << 20, 64, 256 << 20};
/// Bytes of its z-planes.
inline constexpr Budget kGamePlanes{16 << 20, 8, 64 << 20};
/// Z-planes of a room.
inline constexpr size_t kMaxPlanes = 7;

}  // namespace wardrobe
