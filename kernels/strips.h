#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Strips of the pictures and z-planes of rooms (SCUMM.md §8). All functions are safe on any input:
// they read only `in` and write only the pixels named. What those hold is unspecified if the result
// has a fault.

namespace wardrobe {

inline constexpr size_t kStripWidth = 8;

enum class StripFault : uint8_t {
  none,
  unknown_code,
  truncated,    ///< the input ends before the last pixel
  endless_run,  ///< a run of 0 or 1
};

struct StripResult {
  size_t read;  ///< bytes of input; meaningful only without a fault
  StripFault fault;

  friend bool operator==(const StripResult&, const StripResult&) = default;
};

/// Whether pixels of the room's transparent colour show nothing in a strip, or a bitmap of a whole
/// room, that begins with this byte. False for unknown codes.
bool strip_is_see_through(uint8_t code);

/// Decodes a strip, whose first byte is its code: writes pixel (x, y) of its 8 × height to
/// out[y * stride + x]. A run that goes past the last pixel ends there. Requires stride >= 8.
StripResult decode_strip(std::span<const uint8_t> in, size_t height, uint8_t* out, size_t stride);

/// Decodes a bitmap of a whole room (BMAP), whose first byte is its code, pixel (x, y) to
/// out[y * width + x].
StripResult decode_room_bitmap(std::span<const uint8_t> in, size_t width, size_t height,
                               uint8_t* out);

/// Decodes a strip of a z-plane: writes one byte a row to out[y * stride], whose bit 7 is the
/// leftmost pixel. A run that goes past the last row ends there.
StripResult decode_mask_strip(std::span<const uint8_t> in, size_t height, uint8_t* out,
                              size_t stride);

}  // namespace wardrobe
