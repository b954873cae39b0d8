#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

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

/// The number of failures that are damage.
inline size_t damage_count(const FailuresView& failures) {
  return static_cast<size_t>(std::ranges::count(failures.kind, FailureKind::damage));
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

/// Adds an error in a part of what is at `place`. `place` has what the reader of that part does not
/// know; the error's offset counts from `place.offset`, or from the start of the source.
inline void add_failure(Failures& failures, FailurePlace place, const Error& error) {
  const uint64_t base = place.offset == kNoOffset ? 0 : place.offset;
  place.offset = error.offset == kNoOffset ? place.offset : base + error.offset;
  place.limb = error.limb;
  place.index = error.index;
  place.kind = error.code == ErrorCode::odd ? FailureKind::note : FailureKind::damage;
  add_failure(failures, place, error.message);
}

inline void add_failures(Failures& failures, const FailurePlace& place,
                         const std::vector<Error>& errors) {
  for (const Error& error : errors) add_failure(failures, place, error);
}

}  // namespace wardrobe
