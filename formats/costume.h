#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"

// Shared by the readers of COST and AKOS.

namespace wardrobe {

/// Reasons why a stored picture shows nothing. The readers of costumes set those up to `zero_size`,
/// decoding the others.
enum class PictureFault : uint8_t {
  none,
  outside,    ///< its header or its data lies outside the block
  redirect,   ///< it redirects to a picture that does not exist
  coding,     ///< an auxiliary picture of a coding that is not read
  zero_size,  ///< it has no pixels, which is no damage
  too_large,  ///< more than kMaxSide or kMaxPicturePixels
  too_many,   ///< the costume's pictures exceed kCostumePixels
  truncated,
  overrun,
  damaged,
  colors,  ///< an auxiliary picture with more colours than pixels can have values
};

/// The pictures of a costume as its block stores them, none of them decoded yet.
struct CostumePictures {
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<int16_t> x;
  Column<int16_t> y;
  Column<int16_t> xinc;
  Column<int16_t> yinc;
  Column<uint32_t> header;  ///< position of its header in the payload, or the payload's end
  Column<uint32_t> data;    ///< position of its pixels in the payload
  Column<PictureFault> fault;

  size_t size() const { return width.size(); }
  void clear() { clear_all(width, height, x, y, xinc, yinc, header, data, fault); }
};

/// Damage to a part of a costume that leaves the rest usable.
struct CostumeProblem {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< slot of the limb's table; of an AKOS, the cel
  Error error;                ///< offset from the start of the payload
};

}  // namespace wardrobe

// How the readers of costumes build records and windows (SCUMM.md §3, §6 "Records").

namespace wardrobe {

/// A mask of limbs has limb 0 in bit 15.
inline constexpr unsigned kMaskOfLimb0 = 0x8000;
inline bool has_limb(unsigned mask, size_t limb) { return (mask << limb & kMaskOfLimb0) != 0; }

inline void append_window(Windows& windows, size_t limb, WindowMode mode, size_t start,
                          size_t length) {
  windows.limb.push_back(static_cast<uint8_t>(limb));
  windows.mode.push_back(mode);
  windows.start.push_back(static_cast<uint16_t>(start));
  windows.length.push_back(static_cast<uint16_t>(length));
}

/// Appends a record that owns all windows appended since the record before it.
inline void append_record(Records& records, size_t number, const Windows& windows) {
  records.number.push_back(static_cast<uint16_t>(number));
  records.window_offset.push_back(static_cast<uint32_t>(windows.limb.size()));
}

/// Whether a costume of this size may have another record, whatever limbs the record has. A
/// costume can store a record once and list it often, and each listing gets windows of its own.
inline bool has_room_for_record(const Windows& windows, size_t costume_size) {
  return windows.limb.size() + kLimbs <= kCostumeWindows.of(costume_size);
}

/// The problem to report if there is no room for this record.
inline CostumeProblem too_many_windows(size_t record) {
  return {kNoLimb,
          kNoIndex,
          {ErrorCode::limit, 0,
           "the records have too many windows for a costume of this size; from record " +
               std::to_string(record) + " on they are skipped"}};
}

}  // namespace wardrobe
