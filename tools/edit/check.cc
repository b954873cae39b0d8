#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "pipeline/bake.h"
#include "tools/edit/apply.h"
#include "tools/edit/game_blocks.h"

namespace wardrobe {
namespace {

/// What went wrong here is no fault of the user's.
Error not_right(const std::string& what) {
  return {ErrorCode::damaged, kNoOffset,
          "the new game is not right, so nothing is written: " + what};
}

/// Numbers pictures by their size, transparent value and pixels, which must stay where they are.
class PictureNumbers {
 public:
  uint32_t of(uint16_t width, uint16_t height, uint8_t transparent, Bytes pixels) {
    const std::string_view text(reinterpret_cast<const char*>(pixels.data()), pixels.size());
    const auto next = static_cast<uint32_t>(numbers_.size());
    return numbers_.try_emplace({width, height, transparent, text}, next).first->second;
  }
  uint32_t of(const ReadGame& game, uint32_t row) {
    const Pictures& pictures = game.tables.pictures;
    return of(pictures.width[row], pictures.height[row], pictures.transparent[row],
              game.pixels(row));
  }

 private:
  std::map<std::tuple<uint16_t, uint16_t, uint8_t, std::string_view>, uint32_t> numbers_;
};

void change_entries(const PictureChange& change, PictureNumbers& numbers, Tables& tables) {
  Entries& entries = tables.entries;
  uint32_t picture = entries.picture[change.entries[0]];
  if (change.source != PixelSource::kept) {
    Pictures& pictures = tables.pictures;
    const uint8_t transparent = pictures.transparent[picture];
    picture = numbers.of(change.shape.width, change.shape.height, transparent, change.pixels);
    if (picture == pictures.width.size()) {
      pictures.width.push_back(change.shape.width);
      pictures.transparent.push_back(transparent);
    }
  }
  for (const uint32_t entry : change.entries) {
    entries.picture[entry] = picture;
    entries.x[entry] = change.shape.x;
    entries.y[entry] = change.shape.y;
    entries.xinc[entry] = change.shape.xinc;
    entries.yinc[entry] = change.shape.yinc;
    if (change.source != PixelSource::own) continue;
    entries.redirect_limb[entry] = kNoLimb;
    entries.redirect_index[entry] = 0xFF;
  }
}

/// The tables that the new game must give, but for Pictures, whose rows here are their numbers: the
/// old tables, changed as asked and baked again.
Tables expected_tables(const EditPlan& plan, PictureNumbers& numbers) {
  Tables tables = plan.game.tables;
  for (uint32_t row = 0; row < tables.pictures.width.size(); ++row) numbers.of(plan.game, row);
  for (const CostumeChange& costume : plan.changes) {
    for (const PictureChange& picture : costume.pictures) change_entries(picture, numbers, tables);
  }
  clear_table(tables.timelines);
  clear_table(tables.frames);
  clear_table(tables.cels);
  clear_table(tables.events);
  bake(tables, kDefaultMaxTicks);
  return tables;
}

/// The tables of the new game with numbers of pictures in place of rows. Slots that no window shows
/// and that held no picture may hold anything, and become those expected.
Tables found_tables(const ReadGame& game, const Tables& expected, PictureNumbers& numbers) {
  Tables tables = game.tables;
  const auto to_number = [&](uint32_t& row) {
    if (row != kNone) row = numbers.of(game, row);
  };
  std::ranges::for_each(tables.entries.picture, to_number);
  std::ranges::for_each(tables.cels.picture, to_number);
  const Entries& want = expected.entries;
  Entries& have = tables.entries;
  for (size_t i = 0; i < std::min(want.state.size(), have.state.size()); ++i) {
    const bool nonsense =
        want.reached[i] == 0 && want.state[i] == static_cast<uint8_t>(EntryState::empty);
    if (!nonsense || have.reached[i] != 0) continue;
    const auto copy = [&](const auto& column) {
      (have.*column.member)[i] = (want.*column.member)[i];
    };
    std::apply([&](const auto&... column) { (copy(column), ...); }, Entries::kColumns);
  }
  return tables;
}

/// Whether a column tells where things are, or is of Pictures.
bool may_differ(std::string_view name) {
  constexpr std::array<std::string_view, 7> kPlaces = {
      "sources.size",    "rooms.offset",   "costumes.offset",      "costumes.size",
      "failures.offset", "failures.error", "failures.error_offset"};
  return name.starts_with("pictures.") || std::ranges::find(kPlaces, name) != kPlaces.end();
}

/// Compares every costume, slot, record and timeline.
Status check_tables(const Tables& want, const Tables& have) {
  Status status = ok();
  const auto check_table = [&](const auto& named_table) {
    const auto& wanted = want.*named_table.member;
    const auto& found = have.*named_table.member;
    const auto check_column = [&](const auto& column) {
      const std::string name = std::string(named_table.name) + '.' + std::string(column.name);
      if (!status || may_differ(name) || wanted.*column.member == found.*column.member) return;
      status = not_right(name + " is not what was asked for");
    };
    std::apply([&](const auto&... column) { (check_column(column), ...); },
               std::remove_cvref_t<decltype(wanted)>::kColumns);
  };
  std::apply([&](const auto&... table) { (check_table(table), ...); }, Tables::kTables);
  return status;
}

/// A block with a new payload, in a resource file.
struct EditedBlock {
  uint64_t offset = 0;     ///< of the old one
  size_t old_payload = 0;  ///< its size
  Bytes payload;

