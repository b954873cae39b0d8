#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <tuple>

#include "formats/archive/archive.h"
#include "formats/archive/shape.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

/// Remembers the first check that failed.
class Validation {
 public:
  void check(bool fine, std::string_view what) {
    if (!fine && wrong_.empty()) wrong_ = what;
  }

  template <class T>
  void below(std::string_view name, const Column<T>& column, uint64_t limit) {
    check(std::ranges::all_of(column, [&](T value) { return value < limit; }),
          std::string(name) + ": a value out of range");
  }

  /// … or none, which is the largest value of the column's type.
  template <class T>
  void below_or_none(std::string_view name, const Column<T>& column, uint64_t limit) {
    constexpr T kNoValue = static_cast<T>(~T{0});
    check(std::ranges::all_of(column, [&](T v) { return v < limit || v == kNoValue; }),
          std::string(name) + ": a value out of range");
  }

  Status status() const { return wrong_.empty() ? ok() : contradiction(wrong_); }

 private:
  std::string wrong_;
};

/// Whether the values of those rows rise, each above the one before.
template <class T>
bool rises(const Column<T>& column, RowRange rows) {
  const std::span<const T> values = std::span(column).subspan(rows.front(), rows.size());
  return std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end();
}

void check_rooms(Validation& v, const Tables& t) {
  v.check(t.game.version.size() == 1, "game: not one row");
  v.below("rooms.source", t.rooms.source, t.sources.size.size());
  v.below("palettes.room", t.palettes.room, t.rooms.number.size());
}

/// Backgrounds and planes are as large as their room.
void check_room_pictures(Validation& v, const Tables& t) {
  const Rooms& r = t.rooms;
  v.below("rooms.see_through", r.see_through, 2);
  for (size_t i = 0; i < r.number.size(); ++i) {
    const uint64_t pixels = uint64_t{r.width[i]} * r.height[i];
    const uint64_t background = r.background_offset[i + 1] - r.background_offset[i];
    v.check(background == 0 || (background == pixels && pixels <= kMaxRoomPixels),
            "rooms.background_offset: not width · height pixels, or too many");
    v.check(background != 0 || r.background_xxh64[i] == 0,
            "rooms.background_xxh64: of a room without a background");
    const size_t strips = background == 0 ? 0 : r.width[i] / kStripColumns;
    v.check(rows_of(r.see_through_offset, i).size() == strips,
            "rooms.see_through_offset: not one for each strip of a background");
    const RowRange planes = rows_of(r.plane_offset, i);
    v.check(planes.size() <= kMaxPlanes, "rooms.plane_offset: more planes than a room has");
    const uint64_t bits = (r.width[i] + kStripColumns - 1) / kStripColumns * uint64_t{r.height[i]};
    for (const uint32_t plane : planes) {
      const uint32_t size = rows_of(t.planes.bits_offset, plane).size();
      v.check(size == 0 || size == bits, "planes.bits_offset: not a bit for each pixel");
    }
  }
}

void check_costumes(Validation& v, const Tables& t) {
  const Costumes& c = t.costumes;
  v.below_or_none("costumes.room", c.room, t.rooms.number.size());
  v.below("costumes.source", c.source, t.sources.size.size());
  v.below("costumes.kind", c.kind, 2);
  v.below("costumes.mirror_west", c.mirror_west, 2);
  v.check(std::ranges::all_of(c.directions, [](uint8_t d) { return d == 4 || d == 8; }),
          "costumes.directions: neither 4 nor 8");
  for (size_t i = 1; i < c.id.size(); ++i) {
    v.check(std::tie(c.source[i - 1], c.offset[i - 1]) < std::tie(c.source[i], c.offset[i]),
            "costumes: not in order of file and offset");
  }
}

void check_entries(Validation& v, const Tables& t) {
  const Entries& e = t.entries;
  v.below_or_none("tables.limb", t.limb_tables.limb, kLimbs);
  v.below("entries.state", e.state, 4);
  v.below("entries.reached", e.reached, 2);
  v.below_or_none("entries.picture", e.picture, t.pictures.width.size());
  for (size_t i = 0; i < e.state.size(); ++i) {
    const bool has_picture = e.state[i] == static_cast<uint8_t>(EntryState::picture);
    v.check(has_picture == (e.picture[i] != kNone),
            "entries.picture: a picture goes with state 1 only");
  }
  uint32_t used = 0;
  for (const uint32_t picture : e.picture) {
    v.check(picture == kNone || picture <= used, "pictures: not in order of first use");
    if (picture == used) ++used;
  }
  v.check(used == t.pictures.width.size(), "pictures: no entry shows one of them");
}

