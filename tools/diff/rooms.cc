#include <algorithm>
#include <map>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm/version.h"
#include "tools/diff/compare.h"
#include "tools/diff/finding_values.h"

namespace wardrobe {
namespace {

/// Number, and a count of earlier rooms with the same.
using RoomKey = std::pair<uint16_t, uint32_t>;

std::map<RoomKey, uint32_t> rooms_of(const Tables& tables) {
  std::map<RoomKey, uint32_t> rooms;
  for (uint32_t row = 0; row < tables.rooms.number.size(); ++row) {
    RoomKey key{tables.rooms.number[row], 0};
    while (!rooms.emplace(key, row).second) ++key.second;
  }
  return rooms;
}

/// Collects the pixels that differ.
class DifferingPixels {
 public:
  void add(size_t x, size_t y) {
    const auto column = static_cast<int32_t>(x);
    const auto row = static_cast<int32_t>(y);
    left_ = count_ == 0 ? column : std::min(left_, column);
    right_ = count_ == 0 ? column : std::max(right_, column);
    top_ = count_ == 0 ? row : top_;  // Rows come in rising order.
    bottom_ = row;
    ++count_;
  }

  PixelChange change() const {
    return {count_, {left_, top_, right_ - left_ + 1, bottom_ - top_ + 1}};
  }

 private:
  uint64_t count_ = 0;
  int32_t left_ = 0;
  int32_t top_ = 0;
  int32_t right_ = 0;
  int32_t bottom_ = 0;
};

class RoomComparison {
 public:
  RoomComparison(const DiffInput& old_input, const DiffInput& new_input, const Unread& unread,
                 Sides rooms, std::vector<Finding>& findings)
      : old_(old_input),
        new_(new_input),
        unread_(unread),
        old_rooms_(old_input.tables.rooms),
        new_rooms_(new_input.tables.rooms),
        rooms_(rooms),
        findings_(findings) {}

  Status compare() {
    Status compared = compare_all();
    if (unread_parts_.old_row != kNone) add_unreadable({unread_parts_.old_row, kNone});
    if (unread_parts_.new_row != kNone) add_unreadable({kNone, unread_parts_.new_row});
    return compared;
  }

 private:
  Status compare_all() {
    const bool old_known = width(old_rooms_, rooms_.old_row) != 0;
    const bool new_known = width(new_rooms_, rooms_.new_row) != 0;
    if (old_known != new_known) is_unread({old_known ? 0 : kNone, new_known ? 0 : kNone});
    if (!old_known || !new_known) return ok();
    if (!same_size()) add(FindingKind::room, "size");
    if (is_version4(old_.tables) || is_version4(new_.tables)) return ok();  // Sizes only.
    if (old_rooms_.transparent[rooms_.old_row] != new_rooms_.transparent[rooms_.new_row]) {
      add(FindingKind::room, "transparent");
    }
    compare_parts(FindingKind::plane, &Rooms::plane_offset, 1, [](const Tables& t, uint32_t row) {
      const Bytes bits = elements_at(t.planes.bits_offset, t.planes.bits, row);
      return std::vector<uint8_t>(bits.begin(), bits.end());
    });
    compare_parts(FindingKind::box, &Rooms::box_offset, 0, box_values);
    compare_parts(FindingKind::scale_slot, &Rooms::scale_offset, 1, scale_values);
    return compare_backgrounds();
  }

  /// Whether the side that lacks a part, `lacking`, could not read it; then the room is unreadable.
  bool is_unread(Sides lacking) {
    const Sides failure = unread_.in_room(old_rooms_.number[rooms_.old_row], lacking);
    if (failure.old_row != kNone) unread_parts_.old_row = failure.old_row;
    if (failure.new_row != kNone) unread_parts_.new_row = failure.new_row;
    return failure != Sides{};
  }

  void add_unreadable(Sides failure) {
    add(FindingKind::unreadable, "room");
    findings_.back().failure = failure;
  }

  static uint16_t width(const Rooms& rooms, uint32_t room) { return rooms.width[room]; }
  static bool is_version4(const Tables& tables) { return tables.game.version[0] == kScumm4; }

  bool same_size() const {
    return old_rooms_.width[rooms_.old_row] == new_rooms_.width[rooms_.new_row] &&
           old_rooms_.height[rooms_.old_row] == new_rooms_.height[rooms_.new_row];
  }

  void add(FindingKind kind, std::string_view field, RoomChange change = {}) {
    change.room = rooms_;
    findings_.push_back({.kind = kind, .field = field, .change = change});
  }

  /// Compares rows of a table that both rooms own, by position.
  template <class Values>
  void compare_parts(FindingKind kind, Offsets Rooms::*offset, uint16_t first,
                     const Values& values) {
    const RowRange olds = rows_of(old_rooms_.*offset, rooms_.old_row);
    const RowRange news = rows_of(new_rooms_.*offset, rooms_.new_row);
    for (uint32_t i = 0; i < std::max(olds.size(), news.size()); ++i) {
      const Sides rows{i < olds.size() ? olds.front() + i : kNone,
                       i < news.size() ? news.front() + i : kNone};
      if (rows.both() && values(old_.tables, rows.old_row) == values(new_.tables, rows.new_row)) {
        continue;
      }
      if (!rows.both() && is_unread(rows)) continue;
      RoomChange change{{}, rows, static_cast<uint16_t>(first + i), {}};
      if (kind == FindingKind::plane && rows.both() && same_size()) {
        change.pixels = plane_change(rows);
        if (change.pixels.count == 0) continue;  // One has no bits, the other zeros.
      }
      add(kind, {}, change);
    }
  }

