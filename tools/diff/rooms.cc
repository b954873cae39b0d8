#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

#include "formats/limits.h"
#include "formats/versions.h"
#include "tools/diff/compare.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

Bytes plane_bits(const TablesView& tables, uint32_t plane) {
  return elements_at(tables.planes.bits_offset, tables.planes.bits, plane);
}

/// The rows of Rooms. The key is the room's number and the number of earlier rooms with that
/// number.
auto rooms_of(const RoomsView& rooms) {
  return rows_by(rooms.number.size(), [&](uint32_t room) { return rooms.number[room]; });
}

/// A room of one archive.
struct Room {
  TablesView tables;
  uint32_t row;

  uint16_t width() const { return tables.rooms.width[row]; }
  uint16_t height() const { return tables.rooms.height[row]; }
  bool has_background() const {
    return tables.rooms.background_offset[row + 1] != tables.rooms.background_offset[row];
  }
};

class RoomComparison {
 public:
  RoomComparison(Comparison& all, Sides rooms)
      : all_(all),
        rooms_(rooms),
        old_{all.tables.old_tables, rooms.old_row},
        new_{all.tables.new_tables, rooms.new_row} {}

  Status compare() {
    Status compared = compare_all();
    for (uint32_t Sides::*side : {&Sides::old_row, &Sides::new_row}) {
      if (failure_.*side == kNone) continue;
      add(FindingKind::unreadable, "room").failure.*side = failure_.*side;
    }
    return compared;
  }

 private:
  Status compare_all() {
    const RoomsView& olds = old_.tables.rooms;
    const RoomsView& news = new_.tables.rooms;
    if (!both_have(old_.width() != 0, new_.width() != 0)) return ok();
    if (!same_size()) add(FindingKind::room, "size");
    // Up to version 4, no colour is transparent, and boxes are not read.
    const auto is_old = [](const Room& room) {
      return facts(room.tables.game.version[0]).style != BlockStyle::tag_first;
    };
    const bool old = is_old(old_) || is_old(new_);
    if (!old && olds.transparent[old_.row] != news.transparent[new_.row]) {
      add(FindingKind::room, "transparent");
    }
    compare_parts(
        FindingKind::plane, &RoomsView::plane_offset, 1, [](const TablesView& t, uint32_t row) {
          const Bytes bits = plane_bits(t, row);
          return std::string_view(reinterpret_cast<const char*>(bits.data()), bits.size());
        });
    if (!old) {
      compare_parts(FindingKind::box, &RoomsView::box_offset, 0, box_row);
      compare_parts(FindingKind::scale_slot, &RoomsView::scale_offset, 1, scale_row);
    }
    compare_objects();
    // An archive has backgrounds of all rooms or, without --rooms, of none.
    if (olds.background_offset.back() == 0 || news.background_offset.back() == 0) return ok();
    const bool both = both_have(old_.has_background(), new_.has_background());
    return both ? compare_backgrounds() : ok();
  }

  /// Whether both sides have something. If only one has it, remembers a failure to read it on the
  /// other.
  bool both_have(bool old_has, bool new_has) {
    if (old_has != new_has) is_unread({old_has ? 0 : kNone, new_has ? 0 : kNone});
    return old_has && new_has;
  }

  /// Whether the side that lacks a part could not read it; that side is kNone in `lacking`. If so,
  /// remembers the failure, so that the room counts as unreadable.
  bool is_unread(Sides lacking) {
    const uint32_t failure = all_.unread(lacking).in_room(old_.tables.rooms.number[old_.row]);
    uint32_t& known = lacking.new_row == kNone ? failure_.new_row : failure_.old_row;
    if (failure != kNone) known = failure;
    return failure != kNone;
  }

  bool same_size() const { return old_.width() == new_.width() && old_.height() == new_.height(); }

  Finding& add(FindingKind kind, std::string_view field) {
    return all_.add({.kind = kind, .field = field, .room = rooms_});
  }

  /// Compares, by position, the rows of a table that belong to the two rooms.
  template <class Values>
  void compare_parts(FindingKind kind, OffsetView<uint32_t> RoomsView::*offset, uint16_t first,
                     const Values& values) {
    const RowRange olds = rows_of(old_.tables.rooms.*offset, old_.row);
    const RowRange news = rows_of(new_.tables.rooms.*offset, new_.row);
    for (uint32_t i = 0; i < std::max(olds.size(), news.size()); ++i) {
      const Sides rows{i < olds.size() ? olds.front() + i : kNone,
                       i < news.size() ? news.front() + i : kNone};
      if (rows.both() ? values(old_.tables, rows.old_row) == values(new_.tables, rows.new_row)
                      : is_unread(rows)) {
        continue;
      }
      const bool same_planes = kind == FindingKind::plane && rows.both() && same_size();
      const PixelChange pixels = same_planes ? plane_change(rows) : PixelChange();
      if (same_planes && pixels.count == 0) continue;  // One stores no bits, the other only zeros.
      Finding& finding = add(kind, {});
      finding.place.index = static_cast<uint16_t>(first + i);
      finding.row = rows;
      finding.pixels = pixels;
    }
  }

