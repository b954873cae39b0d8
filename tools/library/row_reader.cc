#include "tools/library/row_reader.h"

namespace wardrobe {

void RowReader::fail(std::string_view message) {
  if (status_) status_ = Error{ErrorCode::damaged, kNoOffset, std::string(message)};
}

Bytes RowReader::read_slowly(const KnownColumn& column, uint64_t first, uint64_t count) {
  if (count == 0) return {};
  if (!has(column, first, count)) {
    fail("the tables contradict each other: a row number is past the last row");
    return {};
  }
  const Result<Bytes> bytes = archive_.archive.read_column(*column.entry, first, count);
  if (bytes) return *bytes;
  if (status_) status_ = bytes.error();
  return {};
}

}  // namespace wardrobe
