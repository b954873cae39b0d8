#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "formats/hash.h"
#include "formats/player/player.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

std::span<const uint32_t> ticks_of(const Timelines& lines, uint32_t row) {
  return std::span(lines.tick)
      .subspan(lines.tick_offset[row], lines.tick_offset[row + 1] - lines.tick_offset[row]);
}

/// The different frames of a timeline, sorted.
std::vector<uint32_t> frames_of(const Timelines& lines, uint32_t row) {
  const auto ticks = ticks_of(lines, row);
  std::vector<uint32_t> frames(ticks.begin(), ticks.end());
  std::ranges::sort(frames);
  // clang 14 does not take std::ranges::unique of libstdc++ 12.
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

bool is_flipped(const Tables& tables, uint32_t timeline) {
  return std::ranges::any_of(frames_of(tables.timelines, timeline), [&](uint32_t frame) {
    const auto& offset = tables.frames.cel_offset;
    return std::any_of(tables.cels.flip.begin() + offset[frame],
                       tables.cels.flip.begin() + offset[frame + 1],
                       [](uint8_t flip) { return flip != 0; });
  });
}

using Event = std::tuple<uint32_t, uint8_t, uint8_t, int32_t>;

/// Events up to a tick. A sound's number is left out where `sounds` is false: it means nothing
/// else in version 5 (SCUMM.md §4).
std::vector<Event> events_of(const Tables& tables, uint32_t timeline, size_t ticks, bool sounds) {
  const Events& from = tables.events;
  std::vector<Event> events;
  for (uint32_t i = tables.timelines.event_offset[timeline];
       i < tables.timelines.event_offset[timeline + 1]; ++i) {
    if (from.tick[i] >= ticks) continue;
    const bool valued = sounds || from.kind[i] != static_cast<uint8_t>(EventKind::sound);
    events.emplace_back(from.tick[i], from.limb[i], from.kind[i], valued ? from.value[i] : 0);
  }
  std::ranges::stable_sort(events, {}, [](const Event& event) { return std::get<0>(event); });
  return events;
}

/// Something of a timeline that differs, and the first tick where it does.
struct Difference {
  std::string_view field;
  uint32_t tick = 0;
};

/// Compares a timeline of one archive with one of the other.
class TimelineComparison {
 public:
  TimelineComparison(const DiffInputs& inputs, Sides timeline)
      : inputs_(inputs),
        old_(inputs.old_input.tables),
        new_(inputs.new_input.tables),
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
      const FrameHash& before = inputs_.old_frames[old_ticks_[tick]];
      const FrameHash& now = inputs_.new_frames[new_ticks_[tick]];
      if (before.pictures != now.pictures) {
        return Difference{shows_the_same() ? "order" : "pictures", tick};
      }
      if (before.all != now.all && !first) first = tick;
    }
    if (!first) return std::nullopt;
    return Difference{"positions", *first};
  }

  /// Whether both draw the same pictures together, at whatever ticks.
  bool shows_the_same() const {
    const auto shown = [](const std::vector<FrameHash>& hashes, std::span<const uint32_t> ticks) {
      std::set<uint64_t> pictures;
      for (const uint32_t frame : ticks) pictures.insert(hashes[frame].pictures);
      return pictures;
    };
    return shown(inputs_.old_frames, old_ticks_) == shown(inputs_.new_frames, new_ticks_);
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

  const DiffInputs& inputs_;
  const Tables& old_;
  const Tables& new_;
  Sides rows_;
  std::span<const uint32_t> old_ticks_;
  std::span<const uint32_t> new_ticks_;
  size_t common_;
};

/// Whether one of the findings of a pair explains that a timeline of it differs.
bool is_explained(const DiffInputs& inputs, std::span<const Finding> findings, RecordKey what,
                  Sides timeline) {
  const RecordKey init{kChoreInit, what.facing};
  return std::ranges::any_of(findings, [&](const Finding& finding) {
    if (finding.kind == FindingKind::record) {
      return finding.record == what || finding.record == init;
    }
    if (finding.kind == FindingKind::mirror) {
      return is_flipped(inputs.old_input.tables, timeline.old_row) ||
             is_flipped(inputs.new_input.tables, timeline.new_row);
    }
    return finding.names_timelines() && std::ranges::binary_search(finding.timelines, what);
  });
}

/// A costume's entries by limb and index.
class EntryIndex {
 public:
  EntryIndex(const Tables& tables, uint32_t costume) {
    for (uint32_t table = tables.costumes.table_offset[costume];
         table < tables.costumes.table_offset[costume + 1]; ++table) {
      const uint32_t first = tables.limb_tables.entry_offset[table];
      const std::pair range(first, tables.limb_tables.entry_offset[table + 1] - first);
      if (tables.limb_tables.limb[table] == kNoLimb) {
        limbs_.fill(range);
      } else {
        limbs_[tables.limb_tables.limb[table]] = range;
      }
    }
  }

