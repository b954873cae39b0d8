#include "formats/colors.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "formats/costume.h"
#include "formats/versions.h"

namespace wardrobe {

uint8_t transparent_value(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  return akos_transparent(
      costumes.codec[costume], elements_at(costumes.color_offset, costumes.color, costume),
      tables.game.version[0], actor_colors(tables.rooms, costumes.room[costume]));
}

std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume, uint32_t room) {
  const CostumesView& costumes = tables.costumes;
  std::vector<uint8_t> colors(256);
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  if (costumes.codec[costume] == kAkosRle) {
    const Bytes own = elements_at(costumes.color_offset, costumes.color, costume);
    colors.assign(own.begin(), own.end());
  } else if (costumes.codec[costume] != kAkosMajMin) {
    return colors;
  }
  const Bytes map = actor_colors(tables.rooms, room);
  if (!map.empty()) {
    for (uint8_t& color : colors) color = map[color];
  }
  return colors;
}

Bytes shadows_of(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.shadow_offset, tables.costumes.shadow, costume);
}

Bytes true_rgb(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.rgb_offset, tables.costumes.rgb, costume);
}

std::optional<uint32_t> best_timeline(const TablesView& tables, uint32_t costume,
                                      std::optional<unsigned> chore,
                                      std::optional<Direction> facing) {
  const unsigned directions = tables.costumes.directions[costume];
  const unsigned walk = facts(tables.game.version[0]).player.chore(NamedChore::walk);
  std::unordered_map<uint32_t, uint64_t> flipped_cels;  // by frame
  using Rank = std::tuple<bool, size_t, bool, uint64_t, bool>;
  const auto rank_of = [&](uint32_t timeline, RecordKey key) {
    std::set<uint32_t> shown;
    uint64_t flipped = 0;
    for (const uint32_t frame :
         elements_at(tables.timelines.tick_offset, tables.timelines.tick, timeline)) {
      const auto cels = elements_at(tables.frames.cel_offset, tables.cels.flip, frame);
      if (cels.empty()) continue;
      shown.insert(frame);
      const auto [counted, is_new] = flipped_cels.try_emplace(frame);
      if (is_new) counted->second = static_cast<uint64_t>(std::ranges::count(cels, 1));
      flipped += counted->second;
    }
    const bool west = key.facing == Direction::west;
    const bool walks = key.chore == walk && !shown.empty();
    const bool moves = shown.size() > 1;
    if (walks && moves) return Rank(true, 0, true, 0, west);
    return Rank(false, shown.size(), walks, walks ? 0 : ~flipped, west);
  };
  std::optional<uint32_t> best;
  Rank best_rank;
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    const unsigned number = tables.records.number[row];
    const RecordKey key = record_key(number, directions);
    if (record_number(chore.value_or(key.chore), facing.value_or(key.facing), directions) !=
        number) {
      continue;
    }
    if (chore && facing) return row;  // there is only one
    const Rank rank = rank_of(row, key);
    if (best && rank <= best_rank) continue;
    best = row;
    best_rank = rank;
  }
  return best;
}

DefaultPalettes::DefaultPalettes(const TablesView& tables) : tables_(tables) {
  showing_color_.fill(kNone);
  for (auto row = static_cast<uint32_t>(tables.palettes.room.size()); row-- > 0;) {
    const Bytes map = actor_colors(tables.rooms, tables.palettes.room[row]);
    for (size_t color = 0; color < showing_color_.size(); ++color) {
      const auto drawn = map.empty() ? static_cast<uint8_t>(color) : map[color];
      if (shows(row, drawn)) showing_color_[color] = row;
    }
  }
}

bool DefaultPalettes::shows(uint32_t palette, uint8_t color) const {
  const PalettesView& palettes = tables_.palettes;
  const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, palette);
  const size_t at = size_t{3} * color;
  return at + 3 <= rgb.size() && (rgb[at] | rgb[at + 1] | rgb[at + 2]) != 0;
}

uint32_t DefaultPalettes::of(uint32_t costume) const {
  const bool has_true_colors = !true_rgb(tables_, costume).empty();
  if (has_true_colors && tables_.costumes.codec[costume] == kAkosRle) return kNone;
  const uint32_t room = tables_.costumes.room[costume];
  const std::vector<uint8_t> colors = room_colors(tables_, costume, room);
  const uint32_t at_home = room == kNone ? kNone : tables_.rooms.palette[room];
  const auto shown_at_home = [&](uint8_t color) { return shows(at_home, color); };
  if (at_home != kNone && std::ranges::any_of(colors, shown_at_home)) return at_home;
  if (has_true_colors) return kNone;
  uint32_t first = kNone;
  for (const uint8_t color : room_colors(tables_, costume, kNone)) {
    first = std::min(first, showing_color_[color]);
  }
  return first;
}

}  // namespace wardrobe
