#include "pipeline/failures.h"

#include <cstddef>

#include "pipeline/table_append.h"

namespace wardrobe {

void append_failures(Failures& failures, const Failures& part, uint32_t first_costume) {
  const auto first = static_cast<ptrdiff_t>(failures.costume.size());
  append_table(failures, part);
  for (auto row = failures.costume.begin() + first; row != failures.costume.end(); ++row) {
    if (*row != kNone) *row += first_costume;
  }
}

}  // namespace wardrobe
