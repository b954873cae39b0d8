#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "pipeline/bake.h"
#include "tools/apply/apply.h"
#include "tools/apply/game_blocks.h"

namespace wardrobe {
namespace {

/// An error that is a fault of this program, not of the user.
Error not_right(const std::string& what) {
  return {ErrorCode::damaged, kNoOffset, "the new game is wrong, so nothing is written: " + what};
}

/// Numbers pictures: equal size, transparent value and pixels give equal numbers. The pixels must
/// stay where they are in memory.
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

/// The tables that the new game must have: the old tables with the edits applied, baked again. They
/// have numbers of pictures instead of rows.
Tables expected_tables(const EditPlan& plan, PictureNumbers& numbers) {
  Tables tables = plan.game.tables;
  for (uint32_t row = 0; row < tables.pictures.width.size(); ++row) numbers.of(plan.game, row);
  for (const CostumeChange& costume : plan.changes) {
    for (const PictureChange& picture : costume.pictures) change_entries(picture, numbers, tables);
    if (costume.colors == nullptr) continue;
    const uint32_t first = tables.costumes.color_offset[costume.costume];
    std::ranges::copy(costume.colors->colors, tables.costumes.color.begin() + first);
  }
  tables.timelines = {};
  tables.frames = {};
  tables.cels = {};
  tables.events = {};
  Progress progress;
  bake(tables, kDefaultMaxTicks, progress);
  return tables;
}

/// The tables of the new game, with numbers of pictures instead of rows. A slot that no window
/// shows may hold anything if it held no picture before, so it is set to the expected one.
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
    const bool nonsense = want.reached[i] == 0 && want.state[i] == EntryState::empty;
    if (!nonsense || have.reached[i] != 0) continue;
    zip_columns_of([i](const ColumnInfo&, auto& to, const auto& from) { to[i] = from[i]; }, have,
                   want);
  }
  return tables;
}

/// Whether a column may differ: it contains positions or hashes of files, follows from the colours
/// of costumes, or belongs to Pictures.
bool may_differ(std::string_view name) {
  constexpr std::array<std::string_view, 11> kPlaces = {"sources.size",
                                                        "sources.xxh64",
                                                        "rooms.offset",
                                                        "costumes.offset",
                                                        "costumes.size",
                                                        "costumes.rgb",
                                                        "costumes.default_palette",
                                                        "scripts.offset",
                                                        "failures.offset",
                                                        "failures.error",
                                                        "failures.error_offset"};
  return name.starts_with("pictures.") || std::ranges::find(kPlaces, name) != kPlaces.end();
}

/// Compares every costume, slot, record and timeline.
Status check_tables(const Tables& want, const Tables& have) {
  Status status = ok();
  zip_columns(
      [&](const ColumnInfo& info, const auto& wanted, const auto& found) {
        if (wanted == found || !status || may_differ(info.name())) return;
        status = not_right(info.name() + " differs from the request");
      },
      want, have);
  return status;
}

/// Fails unless `new_file` has the `planned` bytes or, without these, those of `old_file`.
Status check_bytes(const GameFile& old_file, const std::optional<std::vector<uint8_t>>& planned,
                   const GameFile& new_file) {
  ASSIGN_OR_RETURN(std::vector<uint8_t> want, planned ? *planned : read_whole(old_file));
  ASSIGN_OR_RETURN(const std::vector<uint8_t> found, read_whole(new_file));
  if (planned) {
    for (uint8_t& byte : want) byte ^= new_file.xor_key;
  }
  return want == found ? ok() : not_right(new_file.name + " differs from the request");
}

/// Offset of a costume's block → its new payload.
using EditedPayloads = std::map<uint64_t, Bytes>;

/// Whether a resource file whose size has not changed differs from the old one only in the new
/// payloads.
bool is_edited_in_place(const ResourceTree& before, const ResourceTree& after,
                        const EditedPayloads& edited) {
  std::vector<uint8_t> want = before.bytes;
  for (const auto& [offset, payload] : edited) {
    const uint64_t at = offset + header_size(before.style);
    std::ranges::copy(payload, want.begin() + static_cast<ptrdiff_t>(at));
  }
  return want == after.bytes;
}

