#pragma once

#include <cstdint>
#include <string>

#include "formats/costume_parts.h"
#include "formats/limits.h"
#include "formats/tables.h"

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