  int64_t growth() const {
    return static_cast<int64_t>(payload.size()) - static_cast<int64_t>(old_payload);
  }
};

/// A resource file as it was, and what is edited in it.
struct EditedFile {
  ResourceTree before;
  std::vector<EditedBlock> edited;  ///< by offset

  /// By how much the blocks at `begin` up to `end` grow.
  int64_t growth(uint64_t begin, uint64_t end) const {
    int64_t sum = 0;
    for (const EditedBlock& block : edited) {
      if (begin <= block.offset && block.offset < end) sum += block.growth();
    }
    return sum;
  }

  /// Where a block, or a room, that was at `offset` must be now.
  uint32_t moved(uint64_t offset) const {
    return static_cast<uint32_t>(static_cast<int64_t>(offset) + growth(0, offset));
  }

  /// The bytes that the new file must have.
  std::vector<uint8_t> after() const {
    std::vector<uint8_t> out = before.bytes;
    set_size(0, before.bytes.size(), out);
    for (size_t top = 0; top < before.tops.size(); ++top) {
      set_size(before.tops[top].offset, before.tops[top].end, out);
      if (before.is_room_offsets(top)) set_room_offsets(before.tops[top], out);
    }
    for (const EditedBlock& block : edited) set_size(block.offset, block.offset + 1, out);
    for (size_t i = edited.size(); i-- > 0;) {
      const auto at =
          out.begin() + static_cast<std::ptrdiff_t>(edited[i].offset + header_size(before.style));
      const auto behind = out.erase(at, at + static_cast<std::ptrdiff_t>(edited[i].old_payload));
      out.insert(behind, edited[i].payload.begin(), edited[i].payload.end());
    }
    return out;
  }

 private:
  /// Adds to the size of a block what those from its start to `end` grow by.
  void set_size(uint64_t offset, uint64_t end, std::vector<uint8_t>& out) const {
    const auto header = read_block_header(before.bytes, offset, before.style);
    if (!header || growth(offset, end) == 0) return;
    const auto size = static_cast<uint32_t>(header->size + growth(offset, end));
    if (before.style == BlockStyle::tag_first) {
      ByteWriter(out).patch_u32_be(offset + 4, size);
    } else {
      ByteWriter(out).patch_u32(offset, size);
    }
  }

  void set_room_offsets(const FileBlock& block, std::vector<uint8_t>& out) const {
    const size_t first = block.payload() + 1;
    const size_t count = ByteReader(before.bytes, block.payload()).u8();
    for (size_t at = first; at < first + 5 * count && at + 5 <= block.end; at += 5) {
      const uint32_t offset = ByteReader(before.bytes, at + 1).u32();
      if (before.has_room(offset)) ByteWriter(out).patch_u32(at + 1, moved(offset));
    }
  }
};

Result<std::vector<EditedFile>> edited_files(const GameInput& input, const EditPlan& plan) {
  const Costumes& costumes = plan.game.tables.costumes;
  std::vector<EditedFile> files;
  for (const GameFile& file : input.resources) {
    Result<ResourceTree> tree = read_resource_tree(file);
    if (!tree) return tree.error();
    files.push_back({*std::move(tree), {}});
  }
  for (const NewBlock& block : plan.blocks) {  // by rising costume, and so by offset
    const uint32_t file = costumes.source[block.costume] - (input.index ? 1 : 0);
    files[file].edited.push_back(
        {costumes.offset[block.costume], plan.game.payload(block.costume).size(), block.payload});
  }
  return files;
}

/// The bytes that the new index must have: every entry leads to the same block as before, counted
/// from where the new game has the room, or is the same if it led to none.
class ExpectedIndex {
 public:
  ExpectedIndex(const std::vector<EditedFile>& files, Bytes old) : files_(files), old_(old) {}