/// Whether a resource file has the old blocks in the old order. Payloads in `edited` may differ,
/// and so may LOFF: it has been used to find the rooms.
bool has_same_blocks(const ResourceTree& before, const ResourceTree& after,
                     const EditedPayloads& edited) {
  const auto alike = [&](const Block& was, const Block& is) {
    if (was.tag != is.tag) return false;
    if (before.is_room_file(was) || before.is_room_offsets(was)) return true;
    const auto change = edited.find(was.offset);
    return std::ranges::equal(change == edited.end() ? was.payload : change->second, is.payload);
  };
  return std::ranges::equal(before.tops, after.tops, alike) &&
         std::ranges::equal(before.inner, after.inner, alike);
}

/// The old and the new tree of a resource file.
struct TwoTrees {
  ResourceTree before;
  ResourceTree after;
};

/// Whether all fields that led to a block lead to the same block now. Other fields are ignored;
/// some may lead to a block only now.
bool lead_to_same_blocks(const std::vector<PlaceField>& before,
                         const std::vector<PlaceField>& after, const std::vector<TwoTrees>& trees) {
  auto is = after.begin();
  for (const PlaceField& was : before) {
    while (is != after.end() && is->at < was.at) ++is;
    const auto& [old_tree, new_tree] = trees[was.source];
    const bool same = is != after.end() && is->at == was.at && is->source == was.source &&
                      old_tree.blocks_before(was.target) == new_tree.blocks_before(is->target) &&
                      was.size_at == is->size_at;
    if (!same) return false;
  }
  return true;
}

Status check_index(const GameInput& old_input, const ReadGame& old_game, const GameInput& new_input,
                   const ReadGame& new_game, const std::vector<TwoTrees>& trees) {
  ASSIGN_OR_RETURN(const std::vector<uint8_t> old_index, read_whole(*old_input.index));
  ASSIGN_OR_RETURN(const std::vector<uint8_t> new_index, read_whole(*new_input.index));
  const auto was = index_fields(*old_input.index, old_index, old_game.scanned.places,
                                [&](uint32_t i) { return &trees[i].before; });
  const auto is = index_fields(*new_input.index, new_index, new_game.scanned.places,
                               [&](uint32_t i) { return &trees[i].after; });
  if (was && is && lead_to_same_blocks(*was, *is, trees)) return ok();
  return not_right(new_input.index->name + " no longer leads to the same blocks");
}

/// Compares every byte of the new game with the plan, and the plan with the old game.
Status check_files(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input,
                   const ReadGame& new_game) {
  const Costumes& costumes = plan.game.tables.costumes;
  std::vector<TwoTrees> trees;
  bool grown = false;
  for (uint32_t i = 0; i < old_input.resources.size(); ++i) {
    const GameFile& was = old_input.resources[i];
    const GameFile& is = new_input.resources[i];
    TRY(check_bytes(was, plan.files.resources[i], is));
    ASSIGN_OR_RETURN(ResourceTree before, read_resource_tree(was));
    ASSIGN_OR_RETURN(ResourceTree after, read_resource_tree(is));
    EditedPayloads edited;
    for (const NewBlock& block : plan.blocks) {
      if (costumes.source[block.costume] != i + (old_input.index ? 1 : 0)) continue;
      edited[costumes.offset[block.costume]] = block.payload;
    }
    const bool moved = before.bytes.size() != after.bytes.size();
    if (!(moved ? has_same_blocks : is_edited_in_place)(before, after, edited)) {
      return not_right(is.name + " differs in more than the edits");
    }
    grown = grown || moved;
    trees.push_back({std::move(before), std::move(after)});
  }
  if (!old_input.index || !new_input.index) return ok();
  Status same = check_bytes(*old_input.index, plan.files.index, *new_input.index);
  if (!same || !grown) return same;
  return check_index(old_input, plan.game, new_input, new_game, trees);
}

}  // namespace

Status check_edit(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input) {
  ReadGame found;
  if (Status read = read_game(new_input, found); !read) return not_right(read.error().message);
  PictureNumbers numbers;
  const Tables expected = expected_tables(plan, numbers);
  const Status same = check_tables(expected, found_tables(found, expected, numbers));
  return same ? check_files(old_input, plan, new_input, found) : same;
}

}  // namespace wardrobe
