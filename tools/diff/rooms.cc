#include <algorithm>
#include <string_view>

#include "formats/limits.h"
#include "formats/scumm/version.h"
#include "tools/diff/compare.h"
#include "tools/diff/finding_values.h"

namespace wardrobe {
namespace {

Bytes plane_bits(const Tables& tables, uint32_t plane) {
  return elements_at(tables.planes.bits_offset, tables.planes.bits, plane);
}

/// By number and a count of earlier rooms with the same.
auto rooms_of(const Rooms& rooms) {
  return rows_by(rooms.number.size(), [&](uint32_t room) { return rooms.number[room]; });
}

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
    if (unread_parts_.old_row != kNone)
      add(FindingKind::unreadable, "room").failure.old_row = unread_parts_.old_row;
    if (unread_parts_.new_row != kNone)
      add(FindingKind::unreadable, "room").failure.new_row = unread_parts_.new_row;
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
      const Bytes bits = plane_bits(t, row);
      return std::string_view(reinterpret_cast<const char*>(bits.data()), bits.size());
    });
    compare_parts(FindingKind::box, &Rooms::box_offset, 0, box_row);
    compare_parts(FindingKind::scale_slot, &Rooms::scale_offset, 1, scale_row);
    return compare_backgrounds();
  }

  /// Whether the side that lacks a part, `lacking`, could not read it; then the room is unreadable.
  bool is_unread(Sides lacking) {
    const Sides failure = unread_.in_room(old_rooms_.number[rooms_.old_row], lacking);
    if (failure.old_row != kNone) unread_parts_.old_row = failure.old_row;
    if (failure.new_row != kNone) unread_parts_.new_row = failure.new_row;
    return failure != Sides{};
  }

  static uint16_t width(const Rooms& rooms, uint32_t room) { return rooms.width[room]; }
  static bool is_version4(const Tables& tables) { return tables.game.version[0] == kScumm4; }

  bool same_size() const {
    return old_rooms_.width[rooms_.old_row] == new_rooms_.width[rooms_.new_row] &&
           old_rooms_.height[rooms_.old_row] == new_rooms_.height[rooms_.new_row];
  }

  Finding& add(FindingKind kind, std::string_view field) {
    return findings_.emplace_back(Finding{.kind = kind, .field = field, .room = rooms_});
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
      if (!rows.both() && is_unread(rows)) continue;
      PixelChange pixels;
      if (rows.both()) {
        if (values(old_.tables, rows.old_row) == values(new_.tables, rows.new_row)) continue;
        if (kind == FindingKind::plane && same_size()) {
          pixels = plane_change(rows);
          if (pixels.count == 0) continue;  // One has no bits, the other zeros.
        }
      }
      Finding& finding = add(kind, {});
      finding.place.index = static_cast<uint16_t>(first + i);
      finding.row = rows;
      finding.pixels = pixels;
    }
  }

  PixelChange plane_change(Sides rows) const {
    const Bytes olds = plane_bits(old_.tables, rows.old_row);
    const Bytes news = plane_bits(new_.tables, rows.new_row);
    const size_t strips = (old_rooms_.width[rooms_.old_row] + kStripColumns - 1) / kStripColumns;
    const auto bit = [](Bytes bits, size_t at) {
      if (bits.empty()) return 0;
      return bits[at / kStripColumns] >> (kStripColumns - 1 - at % kStripColumns) & 1;
    };
    return changed_pixels(std::max(olds.size(), news.size()) * kStripColumns,
                          strips * kStripColumns,
                          [&](size_t at) { return bit(olds, at) != bit(news, at); });
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
      const Result<PixelChange> pixels = background_change();
      if (!pixels) return pixels.error();
      add(FindingKind::background, "pixels").pixels = *pixels;
    }
    if (see_through_strips(old_.tables, rooms_.old_row) !=
        see_through_strips(new_.tables, rooms_.new_row)) {
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
    return changed_pixels(olds->size(), old_rooms_.width[rooms_.old_row],
                          [&](size_t at) { return (*olds)[at] != (*news)[at]; });
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

}  // namespace

Status compare_rooms(const DiffInput& old_input, const DiffInput& new_input, const Unread& unread,
                     std::vector<Finding>& findings) {
  const bool sizes = knows_sizes(old_input.tables.rooms) && knows_sizes(new_input.tables.rooms);
  for (const auto& [key, rows] :
       pair_rows(rooms_of(old_input.tables.rooms), rooms_of(new_input.tables.rooms))) {
    if (rows.both()) {
      RoomComparison comparison(old_input, new_input, unread, rows, findings);
      if (Status done = sizes ? comparison.compare() : ok(); !done) return done;
      continue;
    }
    const bool added = rows.old_row == kNone;
    findings.push_back(
        {.kind = added ? FindingKind::room_added : FindingKind::room_removed, .room = rows});
    mark_unreadable(findings.back(), "room", unread.room(rows));
  }
  return ok();
}

}  // namespace wardrobe