  PixelChange plane_change(Sides rows) const {
    const Bytes olds =
        elements_at(old_.tables.planes.bits_offset, old_.tables.planes.bits, rows.old_row);
    const Bytes news =
        elements_at(new_.tables.planes.bits_offset, new_.tables.planes.bits, rows.new_row);
    const size_t columns = old_rooms_.width[rooms_.old_row];
    const size_t stride = (columns + kStripColumns - 1) / kStripColumns;
    DifferingPixels pixels;
    for (size_t i = 0; i < std::max(olds.size(), news.size()); ++i) {
      const unsigned before = olds.empty() ? 0u : olds[i];
      const unsigned now = news.empty() ? 0u : news[i];
      for (unsigned bit = 0; (before ^ now) != 0 && bit < kStripColumns; ++bit) {
        if (((before ^ now) >> (kStripColumns - 1 - bit) & 1) != 0) {
          pixels.add(i % stride * kStripColumns + bit, i / stride);
        }
      }
    }
    return pixels.change();
  }

  /// If both archives have one: that they need not is a matter of packing.
  Status compare_backgrounds() {
    const auto has = [](const Rooms& rooms, uint32_t room) {
      return rooms.background_offset[room + 1] != rooms.background_offset[room];
    };
    const bool old_has = has(old_rooms_, rooms_.old_row);
    const bool new_has = has(new_rooms_, rooms_.new_row);
    const auto has_any = [](const Rooms& rooms) { return rooms.background_offset.back() != 0; };
    if (old_has != new_has && has_any(old_rooms_) && has_any(new_rooms_)) {
      is_unread({old_has ? 0 : kNone, new_has ? 0 : kNone});
    }
    if (!old_has || !new_has) return ok();
    if (old_rooms_.background_xxh64[rooms_.old_row] !=
        new_rooms_.background_xxh64[rooms_.new_row]) {
      Result<PixelChange> pixels = background_change();
      if (!pixels) return pixels.error();
      add(FindingKind::background, "pixels", {{}, {}, 0, *pixels});
    }
    if (!std::ranges::equal(see_through_strips(old_.tables, rooms_.old_row),
                            see_through_strips(new_.tables, rooms_.new_row))) {
      add(FindingKind::background, "see-through");
    }
    return ok();
  }

  Result<PixelChange> background_change() const {
    if (!same_size()) return PixelChange{};
    const Result<Bytes> olds = old_.read_background(rooms_.old_row);
    if (!olds) return olds.error();
    const Result<Bytes> news = new_.read_background(rooms_.new_row);
    if (!news) return news.error();
    const size_t columns = old_rooms_.width[rooms_.old_row];
    DifferingPixels pixels;
    for (size_t i = 0; i < olds->size(); ++i) {
      if ((*olds)[i] != (*news)[i]) pixels.add(i % columns, i / columns);
    }
    return pixels.change();
  }

  const DiffInput& old_;
  const DiffInput& new_;
  const Unread& unread_;
  const Rooms& old_rooms_;
  const Rooms& new_rooms_;
  const Sides rooms_;
  Sides unread_parts_;  ///< rows of Failures: why parts of the room are unreadable
  std::vector<Finding>& findings_;
};

/// Archives before 1.2 do not know sizes, nor anything else about rooms.
bool knows_sizes(const Rooms& rooms) {
  return std::ranges::any_of(rooms.width, [](uint16_t width) { return width != 0; });
}

/// Of a room that one archive lacks.
Finding one_sided(const Unread& unread, Sides room) {
  Finding finding{
      .kind = room.old_row == kNone ? FindingKind::room_added : FindingKind::room_removed,
      .failure = unread.room(room),
      .change = RoomChange{room}};
  if (finding.failure != Sides{}) {
    finding.kind = FindingKind::unreadable;
    finding.field = "room";
  }
  return finding;
}

}  // namespace

Status compare_rooms(const DiffInput& old_input, const DiffInput& new_input, const Unread& unread,
                     std::vector<Finding>& findings) {
  std::map<RoomKey, Sides> rooms;
  for (const auto& [key, row] : rooms_of(old_input.tables)) rooms[key].old_row = row;
  for (const auto& [key, row] : rooms_of(new_input.tables)) rooms[key].new_row = row;
  const bool sizes = knows_sizes(old_input.tables.rooms) && knows_sizes(new_input.tables.rooms);
  for (const auto& [key, rows] : rooms) {
    if (!rows.both()) findings.push_back(one_sided(unread, rows));
    if (!rows.both() || !sizes) continue;
    RoomComparison comparison(old_input, new_input, unread, rows, findings);
    if (Status done = comparison.compare(); !done) return done;
  }
  return ok();
}

}  // namespace wardrobe
