#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "formats/bytes.h"
#include "formats/player.h"
#include "formats/versions.h"
#include "tools/diff/compare.h"
#include "tools/diff/finding_output.h"

namespace wardrobe {
namespace {

using Ticks = std::span<const uint32_t>;  ///< rows of Frames

Ticks ticks_of(const TimelinesView& lines, uint32_t row) {
  return elements_at(lines.tick_offset, lines.tick, row);
}

bool is_flipped(const TablesView& tables, const std::vector<FrameHash>& frames, uint32_t timeline) {
  return std::ranges::any_of(ticks_of(tables.timelines, timeline),
                             [&](uint32_t frame) { return frames[frame].flipped; });
}

using Event = std::tuple<uint32_t, uint8_t, EventKind, int32_t>;

/// The events before tick `ticks`. Unless `sounds`, the numbers of sounds are set to 0: versions up
/// to 5 have none (SCUMM.md §4).
std::vector<Event> events_of(const TablesView& tables, uint32_t timeline, size_t ticks,
                             bool sounds) {
  const EventsView& from = tables.events;
  std::vector<Event> events;
  for (const uint32_t i : rows_of(tables.timelines.event_offset, timeline)) {
    if (from.tick[i] >= ticks) continue;
    const bool valued = sounds || from.kind[i] != EventKind::sound;
    events.emplace_back(from.tick[i], from.limb[i], from.kind[i], valued ? from.value[i] : 0);
  }
  std::ranges::stable_sort(events, {}, [](const Event& event) { return std::get<0>(event); });
  return events;
}

/// A field in which two timelines differ, and the first tick where they do.
struct Difference {
  std::string_view field;
  uint32_t tick = 0;
};

/// Whether both timelines draw the same frames, ignoring positions, order and repetition.
bool show_the_same(const ComparedTables& compared, Ticks old_ticks, Ticks new_ticks) {
  const auto shown = [](const std::vector<FrameHash>& hashes, Ticks ticks) {
    std::set<uint64_t> pictures;
    for (const uint32_t frame : ticks) pictures.insert(hashes[frame].pictures);
    return pictures;
  };
  return shown(compared.old_frames, old_ticks) == shown(compared.new_frames, new_ticks);
}

std::optional<Difference> drawn_difference(const ComparedTables& compared, Ticks old_ticks,
                                           Ticks new_ticks) {
  std::optional<Difference> moved;
  for (uint32_t tick = 0; tick < std::min(old_ticks.size(), new_ticks.size()); ++tick) {
    const FrameHash& before = compared.old_frames[old_ticks[tick]];
    const FrameHash& now = compared.new_frames[new_ticks[tick]];
    if (before.pictures != now.pictures) {
      return Difference{show_the_same(compared, old_ticks, new_ticks) ? "order" : "pictures", tick};
    }
    if (before.all != now.all && !moved) moved = Difference{"positions", tick};
  }
  return moved;
}

std::optional<Difference> event_difference(const DiffTables& tables, Sides timeline, size_t ticks) {
  const auto& [old_tables, new_tables] = tables;
  const bool sounds =
      facts(old_tables.game.version[0]).number() == facts(new_tables.game.version[0]).number();
  const auto before = events_of(old_tables, timeline.old_row, ticks, sounds);
  const auto now = events_of(new_tables, timeline.new_row, ticks, sounds);
  const auto [i, j] = std::ranges::mismatch(before, now);
  if (i == before.end() && j == now.end()) return std::nullopt;
  const uint32_t old_tick = i == before.end() ? kNone : std::get<0>(*i);
  const uint32_t new_tick = j == now.end() ? kNone : std::get<0>(*j);
  return Difference{"events", std::min(old_tick, new_tick)};
}

/// The differences between a timeline of one archive and a timeline of the other.
std::vector<Difference> differences(const ComparedTables& compared, Sides timeline) {
  const TimelinesView& olds = compared.tables.old_tables.timelines;
  const TimelinesView& news = compared.tables.new_tables.timelines;
  const Ticks old_ticks = ticks_of(olds, timeline.old_row);
  const Ticks new_ticks = ticks_of(news, timeline.new_row);
  const size_t common = std::min(old_ticks.size(), new_ticks.size());
  std::vector<Difference> found;
  if (const auto drawn = drawn_difference(compared, old_ticks, new_ticks)) found.push_back(*drawn);
  if (old_ticks.size() != new_ticks.size()) {
    found.push_back({"length", static_cast<uint32_t>(common)});
  }
  if (olds.loop_start[timeline.old_row] != news.loop_start[timeline.new_row]) {
    found.push_back({"loop", 0});
  }
  const auto events = event_difference(compared.tables, timeline, common);
  if (events) found.push_back(*events);
  return found;
}

/// The timelines named by findings about a pair of costumes.
struct NamedTimelines {
  std::set<RecordKey> records;  ///< of findings about records or timelines
  std::set<RecordKey> all;      ///< these, and the timelines that show changed slots

