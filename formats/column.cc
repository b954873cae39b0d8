#include "formats/column.h"

#include <algorithm>
#include <utility>

namespace wardrobe {

bool ColumnNames::next() {
  const size_t end = std::min(left_.find(','), left_.size());
  std::string name = std::string(table_) + "." + std::string(left_.substr(0, end));
  left_.remove_prefix(std::min(end + 2, left_.size()));
  const std::string last = std::exchange(name_, std::move(name));
  return last == name_ + "_offset";
}

}  // namespace wardrobe