/// A window of a COST lies inside its `commands`; one of an AKOS may lie anywhere.
bool is_cost_window(uint8_t mode, uint16_t start, uint16_t length, uint32_t commands) {
  if (uint32_t{start} + length > commands) return false;
  if (mode == static_cast<uint8_t>(WindowMode::off)) return length == 0;
  const bool plays = mode == static_cast<uint8_t>(WindowMode::loop) ||
                     mode == static_cast<uint8_t>(WindowMode::once);
  return plays && length >= 1 && length <= kMaxCostWindow;
}

void check_records(Validation& v, const Tables& t) {
  const Windows& w = t.windows;
  v.below("windows.limb", w.limb, kLimbs);
  v.below("windows.mode", w.mode, kWindowModes);
  for (size_t record = 0; record < t.records.number.size(); ++record) {
    v.check(rises(w.limb, rows_of(t.records.window_offset, record)),
            "windows.limb: does not rise within a record");
  }
  for (size_t costume = 0; costume < t.costumes.id.size(); ++costume) {
    const RowRange records = rows_of(t.costumes.record_offset, costume);
    v.check(rises(t.records.number, records), "records.number: does not rise within a costume");
    if (t.costumes.kind[costume] != static_cast<uint8_t>(Kind::cost)) continue;
    const uint32_t commands = rows_of(t.costumes.command_offset, costume).size();
    for (const uint32_t record : records) {
      for (const uint32_t i : rows_of(t.records.window_offset, record)) {
        v.check(is_cost_window(w.mode[i], w.start[i], w.length[i], commands),
                "windows: one that no COST can have");
      }
    }
  }
}

void check_pictures(Validation& v, const Tables& t) {
  const Pictures& p = t.pictures;
  const auto is_side = [](uint16_t pixels) { return pixels >= 1 && pixels <= kMaxSide; };
  for (size_t i = 0; i < p.width.size(); ++i) {
    v.check(is_side(p.width[i]) && is_side(p.height[i]),
            "pictures: a side not of 1 to 4096 pixels");
    v.check(p.pixel_offset[i + 1] - p.pixel_offset[i] == uint64_t{p.width[i]} * p.height[i],
            "pictures.pixel_offset: not width · height pixels");
  }
}

void check_timelines(Validation& v, const Tables& t) {
  const Timelines& lines = t.timelines;
  v.below("timelines.flags", lines.flags, 2 * kMissingPicture);
  v.below("timelines.tick", lines.tick, t.frames.cel_offset.rows());
  v.below("timelines.read", lines.read, kReads);
  for (size_t i = 0; i < lines.flags.size(); ++i) {
    const uint32_t ticks = rows_of(lines.tick_offset, i).size();
    const bool loops = (lines.flags[i] & kTruncated) == 0;
    const bool reads = !rows_of(lines.read_offset, i).empty();
    v.check(reads == ((lines.flags[i] & kDynamic) != 0),
            "timelines.read: dynamic timelines, and no others, read something");
    v.check(ticks > 0, "timelines.tick_offset: a timeline without ticks");
    v.check(loops ? lines.loop_start[i] < ticks : lines.loop_start[i] == kNone,
            "timelines.loop_start: not a tick of the timeline, or one of a truncated timeline");
    for (const uint32_t event : rows_of(lines.event_offset, i)) {
      v.check(t.events.tick[event] < ticks, "events.tick: not a tick of the timeline");
    }
  }
}

void check_cels_and_events(Validation& v, const Tables& t) {
  v.below("cels.limb", t.cels.limb, kLimbs);
  v.below("cels.picture", t.cels.picture, t.pictures.width.size());
  v.below("cels.flip", t.cels.flip, 2);
  v.below("events.limb", t.events.limb, kLimbs);
  v.below("events.kind", t.events.kind, kEventKinds);
}

void check_failures(Validation& v, const Tables& t) {
  v.below_or_none("failures.costume", t.failures.costume, t.costumes.id.size());
  v.below_or_none("failures.source", t.failures.source, t.sources.size.size());
}

}  // namespace

Status validate(const Tables& tables, uint64_t background_count, uint64_t pixel_count) {
  Result<Counts> rows = count_rows(count_elements(tables));
  if (!rows) return rows.error();
  (*rows)[std::string(kBackgroundColumn)] = background_count;
  (*rows)[std::string(kPixelColumn)] = pixel_count;
  if (Status offsets = check_offsets(tables, *rows); !offsets) return offsets;
  Validation validation;
  validation.check(tables.timelines.flags.size() == tables.records.number.size(),
                   "timelines: not one for each record");
  check_rooms(validation, tables);
  check_room_pictures(validation, tables);
  check_pictures(validation, tables);
  check_costumes(validation, tables);
  check_entries(validation, tables);
  check_records(validation, tables);
  check_timelines(validation, tables);
  check_cels_and_events(validation, tables);
  check_failures(validation, tables);
  return validation.status();
}

}  // namespace wardrobe
