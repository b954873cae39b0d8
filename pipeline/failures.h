#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Where something failed: the columns of Failures except the text.
struct FailurePlace {
  uint32_t costume = kNone;  ///< row of Costumes, if a part of a costume failed
  uint16_t id = 0;           ///< the costume's id; 0: none
  uint16_t room = 0;         ///< room number; 0: none
  uint32_t source = kNone;
  uint64_t offset = kNoOffset;  ///< in the source
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;
  FailureKind kind = FailureKind::damage;
};

/// What an error with this code is, in an archive.
inline FailureKind kind_of(ErrorCode code) {
  return code == ErrorCode::odd ? FailureKind::note : FailureKind::damage;
}

/// The number of failures that are damage.
inline size_t damage_count(const FailuresView& failures) {
  return static_cast<size_t>(std::ranges::count(failures.kind, FailureKind::damage));
}

/// Returns the value of FailurePlace::room for a row of Rooms; `row` may be kNone.
inline uint16_t number_of_room(const Rooms& rooms, uint32_t row) {
  return row == kNone ? uint16_t{0} : rooms.number[row];
}

inline void add_failure(Failures& failures, const FailurePlace& place, std::string_view error) {
  failures.kind.push_back(place.kind);
  failures.costume.push_back(place.costume);
  failures.id.push_back(place.id);
  failures.room.push_back(place.room);
  failures.source.push_back(place.source);
  failures.offset.push_back(place.offset);
  failures.limb.push_back(place.limb);
  failures.index.push_back(place.index);
  append_text(failures.error_offset, failures.error, error);
}

}  // namespace wardrobe