  uint32_t entry(uint8_t limb, uint16_t index) const {
    const auto [first, count] = limbs_[limb];
    return index < count ? first + index : kNone;
  }

 private:
  std::array<std::pair<uint32_t, uint32_t>, kLimbs> limbs_{};  ///< first entry and count
};

}  // namespace

std::vector<FrameHash> frame_hashes(const Tables& tables) {
  const Cels& cels = tables.cels;
  std::vector<FrameHash> hashes;
  std::vector<uint8_t> pictures;
  std::vector<uint8_t> places;
  for (size_t frame = 0; frame + 1 < tables.frames.cel_offset.size(); ++frame) {
    pictures.clear();
    places.clear();
    for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1];
         ++i) {
      ByteWriter(pictures).u32(cels.limb[i] | uint32_t{cels.index[i]} << 8);
      ByteWriter place(places);
      place.u8(cels.flip[i]);
      place.u32(static_cast<uint32_t>(cels.x[i]));
      place.u32(static_cast<uint32_t>(cels.y[i]));
    }
    FrameHash& hash = hashes.emplace_back();
    hash.pictures = xxh64(pictures);
    ByteWriter(places).u64(hash.pictures);
    hash.all = xxh64(places);
  }
  return hashes;
}

void compare_timelines(const DiffInputs& inputs, Sides rows, size_t first_finding,
                       std::vector<Finding>& findings) {
  const size_t last_finding = findings.size();
  const auto old_records = records_of(inputs.old_input.tables, rows.old_row);
  const auto new_records = records_of(inputs.new_input.tables, rows.new_row);
  for (const auto& [what, old_row] : old_records) {
    const auto found = new_records.find(what);
    if (found == new_records.end()) continue;
    const Sides timeline{old_row, found->second};
    const auto differences = TimelineComparison(inputs, timeline).differences();
    const auto so_far = std::span(findings).subspan(first_finding, last_finding - first_finding);
    if (differences.empty() || is_explained(inputs, so_far, what, timeline)) continue;
    for (const Difference& difference : differences) {
      findings.push_back({.kind = FindingKind::timeline,
                          .field = difference.field,
                          .costume = rows,
                          .row = timeline,
                          .record = what,
                          .tick = difference.tick});
    }
  }
}

bool timelines_differ(const DiffInputs& inputs, Sides timeline) {
  return !TimelineComparison(inputs, timeline).differences().empty();
}

ShownSlots::ShownSlots(const Tables& tables, uint32_t costume) {
  const Offsets& table_offset = tables.costumes.table_offset;
  first_entry_ = tables.limb_tables.entry_offset[table_offset[costume]];
  by_entry_.resize(tables.limb_tables.entry_offset[table_offset[costume + 1]] - first_entry_);
  const auto states = std::span(tables.entries.state).subspan(first_entry_, by_entry_.size());
  const bool has_unseen =
      std::ranges::count(states, static_cast<uint8_t>(EntryState::zero_size)) > 0;
  const EntryIndex index(tables, costume);
  const auto records = records_of(tables, costume);
  for (const auto& [what, row] : records) {
    const auto show = [&, what = what](uint32_t entry) {
      auto& timelines = by_entry_[entry - first_entry_];
      if (timelines.empty() || timelines.back() != what) timelines.push_back(what);
    };
    for (const uint32_t frame : frames_of(tables.timelines, row)) {
      for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1];
           ++i) {
        const uint32_t entry = index.entry(tables.cels.limb[i], tables.cels.index[i]);
        if (entry != kNone) show(entry);
      }
    }
    const auto show_unseen = [&](uint32_t record) {
      for (uint32_t i = tables.records.window_offset[record];
           i < tables.records.window_offset[record + 1]; ++i) {
        for (const uint16_t slot : slots_named_by(tables, costume, i)) {
          const uint32_t entry = index.entry(tables.windows.limb[i], slot);
          if (entry != kNone && EntryState{tables.entries.state[entry]} == EntryState::zero_size) {
            show(entry);
          }
        }
      }
    };
    if (!has_unseen) continue;
    show_unseen(row);
    const auto init = records.find({kChoreInit, what.facing});
    if (init != records.end()) show_unseen(init->second);
  }
}

const std::vector<RecordKey>& ShownSlots::timelines(uint32_t entry) const {
  static const std::vector<RecordKey> kNoTimelines;
  return entry == kNone ? kNoTimelines : by_entry_[entry - first_entry_];
}

}  // namespace wardrobe
