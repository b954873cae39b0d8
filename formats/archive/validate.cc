#include <algorithm>
#include <initializer_list>
#include <string>
#include <tuple>

#include "formats/archive/archive.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMaxSide = 4096;
constexpr uint16_t kMaxCostWindow = 128;

/// Remembers the first thing that is wrong.
class Validation {
 public:
  void check(bool fine, std::string_view what) {
    if (!fine && wrong_.empty()) wrong_ = what;
  }

  /// Every column of a table has its number of rows.
  void rows(std::string_view table, size_t count, std::initializer_list<size_t> columns) {
    for (const size_t size : columns) {
      check(size == count, std::string(table) + ": its columns differ in length");
    }
  }

  /// An offset column of `count` rows over `elements` elements; later checks may use it.
  template <class T>
  void offsets(std::string_view name, const Column<T>& offset, size_t count, uint64_t elements) {
    check(!offset.empty() && offset.size() == count + 1 && offset.front() == 0 &&
              offset.back() == elements && std::ranges::is_sorted(offset),
          std::string(name) + ": not sorted from 0 to the end of its column");
  }

  template <class T>
  void below(std::string_view name, const Column<T>& column, uint64_t limit) {
    check(std::ranges::all_of(column, [&](T value) { return value < limit; }),
          std::string(name) + ": a value out of range");
  }

  /// Row numbers of a table, or none.
  void row_numbers(std::string_view name, const Column<uint32_t>& column, size_t limit) {
    check(std::ranges::all_of(column, [&](uint32_t v) { return v < limit || v == kNone; }),
          std::string(name) + ": names a row that is not there");
  }

  bool fine() const { return wrong_.empty(); }
  Status status() const {
    if (fine()) return ok();
    return Error{ErrorCode::damaged, kNoOffset, "the tables contradict each other: " + wrong_};
  }

 private:
  std::string wrong_;
};

void check_sources_and_rooms(Validation& v, const Tables& t) {
  const Game& game = t.game;
  v.rows("game", 1,
         {game.version.size(), game.index_entries.size(), game.index_unused.size(),
          game.index_no_room.size(), game.index_no_costume.size()});
  v.offsets("game.evidence_offset", game.evidence_offset, 1, game.evidence.size());
  const size_t sources = t.sources.size.size();
  v.rows("sources", sources, {t.sources.xor_key.size()});
  v.offsets("sources.name_offset", t.sources.name_offset, sources, t.sources.name.size());
  const size_t rooms = t.rooms.number.size();
  v.rows("rooms", rooms, {t.rooms.source.size(), t.rooms.offset.size()});
  v.offsets("rooms.name_offset", t.rooms.name_offset, rooms, t.rooms.name.size());
  v.below("rooms.source", t.rooms.source, sources);
  const size_t palettes = t.palettes.room.size();
  v.rows("palettes", palettes, {t.palettes.number.size()});
  v.offsets("palettes.rgb_offset", t.palettes.rgb_offset, palettes, t.palettes.rgb.size());
  v.below("palettes.room", t.palettes.room, rooms);
}

void check_costumes(Validation& v, const Tables& t) {
  const Costumes& c = t.costumes;
  const size_t n = c.id.size();
  v.rows("costumes", n,
         {c.room.size(), c.source.size(), c.offset.size(), c.size.size(), c.kind.size(),
          c.format.size(), c.codec.size(), c.mirror_west.size(), c.directions.size()});
  v.offsets("costumes.alias_offset", c.alias_offset, n, c.alias.size());
  v.offsets("costumes.color_offset", c.color_offset, n, c.color.size());
  v.offsets("costumes.table_offset", c.table_offset, n, t.limb_tables.limb.size());
  v.offsets("costumes.record_offset", c.record_offset, n, t.records.number.size());
  v.offsets("costumes.command_offset", c.command_offset, n, c.command.size());
  v.offsets("costumes.rgb_offset", c.rgb_offset, n, c.rgb.size());
  v.offsets("costumes.jump_offset", c.jump_offset, n, c.jump.size());
  v.row_numbers("costumes.room", c.room, t.rooms.number.size());
  v.below("costumes.source", c.source, t.sources.size.size());
  v.below("costumes.kind", c.kind, 2);
  v.below("costumes.mirror_west", c.mirror_west, 2);
  v.check(std::ranges::all_of(c.directions, [](uint8_t d) { return d == 4 || d == 8; }),
          "costumes.directions: neither 4 nor 8");
  if (!v.fine()) return;
  for (size_t i = 1; i < n; ++i) {
    v.check(std::tie(c.source[i - 1], c.offset[i - 1]) < std::tie(c.source[i], c.offset[i]),
            "costumes: not in order of file and offset");
  }
}

