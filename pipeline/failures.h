#pragma once

#include <string_view>

#include "formats/tables.h"

namespace wardrobe {

/// Where something failed: a row of the table of failures but for its text.
struct FailurePlace {
  uint32_t costume = kNone;  ///< row of the costume, unless the whole costume failed
  uint16_t id = 0;           ///< of the costume; 0: none
  uint16_t room = 0;         ///< its number; 0: none
  uint32_t source = kNone;
  uint64_t offset = ~uint64_t{0};  ///< in the source
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;
};

inline void add_failure(Failures& failures, const FailurePlace& place, std::string_view error) {
  failures.costume.push_back(place.costume);
  failures.id.push_back(place.id);
  failures.room.push_back(place.room);
  failures.source.push_back(place.source);
  failures.offset.push_back(place.offset);
  failures.limb.push_back(place.limb);
  failures.index.push_back(place.index);
  append_text(failures.error_offset, failures.error, error);
}

/// Appends the rows of `part`, whose costumes are counted from `first_costume` on.
void append_failures(Failures& failures, const Failures& part, uint32_t first_costume = 0);

}  // namespace wardrobe
