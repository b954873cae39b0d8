#include "tools/edit/index_blocks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/scumm/directory.h"

namespace wardrobe {
namespace {

DirectoryFields fields_of(size_t count, DirectoryForm form) {
  DirectoryFields fields;
  fields.count = count;
  if (form == DirectoryForm::pairs) {
    fields.room = 2;
    fields.offset = 3;
    fields.room_step = fields.step = 5;
    return fields;
  }
  fields.room = form == DirectoryForm::wide ? 4 : 2;
  fields.offset = fields.room + count;
  if (form == DirectoryForm::sized) fields.size = fields.offset + 4 * count;
  return fields;
}

}  // namespace

bool is_resource_directory(Tag block_tag) {
  constexpr std::array<std::string_view, 14> kNames = {"DSCR", "DSOU", "DCOS", "DCHR", "DRSC",
                                                       "DIRI", "DIRS", "DIRN", "DIRC", "DIRF",
                                                       "DIRM", "DIRT", "0S",   "0N"};
  return block_tag == tag("0C") ||
         std::ranges::any_of(kNames, [&](std::string_view name) { return tag(name) == block_tag; });
}

std::optional<DirectoryFields> directory_fields(Bytes payload, BlockStyle style) {
  const size_t count = ByteReader(payload).u16();
  if (style == BlockStyle::size_first) {
    if (payload.size() < 2 || payload.size() - 2 < 5 * count) return std::nullopt;
    return fields_of(count, DirectoryForm::pairs);
  }
  const std::optional<DirectoryForm> form = fitting_form(payload);
  if (form) {
    return fields_of(*form == DirectoryForm::wide ? ByteReader(payload).u32() : count, *form);
  }
  const bool empty = std::ranges::all_of(payload, [](uint8_t byte) { return byte == 0; });
  if (empty && payload.size() <= 4) return DirectoryFields{};
  return std::nullopt;
}

}  // namespace wardrobe