  std::vector<uint8_t> bytes(const GameInput& old_input, const GameInput& new_input, Bytes found) {
    find_places(old_input, old_, old_places_);
    find_places(new_input, found, new_places_);
    out_ = {old_.begin(), old_.end()};
    const BlockStyle style = old_input.index->style;
    std::optional<BlockDamage> damage;
    for (const Block& block : read_blocks(old_, 0, damage, style)) {
      const size_t payload = block.offset + header_size(style);
      const auto fields =
          is_resource_directory(block.tag) ? directory_fields(block.payload, style) : std::nullopt;
      for (size_t entry = 0; fields && entry < fields->count; ++entry) {
        set_entry(block.payload[fields->room_at(entry)], payload, *fields, entry);
      }
      if (block.tag == tag("DLFL")) set_room_offsets(payload, block.payload.size() / 4);
    }
    return std::move(out_);
  }

 private:
  void set_entry(uint8_t room, size_t payload, const DirectoryFields& fields, size_t entry) {
    const RoomPlace* was = old_places_.of(room);
    const RoomPlace* is = new_places_.of(room);
    if (was == nullptr || is == nullptr || was->source != is->source) return;
    const EditedFile& file = files_[was->source];
    const size_t offset_at = payload + fields.offset_at(entry);
    const uint64_t target = was->offset + ByteReader(old_, offset_at).u32();
    if (!file.before.has_block(target)) return;
    ByteWriter(out_).patch_u32(offset_at, file.moved(target) - static_cast<uint32_t>(is->offset));
    if (fields.size == 0) return;
    const size_t size_at = payload + fields.size_at(entry);
    const uint32_t size = ByteReader(old_, size_at).u32();
    for (const EditedBlock& block : file.edited) {
      const bool was_right =
          block.offset == target && size == block.old_payload + header_size(file.before.style);
      if (was_right) {
        ByteWriter(out_).patch_u32(size_at, static_cast<uint32_t>(size + block.growth()));
      }
    }
  }

  void set_room_offsets(size_t payload, size_t rooms) {
    for (size_t room = 1; room < std::min(rooms, kRoomNumbers); ++room) {
      const RoomPlace* was = old_places_.of(room);
      const size_t at = payload + 2 + 4 * room;
      const uint32_t offset = ByteReader(old_, at).u32();
      if (was == nullptr || !files_[was->source].before.has_room(offset)) continue;
      ByteWriter(out_).patch_u32(at, files_[was->source].moved(offset));
    }
  }

  const std::vector<EditedFile>& files_;
  Bytes old_;
  Places old_places_;
  Places new_places_;
  std::vector<uint8_t> out_;
};

/// Compares every byte.
Status check_files(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input) {
  const Result<std::vector<EditedFile>> files = edited_files(old_input, plan);
  if (!files) return files.error();
  for (size_t i = 0; i < files->size(); ++i) {
    const GameFile& file = new_input.resources[i];
    const Result<std::vector<uint8_t>> found = read_whole(file);
    if (!found) return found.error();
    if (*found != (*files)[i].after()) return not_right(file.name + " is not what was asked for");
  }
  if (!old_input.index || !new_input.index) return ok();
  const Result<std::vector<uint8_t>> old = read_whole(*old_input.index);
  if (!old) return old.error();
  const Result<std::vector<uint8_t>> found = read_whole(*new_input.index);
  if (!found) return found.error();
  if (*found == ExpectedIndex(*files, *old).bytes(old_input, new_input, *found)) return ok();
  return not_right(new_input.index->name + " does not lead to the same blocks as before");
}

}  // namespace

Status check_edit(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input) {
  ReadGame found;
  if (Status read = read_game(new_input, found); !read) return not_right(read.error().message);
  PictureNumbers numbers;
  const Tables expected = expected_tables(plan, numbers);
  const Status same = check_tables(expected, found_tables(found, expected, numbers));
  return same ? check_files(old_input, plan, new_input) : same;
}

}  // namespace wardrobe
