#include <algorithm>
#include <map>
#include <utility>

#include "formats/versions.h"
#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// The rows of Palettes. The key is the room, the palette's number in it, and the number of earlier
/// palettes with the same two.
auto palettes_of(const TablesView& tables) {
  const PalettesView& palettes = tables.palettes;
  return rows_by(palettes.room.size(), [&](uint32_t palette) {
    return std::pair(tables.rooms.number[palettes.room[palette]], palettes.number[palette]);
  });
}

Bytes colors_of(const PalettesView& palettes, uint32_t palette) {
  return elements_at(palettes.rgb_offset, palettes.rgb, palette);
}

std::map<uint16_t, uint32_t> rooms_by_number(const RoomsView& rooms) {
  std::map<uint16_t, uint32_t> by_number;
  for (uint32_t row = 0; row < rooms.number.size(); ++row)
    by_number.emplace(rooms.number[row], row);
  return by_number;
}

/// Whether `lacking` may have no such palette, numbered `palette` in its room, only because of the
/// versions of the two games. Rooms of games up to version 5 have at most one palette, and rooms of
/// games up to version 4 may have none (SCUMM.md §1).
bool may_lack(const TablesView& lacking, const TablesView& other, uint16_t palette) {
  const VersionFacts& here = facts(lacking.game.version[0]);
  const VersionFacts& there = facts(other.game.version[0]);
  return ((here.one_palette || there.one_palette) && palette > 0) ||
         (here.style != BlockStyle::tag_first && there.style == BlockStyle::tag_first);
}

}  // namespace

void compare_palettes(Comparison& all) {
  const auto& [old_tables, new_tables] = all.tables;
  const auto rooms =
      pair_rows(rooms_by_number(old_tables.rooms), rooms_by_number(new_tables.rooms));
  for (const auto& [key, rows] : pair_rows(palettes_of(old_tables), palettes_of(new_tables))) {
    const auto& [number, palette] = key.first;
    const Sides room = rooms.at(number);
    if (!room.both()) continue;
    if (rows.both()) {
      if (std::ranges::equal(colors_of(old_tables.palettes, rows.old_row),
                             colors_of(new_tables.palettes, rows.new_row))) {
        continue;
      }
    } else if (rows.new_row == kNone ? may_lack(new_tables, old_tables, palette)
                                     : may_lack(old_tables, new_tables, palette)) {
      continue;
    }
    Finding& finding = all.add({.kind = FindingKind::palette,
                                .field = rows.both() ? "colors" : "palette",
                                .room = room,
                                .palette = rows});
    const Unread& unread = all.unread(rows);
    if (!rows.both()) unread.mark(finding, "palette", unread.in_room(number));
  }
}

void compare_looks(Comparison& all, Sides rows) {
  const TablesView& old_tables = all.tables.old_tables;
  const TablesView& new_tables = all.tables.new_tables;
  const auto add = [&](FindingKind kind, std::string_view field) {
    all.add({.kind = kind, .field = field, .costume = rows});
  };
  const auto differ = [&](const auto& column) {
    return (old_tables.costumes.*column)[rows.old_row] !=
           (new_tables.costumes.*column)[rows.new_row];
  };
  const Bytes old_colors = color_indices(old_tables, rows.old_row);
  const Bytes new_colors = color_indices(new_tables, rows.new_row);
  if (differ(&CostumesView::kind)) add(FindingKind::format, "kind");
  if (differ(&CostumesView::directions)) add(FindingKind::format, "directions");
  if (old_colors.size() != new_colors.size()) add(FindingKind::format, "colors");
  if (differ(&CostumesView::mirror_west)) add(FindingKind::mirror, {});
  const size_t count = std::min(old_colors.size(), new_colors.size());
  if (!std::ranges::equal(old_colors.first(count), new_colors.first(count))) {
    add(FindingKind::palette, "colors");
  }
  if (!std::ranges::equal(true_colors(old_tables, rows.old_row),
                          true_colors(new_tables, rows.new_row))) {
    add(FindingKind::palette, "rgb");
  }
}

}  // namespace wardrobe
