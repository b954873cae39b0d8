#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/bytes.h"
#include "formats/scumm/block.h"

namespace wardrobe {

/// Where the fields of a directory are in its payload (SCUMM.md §1 "Index"), so that single ones
/// can be changed.
struct DirectoryFields {
  size_t count = 0;
  size_t room = 0;    ///< of entry 0: u8
  size_t offset = 0;  ///< … u32
  size_t size = 0;    ///< … u32; 0: this form has none
  size_t room_step = 1;
  size_t step = 4;  ///< from an offset, or a size, to the next

  size_t room_at(size_t entry) const { return room + room_step * entry; }
  size_t offset_at(size_t entry) const { return offset + step * entry; }
  size_t size_at(size_t entry) const { return size + step * entry; }
};

/// Whether a block of the index is a directory of things within rooms, and not of rooms or objects.
bool is_resource_directory(Tag block_tag);

/// The fields of such a directory; nothing if no form fits.
std::optional<DirectoryFields> directory_fields(Bytes payload, BlockStyle style);

}  // namespace wardrobe
