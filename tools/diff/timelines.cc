#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "formats/hash.h"
#include "formats/player/player.h"
#include "tools/diff/compare.h"
#include "tools/diff/finding_groups.h"

namespace wardrobe {
namespace {

std::span<const uint32_t> ticks_of(const Timelines& lines, uint32_t row) {
  return elements_at(lines.tick_offset, lines.tick, row);
}

bool is_flipped(const Tables& tables, const std::vector<FrameHash>& frames, uint32_t timeline) {
  return std::ranges::any_of(ticks_of(tables.timelines, timeline),
                             [&](uint32_t frame) { return frames[frame].flipped; });
}

using Event = std::tuple<uint32_t, uint8_t, uint8_t, int32_t>;

/// Events before a tick. Numbers of sounds are left out if `sounds` is false: versions 4 and 5
/// have none (SCUMM.md §4).
std::vector<Event> events_of(const Tables& tables, uint32_t timeline, size_t ticks, bool sounds) {
  const Events& from = tables.events;
  std::vector<Event> events;
  for (const uint32_t i : rows_of(tables.timelines.event_offset, timeline)) {
    if (from.tick[i] >= ticks) continue;
    const bool valued = sounds || from.kind[i] != static_cast<uint8_t>(EventKind::sound);
    events.emplace_back(from.tick[i], from.limb[i], from.kind[i], valued ? from.value[i] : 0);
  }
  std::ranges::stable_sort(events, {}, [](const Event& event) { return std::get<0>(event); });
  return events;
}

/// A field in which two timelines differ, and the first tick at which they do.
struct Difference {
  std::string_view field;
  uint32_t tick = 0;
};

/// Compares a timeline of one archive with one of the other.
class TimelineComparison {
 public:
  TimelineComparison(const ComparedTables& compared, Sides timeline)
      : compared_(compared),
        old_(compared.tables.old_tables),
        new_(compared.tables.new_tables),
        rows_(timeline),
        old_ticks_(ticks_of(old_.timelines, timeline.old_row)),
        new_ticks_(ticks_of(new_.timelines, timeline.new_row)),
        common_(std::min(old_ticks_.size(), new_ticks_.size())) {}

  std::vector<Difference> differences() const {
    std::vector<Difference> found;
    if (const auto drawn = drawn_difference()) found.push_back(*drawn);
    if (old_ticks_.size() != new_ticks_.size()) {
      found.push_back({"length", static_cast<uint32_t>(common_)});
    }
    if (old_.timelines.loop_start[rows_.old_row] != new_.timelines.loop_start[rows_.new_row]) {
      found.push_back({"loop", 0});
    }
    if (const auto events = event_difference()) found.push_back(*events);
    return found;
  }

 private:
  std::optional<Difference> drawn_difference() const {
    std::optional<uint32_t> first;
    for (uint32_t tick = 0; tick < common_; ++tick) {
      const FrameHash& before = compared_.old_frames[old_ticks_[tick]];
      const FrameHash& now = compared_.new_frames[new_ticks_[tick]];
      if (before.pictures != now.pictures) {
        return Difference{shows_the_same() ? "order" : "pictures", tick};
      }
      if (before.all != now.all && !first) first = tick;
    }
    if (!first) return std::nullopt;
    return Difference{"positions", *first};
  }

  /// Whether both draw the same sets of pictures, at any ticks.
  bool shows_the_same() const {
    const auto shown = [](const std::vector<FrameHash>& hashes, std::span<const uint32_t> ticks) {
      std::set<uint64_t> pictures;
      for (const uint32_t frame : ticks) pictures.insert(hashes[frame].pictures);
      return pictures;
    };
    return shown(compared_.old_frames, old_ticks_) == shown(compared_.new_frames, new_ticks_);
  }

  std::optional<Difference> event_difference() const {
    const bool sounds = old_.game.version[0] == new_.game.version[0];
    const auto before = events_of(old_, rows_.old_row, common_, sounds);
    const auto now = events_of(new_, rows_.new_row, common_, sounds);
    const auto [i, j] = std::ranges::mismatch(before, now);
    if (i == before.end() && j == now.end()) return std::nullopt;
    constexpr uint32_t kNever = kNone;
    const uint32_t old_tick = i == before.end() ? kNever : std::get<0>(*i);
    const uint32_t new_tick = j == now.end() ? kNever : std::get<0>(*j);
    return Difference{"events", std::min(old_tick, new_tick)};
  }

  const ComparedTables& compared_;
  const Tables& old_;
  const Tables& new_;
  Sides rows_;
  std::span<const uint32_t> old_ticks_;
  std::span<const uint32_t> new_ticks_;
  size_t common_;
};

/// Which timelines the findings about a pair of costumes explain.
class Explanations {
 public:
  Explanations(const ComparedTables& compared, std::span<const Finding> findings)
      : compared_(compared) {
    for (const Finding& finding : findings) {
      if (finding.key) records_.insert(*finding.key);
      mirror_ = mirror_ || finding.kind == FindingKind::mirror;
      all_ = all_ || finding.unlisted;
      slots_.insert(finding.timelines.begin(), finding.timelines.end());
    }
  }

  bool explain(RecordKey key, Sides timeline) const {
    const RecordKey init{kChoreInit, key.facing};
    if (all_ || records_.contains(key) || records_.contains(init) || slots_.contains(key)) {
      return true;
    }
    const DiffTables& tables = compared_.tables;
    return mirror_ && (is_flipped(tables.old_tables, compared_.old_frames, timeline.old_row) ||
                       is_flipped(tables.new_tables, compared_.new_frames, timeline.new_row));
  }

 private:
  const ComparedTables& compared_;
  std::set<RecordKey> records_;
  std::set<RecordKey> slots_;  ///< that show changed slots
  bool mirror_ = false;
  bool all_ = false;  ///< any timeline may show a changed slot
};

std::set<RecordKey> named_by(const std::vector<const Finding*>& findings) {
  std::set<RecordKey> keys;
  for (const Finding* finding : findings) {
    if (finding->key) keys.insert(*finding->key);
    keys.insert(finding->timelines.begin(), finding->timelines.end());
  }
  return keys;
}

std::vector<TimelinePair> changed_in(const ComparedTables& compared, const FindingGroup& group) {
  std::vector<TimelinePair> changed;
  if (!group.costume.both()) return changed;
  const std::set<RecordKey> named = named_by(group.findings);
  for (const auto& [key, row] : pair_records(compared.tables, group.costume)) {
    if (named.contains(key) ||
        (row.both() && !TimelineComparison(compared, row).differences().empty())) {
      changed.push_back({key, row});
    }
  }
  return changed;
}

}  // namespace

std::vector<FrameHash> frame_hashes(const Tables& tables) {
  const Cels& cels = tables.cels;
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

void compare_timelines(const ComparedTables& compared, Sides rows, size_t first_finding,
                       std::vector<Finding>& findings) {
  const Explanations explanations(compared, std::span(findings).subspan(first_finding));
  for (const auto& [key, timeline] : pair_records(compared.tables, rows)) {
    if (!timeline.both()) continue;
    const auto differences = TimelineComparison(compared, timeline).differences();
    if (differences.empty() || explanations.explain(key, timeline)) continue;
    for (const Difference& difference : differences) {
      findings.push_back({.kind = FindingKind::timeline,
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
  std::vector<std::vector<TimelinePair>> changed;
  for (const FindingGroup& group : groups) changed.push_back(changed_in(compared, group));
  return changed;
}

}  // namespace wardrobe
