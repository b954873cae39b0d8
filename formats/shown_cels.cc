#include "formats/shown_cels.h"

#include "formats/limits.h"

namespace wardrobe {

uint64_t shown_cels(const TablesView& tables) {
  uint64_t count = tables.timelines.tick.size();
  for (const uint32_t frame : tables.timelines.tick) {
    count += rows_of(tables.frames.cel_offset, frame).size();
  }
  return count;
}

Status check_shown_cels(const TablesView& tables) {
  if (shown_cels(tables) <= kMaxShownCels) return ok();
  return Error{ErrorCode::limit, kNoOffset,
               "the timelines show more than " + limit_text(kMaxShownCels) + " ticks and cels"};
}

}  // namespace wardrobe