  void add(const Finding& finding) {
    if (finding.key) {
      records.insert(*finding.key);
      all.insert(*finding.key);
    }
    all.insert(finding.timelines.begin(), finding.timelines.end());
  }
};

}  // namespace

std::vector<FrameHash> frame_hashes(const TablesView& tables) {
  const CelsView& cels = tables.cels;
  std::vector<FrameHash> hashes;
  std::vector<uint8_t> pictures;
  std::vector<uint8_t> places;
  for (size_t frame = 0; frame < tables.frames.cel_offset.rows(); ++frame) {
    pictures.clear();
    places.clear();
    bool flipped = false;
    for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
      ByteWriter(pictures).u32(cels.limb[i] | uint32_t{cels.index[i]} << 8);
      ByteWriter place(places);
      place.u8(cels.flip[i]);
      flipped = flipped || cels.flip[i] != 0;
      place.u32(static_cast<uint32_t>(cels.x[i]));
      place.u32(static_cast<uint32_t>(cels.y[i]));
    }
    FrameHash& hash = hashes.emplace_back();
    hash.pictures = xxh64(pictures);
    ByteWriter(places).u64(hash.pictures);
    hash.all = xxh64(places);
    hash.flipped = flipped;
  }
  return hashes;
}

void compare_timelines(Comparison& all, Sides rows, size_t first_finding) {
  NamedTimelines named;
  bool mirror = false;
  for (const Finding& finding : std::span(all.findings).subspan(first_finding)) {
    if (finding.unlisted) return;  // Any timeline of the costume may show this slot.
    mirror = mirror || finding.kind == FindingKind::mirror;
    named.add(finding);
  }
  const auto& [old_tables, new_tables] = all.tables;
  const PlayerRules& numbers = chore_numbers(all.tables);
  const auto starts_otherwise = [&](const TablesView& tables, Direction facing) {
    const PlayerRules& rules = facts(tables.game.version[0]).player;
    return std::ranges::any_of(rules.prelude, [&](NamedChore name) {
      return named.records.contains({numbers.chore(name), facing});
    });
  };
  for (const auto& [key, timeline] : pair_records(all.tables, rows)) {
    if (!timeline.both() || named.all.contains(key)) continue;
    if (starts_otherwise(old_tables, key.facing) || starts_otherwise(new_tables, key.facing)) {
      continue;
    }
    if (mirror && (is_flipped(old_tables, all.old_frames, timeline.old_row) ||
                   is_flipped(new_tables, all.new_frames, timeline.new_row))) {
      continue;
    }
    for (const Difference& difference : differences(all, timeline)) {
      all.add({.kind = FindingKind::timeline,
               .field = difference.field,
               .costume = rows,
               .key = key,
               .row = timeline,
               .tick = difference.tick});
    }
  }
}

std::vector<std::vector<TimelinePair>> changed_timelines(const DiffTables& tables,
                                                         const std::vector<FindingGroup>& groups) {
  const ComparedTables compared(tables);
  std::vector<std::vector<TimelinePair>> changed(groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].costume.both()) continue;
    NamedTimelines named;
    for (const Finding* finding : groups[i].findings) named.add(*finding);
    for (const auto& [key, row] : pair_records(tables, groups[i].costume)) {
      if (named.all.contains(key) || (row.both() && !differences(compared, row).empty())) {
        changed[i].push_back({key, row});
      }
    }
  }
  return changed;
}

}  // namespace wardrobe
