#include "pipeline/program_index.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "formats/scumm/index.h"
#include "formats/scumm/nameless_index.h"
#include "pipeline/container/container.h"
#include "pipeline/game_names.h"

namespace wardrobe {
namespace {

/// An index inside a program.
struct Found {
  std::string program;
  std::shared_ptr<const ByteSource> bytes;
  size_t offset = 0;
  size_t size = 0;
  FileType type{};
};

/// The start of an index: its first tag, and the position of this tag in the header.
struct Start {
  std::string_view tag;
  size_t place;
};
constexpr Start kStarts[] = {{"RNAM", 0}, {"RN", 4}, {"0R", 4}};

/// Whether this is the tag of a block of an index.
bool is_of_index(Tag tag, BlockStyle style) {
  if (style == BlockStyle::size_first) {
    constexpr std::array kTags = {wardrobe::tag("RN"), wardrobe::tag("0R"), wardrobe::tag("0S"),
                                  wardrobe::tag("0N"), wardrobe::tag("0C"), wardrobe::tag("0O")};
    return std::ranges::find(kTags, tag) != kTags.end();
  }
  std::vector<uint8_t> text;
  ByteWriter(text).u32(tag);
  const std::optional<FileType> type = detect_file(text);
  return type && type->kind == FileKind::index && type->xor_key == 0;
}

/// Returns the end of the index blocks that start at `offset`.
size_t end_of_blocks(Bytes program, size_t offset, BlockStyle style) {
  BlockWalk walk(program, style);
  while (const auto block = walk.at(offset, program.size())) {
    if (!is_of_index(block->tag, style) || block->damaged()) break;
    offset = block->end;
  }
  return offset;
}

/// Searches the bytes of a program, already decoded with `key`. Adds each complete index to
/// `found`, until there is more than one.
void search(Bytes program, uint8_t key, const Found& in, std::vector<Found>& found) {
  for (const auto& [tag, place] : kStarts) {
    size_t next = 0;
    while (found.size() < 2) {
      const size_t at = as_text(program).find(tag, next);
      if (at == std::string_view::npos) break;
      next = at + 1;
      if (at < place) continue;
      const size_t start = at - place;
      const auto type = detect_file(program.subspan(start));
      if (!type || type->kind != FileKind::index || type->xor_key != 0) continue;
      const size_t end = end_of_blocks(program, start, type->style);
      next = std::max(next, end);
      const bool known = std::ranges::any_of(found, [&](const Found& one) {
        return one.bytes == in.bytes && one.type.xor_key == key && one.offset <= start &&
               start < one.offset + one.size;
      });
      if (known || !is_whole_index(program.subspan(start, end - start), type->style)) continue;
      found.push_back({in.program, in.bytes, start, end - start, *type});
      found.back().type.xor_key = key;
    }
  }
}

void search_program(const Folder& folder, const std::string& name, std::vector<Found>& found) {
  Result<Unwrapped> file = open_unwrapped(folder, name);
  if (!file || file->bytes->size() > kMaxProgramSize) return;
  std::vector<uint8_t> bytes(file->bytes->size());
  if (!file->bytes->read(0, bytes)) return;
  const Found in{name, std::move(file->bytes)};
  search(bytes, 0, in, found);
  toggle_xor(kXorKey, bytes);
  search(bytes, kXorKey, in, found);
}

}  // namespace

bool is_whole_index(Bytes bytes, BlockStyle style) {
  if (bytes.size() > kMaxIndexSize) return false;
  std::vector<Error> problems;
  const GameIndex index = style == BlockStyle::nameless
                              ? read_nameless_index(bytes, std::nullopt, 0, problems)
                              : read_index(bytes, problems, style);
  const auto& rooms = index.rooms.room;
  const auto& costumes = index.costumes.room;
  if (!problems.empty() || rooms.empty() || costumes.empty()) return false;
  return style != BlockStyle::nameless || *std::ranges::max_element(costumes) < rooms.size();
}

void search_programs(const Folder& folder, GameInput& input) {
  const Result<std::vector<std::string>> names = folder.names();
  if (!names) return;
  std::vector<Found> found;
  for (const std::string& name : *names) {
    const bool bare = has_no_ending(name) && !name_of(name).kind;
    if (is_exe(name) || bare) search_program(folder, name, found);
  }
  if (found.size() > 1) {
    for (const Found& one : found) input.rivals.push_back(one.program);
    if (input.rivals[0] == input.rivals[1]) input.rivals.pop_back();
  }
  if (found.size() != 1) return;
  const Found& one = found.front();
  input.program = one.program;
  input.index = GameFile{
      one.program,    one.type.xor_key,       0, open_part(one.bytes, one.offset, one.size),
      one.type.style, one.type.has_room_files};
}

}  // namespace wardrobe