void check_entries(Validation& v, const Tables& t) {
  const Entries& e = t.entries;
  const size_t n = e.state.size();
  v.offsets("tables.entry_offset", t.limb_tables.entry_offset, t.limb_tables.limb.size(), n);
  v.check(std::ranges::all_of(t.limb_tables.limb, [](uint8_t l) { return l < 16 || l == kNoLimb; }),
          "tables.limb: a value out of range");
  v.rows("entries", n,
         {e.reached.size(), e.picture.size(), e.x.size(), e.y.size(), e.xinc.size(), e.yinc.size(),
          e.redirect_limb.size(), e.redirect_index.size()});
  v.below("entries.state", e.state, 4);
  v.below("entries.reached", e.reached, 2);
  v.row_numbers("entries.picture", e.picture, t.pictures.width.size());
  if (!v.fine()) return;
  for (size_t i = 0; i < n; ++i) {
    const bool has_picture = e.state[i] == static_cast<uint8_t>(EntryState::picture);
    v.check(has_picture == (e.picture[i] != kNone), "entries.picture: does not go with the state");
  }
  uint32_t used = 0;
  for (const uint32_t picture : e.picture) {
    v.check(picture == kNone || picture <= used, "pictures: not in order of first use");
    if (picture == used) ++used;
  }
  v.check(used == t.pictures.width.size(), "pictures: one that no entry shows");
}

/// A COST's window lies inside its `commands`; an AKOS's may lead anywhere.
bool is_cost_window(uint8_t mode, uint16_t start, uint16_t length, uint32_t commands) {
  if (uint32_t{start} + length > commands) return false;
  if (mode == static_cast<uint8_t>(WindowMode::off)) return length == 0;
  const bool plays = mode == static_cast<uint8_t>(WindowMode::loop) ||
                     mode == static_cast<uint8_t>(WindowMode::once);
  return plays && length >= 1 && length <= kMaxCostWindow;
}

void check_records(Validation& v, const Tables& t) {
  const Windows& w = t.windows;
  v.offsets("records.window_offset", t.records.window_offset, t.records.number.size(),
            w.limb.size());
  v.rows("windows", w.limb.size(), {w.mode.size(), w.start.size(), w.length.size()});
  v.below("windows.limb", w.limb, 16);
  v.below("windows.mode", w.mode, 9);
  if (!v.fine()) return;
  for (size_t record = 0; record < t.records.number.size(); ++record) {
    for (uint32_t i = t.records.window_offset[record] + 1; i < t.records.window_offset[record + 1];
         ++i) {
      v.check(w.limb[i - 1] < w.limb[i], "windows.limb: not rising within a record");
    }
  }
  for (size_t costume = 0; costume < t.costumes.id.size(); ++costume) {
    for (uint32_t i = t.costumes.record_offset[costume] + 1;
         i < t.costumes.record_offset[costume + 1]; ++i) {
      v.check(t.records.number[i - 1] < t.records.number[i],
              "records.number: not rising within a costume");
    }
    const uint32_t commands =
        t.costumes.command_offset[costume + 1] - t.costumes.command_offset[costume];
    const uint32_t first = t.records.window_offset[t.costumes.record_offset[costume]];
    const uint32_t last = t.records.window_offset[t.costumes.record_offset[costume + 1]];
    const bool is_cost = t.costumes.kind[costume] == static_cast<uint8_t>(Kind::cost);
    for (uint32_t i = first; i < last; ++i) {
      v.check(!is_cost || is_cost_window(w.mode[i], w.start[i], w.length[i], commands),
              "windows: what a COST cannot have");
    }
  }
}