  /// The rows of Objects of a room, by their numbers.
  static auto objects_of(const Room& room) {
    const RowRange rows = rows_of(room.tables.rooms.object_offset, room.row);
    auto objects = rows_by(
        rows.size(), [&](uint32_t i) { return room.tables.objects.number[rows.front() + i]; });
    for (auto& [key, row] : objects) row += rows.front();
    return objects;
  }

  void compare_objects() {
    for (const auto& [key, sides] : pair_rows(objects_of(old_), objects_of(new_))) {
      const Sides rows = sides;
      const uint16_t number = key.first;
      const auto note = [&](std::string_view field) {
        Finding& finding = add(FindingKind::object, field);
        finding.place.index = number;
        finding.row = rows;
      };
      if (!rows.both()) {
        if (!is_unread(rows)) note("object");
        continue;
      }
      Row before = object_row(old_.tables, rows.old_row);
      Row now = object_row(new_.tables, rows.new_row);
      for (const ObjectField& field : kObjectFields) {
        const bool differs = std::ranges::any_of(
            field.keys, [&](const char* one) { return one != nullptr && before[one] != now[one]; });
        if (differs) note(field.name);
      }
      compare_images(number, rows);
    }
  }

  void compare_images(uint16_t number, Sides objects) {
    const auto images_of = [](const Room& room, uint32_t object) {
      std::map<uint8_t, uint32_t> images;  // by state
      for (const uint32_t row : rows_of(room.tables.objects.image_offset, object)) {
        images[room.tables.images.state[row]] = row;
      }
      return images;
    };
    // Without --rooms, an archive does not have the pictures.
    const bool has_pictures = old_.tables.rooms.background_offset.back() != 0 &&
                              new_.tables.rooms.background_offset.back() != 0;
    const auto value = [&](const Room& room, uint32_t image) {
      Row row = image_row(room.tables, image);
      if (!has_pictures) row[3] = {};
      return row;
    };
    for (const auto& [state, rows] :
         pair_rows(images_of(old_, objects.old_row), images_of(new_, objects.new_row))) {
      if (rows.both() ? value(old_, rows.old_row) == value(new_, rows.new_row) : is_unread(rows)) {
        continue;
      }
      Finding& finding = add(FindingKind::object_image, {});
      finding.place.index = number;
      finding.row = rows;
    }
  }

  PixelChange plane_change(Sides rows) const {
    const Bytes olds = plane_bits(old_.tables, rows.old_row);
    const Bytes news = plane_bits(new_.tables, rows.new_row);
    const size_t strips = (old_.width() + kStripColumns - 1) / kStripColumns;
    const auto bit = [](Bytes bits, size_t at) {
      if (bits.empty()) return 0;
      return bits[at / kStripColumns] >> (kStripColumns - 1 - at % kStripColumns) & 1;
    };
    return changed_pixels(std::max(olds.size(), news.size()) * kStripColumns,
                          strips * kStripColumns,
                          [&](size_t at) { return bit(olds, at) != bit(news, at); });
  }

  Status compare_backgrounds() {
    if (old_.tables.rooms.background_xxh64[old_.row] !=
        new_.tables.rooms.background_xxh64[new_.row]) {
      Finding& finding = add(FindingKind::background, "pixels");
      if (same_size()) {
        ASSIGN_OR_RETURN(finding.pixels,
                         read_change(all_.old_input.read_background, all_.new_input.read_background,
                                     rooms_, old_.width(), std::not_equal_to()));
      }
    }
    if (see_through_strips(old_.tables, old_.row) != see_through_strips(new_.tables, new_.row)) {
      add(FindingKind::background, "see-through");
    }
    return ok();
  }

  Comparison& all_;
  const Sides rooms_;
  const Room old_;
  const Room new_;
  Sides failure_;  ///< rows of Failures with the reasons why parts of the room are unreadable
};

/// Whether the archive has sizes of rooms. Without them, it has nothing that RoomComparison
/// compares.
bool knows_sizes(const RoomsView& rooms) {
  return std::ranges::any_of(rooms.width, [](uint16_t width) { return width != 0; });
}

}  // namespace

Status compare_rooms(Comparison& all) {
  const RoomsView& old_rooms = all.tables.old_tables.rooms;
  const RoomsView& new_rooms = all.tables.new_tables.rooms;
  const bool sizes = knows_sizes(old_rooms) && knows_sizes(new_rooms);
  for (const auto& [key, rows] : pair_rows(rooms_of(old_rooms), rooms_of(new_rooms))) {
    if (rows.both()) {
      TRY(sizes ? RoomComparison(all, rows).compare() : ok());
      continue;
    }
    const bool added = rows.old_row == kNone;
    Finding& finding = all.add(
        {.kind = added ? FindingKind::room_added : FindingKind::room_removed, .room = rows});
    const Unread& unread = all.unread(rows);
    unread.mark(finding, "room", unread.room(rows.latest()));
  }
  return ok();
}

}  // namespace wardrobe
