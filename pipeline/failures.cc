#include "pipeline/failures.h"

#include "pipeline/append.h"

namespace wardrobe {

void append_failures(Failures& failures, const Failures& part, uint32_t first_costume) {
  append_rows(failures.costume, part.costume, first_costume);
  append(failures.id, part.id);
  append(failures.room, part.room);
  append(failures.source, part.source);
  append(failures.offset, part.offset);
  append(failures.limb, part.limb);
  append(failures.index, part.index);
  append_offsets(failures.error_offset, part.error_offset);
  append(failures.error, part.error);
}

}  // namespace wardrobe