void check_pictures(Validation& v, const Tables& t, uint64_t pixel_count) {
  const Pictures& p = t.pictures;
  const size_t n = p.width.size();
  v.rows("pictures", n, {p.height.size(), p.transparent.size(), p.xxh64.size()});
  v.offsets("pictures.pixel_offset", p.pixel_offset, n, pixel_count);
  if (!v.fine()) return;
  for (size_t i = 0; i < n; ++i) {
    v.check(p.width[i] >= 1 && p.width[i] <= kMaxSide && p.height[i] >= 1 &&
                p.height[i] <= kMaxSide &&
                p.pixel_offset[i + 1] - p.pixel_offset[i] == uint64_t{p.width[i]} * p.height[i],
            "pictures: a size that its pixels do not have");
  }
}

void check_timelines(Validation& v, const Tables& t) {
  const Timelines& lines = t.timelines;
  const size_t n = t.records.number.size();
  v.rows("timelines", n, {lines.loop_start.size(), lines.flags.size()});
  v.below("timelines.flags", lines.flags, 2 * kMissingPicture);
  v.offsets("timelines.tick_offset", lines.tick_offset, n, lines.tick.size());
  v.offsets("timelines.event_offset", lines.event_offset, n, t.events.tick.size());
  v.offsets("timelines.read_offset", lines.read_offset, n, lines.read.size());
  v.below("timelines.read", lines.read, kReads);
  const size_t frames = t.frames.cel_offset.empty() ? 0 : t.frames.cel_offset.size() - 1;
  v.below("timelines.tick", lines.tick, frames);
  const Cels& cels = t.cels;
  const size_t count = cels.limb.size();
  v.offsets("frames.cel_offset", t.frames.cel_offset, frames, count);
  v.rows("cels", count,
         {cels.index.size(), cels.picture.size(), cels.x.size(), cels.y.size(), cels.flip.size()});
  v.below("cels.limb", cels.limb, 16);
  v.below("cels.picture", cels.picture, t.pictures.width.size());
  v.below("cels.flip", cels.flip, 2);
  v.rows("events", t.events.tick.size(),
         {t.events.limb.size(), t.events.kind.size(), t.events.value.size()});
  v.below("events.limb", t.events.limb, 16);
  v.below("events.kind", t.events.kind, kEventKinds);
  if (!v.fine()) return;
  for (size_t i = 0; i < n; ++i) {
    const uint32_t ticks = lines.tick_offset[i + 1] - lines.tick_offset[i];
    const bool loops = (lines.flags[i] & kTruncated) == 0;
    const bool reads = lines.read_offset[i] != lines.read_offset[i + 1];
    v.check(reads == ((lines.flags[i] & kDynamic) != 0),
            "timelines.read: dynamic timelines are those that read something");
    v.check(ticks > 0 && (loops ? lines.loop_start[i] < ticks : lines.loop_start[i] == kNone),
            "timelines.loop_start: not a tick of the timeline");
    for (uint32_t e = lines.event_offset[i]; e < lines.event_offset[i + 1]; ++e) {
      v.check(t.events.tick[e] < ticks, "events.tick: not a tick of the timeline");
    }
  }
}

void check_failures(Validation& v, const Tables& t) {
  const Failures& f = t.failures;
  const size_t n = f.costume.size();
  v.rows("failures", n,
         {f.id.size(), f.room.size(), f.source.size(), f.offset.size(), f.limb.size(),
          f.index.size()});
  v.offsets("failures.error_offset", f.error_offset, n, f.error.size());
  v.row_numbers("failures.costume", f.costume, t.costumes.id.size());
  v.row_numbers("failures.source", f.source, t.sources.size.size());
}

}  // namespace

Status validate(const Tables& tables, uint64_t pixel_count) {
  Validation validation;
  check_sources_and_rooms(validation, tables);
  check_pictures(validation, tables, pixel_count);
  check_costumes(validation, tables);
  check_entries(validation, tables);
  check_records(validation, tables);
  check_timelines(validation, tables);
  check_failures(validation, tables);
  return validation.status();
}

}  // namespace wardrobe
