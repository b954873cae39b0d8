#include "tools/diff/finding_json.h"

#include <fmt/core.h>

#include "tools/diff/akos_listing.h"
#include "tools/diff/costume_fingerprint.h"
#include "tools/diff/finding_values.h"

namespace wardrobe {
namespace {

Row or_null(uint32_t row) { return row == kNone ? Row() : Row(row); }

Row limb_row(uint8_t limb) { return limb == kNoLimb ? Row() : Row(limb); }

Row place_row(const SlotPlace& place) {
  if (place.index == kNoIndex) return {};
  return Row::array({limb_row(place.limb), place.index});
}

Row hash_row(const Tables& tables, uint32_t picture) {
  return fmt::format("{:016x}", tables.pictures.xxh64[picture]);
}

/// What a slot shows.
Row entry_row(const Tables& tables, uint32_t entry) {
  const Entries& entries = tables.entries;
  const uint32_t picture = entries.picture[entry];
  return {{"xxh64", hash_row(tables, picture)},
          {"width", tables.pictures.width[picture]},
          {"height", tables.pictures.height[picture]},
          {"x", entries.x[entry]},
          {"y", entries.y[entry]},
          {"xinc", entries.xinc[entry]},
          {"yinc", entries.yinc[entry]}};
}

/// [limb, window] for each limb of a row of Records.
Row windows_row(const Tables& tables, uint32_t costume, uint32_t record) {
  Row windows = Row::array();
  for (const uint32_t i : rows_of(tables.records.window_offset, record)) {
    windows.push_back(Row::array({tables.windows.limb[i], window_text(tables, costume, i)}));
  }
  return windows;
}

Row events_at(const Tables& tables, uint32_t timeline, uint32_t tick) {
  Row rows = Row::array();
  for (const uint32_t i : rows_of(tables.timelines.event_offset, timeline)) {
    if (tables.events.tick[i] == tick) rows.push_back(event_row(event_at(tables.events, i)));
  }
  return rows;
}

// What is on one side of a finding, by what the finding is about.

Row value(const DiffSide& side, const Finding& finding, std::monostate) {
  const uint32_t costume = side.row(finding.costume);
  if (costume == kNone) return {};
  const Costumes& costumes = side.tables.costumes;
  if (finding.kind == FindingKind::mirror) return costumes.mirror_west[costume] != 0;
  if (finding.kind != FindingKind::format) return costume_id(costumes.id[costume]);
  if (finding.field == "directions") return costumes.directions[costume];
  if (finding.field == "colors") return color_indices(side.tables, costume).size();
  return kind_text(side.tables, costume);
}

/// Of a palette that only one archive has.
Row value(const DiffSide& side, const Finding& /*finding*/, const PaletteChange& change) {
  const uint32_t row = side.row(change.palette);
  return row == kNone ? Row() : Row(colors_text(side.tables.palettes, row));
}

Row box_row(const Tables& tables, uint32_t box) {
  const auto values = box_values(tables, box);
  Row corners = Row::array();
  for (size_t i = 0; i < 8; i += 2) corners.push_back(Row::array({values[i], values[i + 1]}));
  return {{"corners", corners}, {"mask", values[8]}, {"flags", values[9]}, {"scale", values[10]}};
}

/// Whether it is added, removed or unreadable.
bool is_whole_room(const Finding& finding) {
  return finding.kind == FindingKind::room_added || finding.kind == FindingKind::room_removed ||
         finding.kind == FindingKind::unreadable;
}

/// Of a background or of the room itself.
Row room_value(const DiffSide& side, std::string_view field, uint32_t room) {
  const Rooms& rooms = side.tables.rooms;
  if (field == "size") return Row::array({rooms.width[room], rooms.height[room]});
  if (field == "transparent") return rooms.transparent[room];
  if (field == "see-through") return see_through_strips(side.tables, room);
  return fmt::format("{:016x}", rooms.background_xxh64[room]);
}

Row value(const DiffSide& side, const Finding& finding, const RoomChange& change) {
  const uint32_t room = side.row(change.room);
  if (room == kNone) return {};
  if (is_whole_room(finding)) return room_value(side, "size", room);
  if (!finding.field.empty()) return room_value(side, finding.field, room);
  const uint32_t row = side.row(change.part);
  if (row == kNone) return {};
  if (finding.kind == FindingKind::plane) return hidden_pixels(side.tables, row);
  if (finding.kind == FindingKind::box) return box_row(side.tables, row);
  return scale_values(side.tables, row);
}

Row value(const DiffSide& side, const Finding& finding, const SlotChange& change) {
  const Tables& tables = side.tables;
  const uint32_t entry = side.row(change.entry);
  if (finding.kind == FindingKind::picture_placement) {
    return placement_value(tables, finding.field, entry);
  }
  const uint32_t picture = entry == kNone ? kNone : tables.entries.picture[entry];
  if (picture == kNone) return {};
  if (finding.kind == FindingKind::picture_pixels) return hash_row(tables, picture);
  if (finding.kind == FindingKind::picture_size) {
    return Row::array({tables.pictures.width[picture], tables.pictures.height[picture]});
  }
  return entry_row(tables, entry);
}

Row value(const DiffSide& side, const Finding& finding, const RecordChange& change) {
  const uint32_t row = side.row(change.row);
  if (row == kNone) return {};
  const uint32_t costume = side.row(finding.costume);
  if (finding.field == "record") return windows_row(side.tables, costume, row);
  if (finding.field == "window") return window_text(side.tables, costume, row);
  if (finding.field == "mode") return mode_name(side.tables.windows.mode[row]);
  const auto commands = commands_of(side.tables, costume, row);
  return finding.field == "length" ? Row(commands.size()) : Row(hex_text(commands, " "));
}

Row value(const DiffSide& side, const Finding& finding, const TimelineChange& change) {
  const Timelines& lines = side.tables.timelines;
  const uint32_t row = side.row(change.row);
  const RowRange ticks = rows_of(lines.tick_offset, row);
  if (finding.field == "length") return ticks.size();
  if (finding.field == "loop") return or_null(lines.loop_start[row]);
  if (finding.field == "events") return events_at(side.tables, row, change.tick);
  return cel_rows(side.tables, lines.tick[ticks.front() + change.tick]);
}

bool shows_colors(const Finding& finding) {
  return finding.kind == FindingKind::palette && finding.field != "palette";
}

/// Entry → colour on one side of the changes.
Row colors_row(const DiffTables& tables, const Finding& finding, Bytes ColorChange::*color) {
  Row colors = Row::object();
  for (const ColorChange& change : changed_colors(tables, finding)) {
    const Bytes bytes = change.*color;
    if (bytes.empty()) continue;
    colors[std::to_string(change.index)] =
        has_color_indices(finding) ? Row(bytes[0]) : Row(hex_text(bytes, ""));
  }
  return colors;
}

void add_values(const DiffTables& tables, const Finding& finding, Row& row) {
  if (shows_colors(finding)) {
    row["old"] = colors_row(tables, finding, &ColorChange::old_color);
    row["new"] = colors_row(tables, finding, &ColorChange::new_color);
    return;
  }
  const auto value_on = [&](const DiffSide& side) -> Row {
    if (side.row(finding.failure) != kNone) return {};
    return std::visit([&](const auto& change) { return value(side, finding, change); },
                      finding.change);
  };
  row["old"] = value_on(old_side(tables));
  row["new"] = value_on(new_side(tables));
}

/// The fields that say where: null where they do not apply.
void add_place(const DiffTables& tables, const Finding& finding, Row& row) {
  for (const char* field : {"limb", "index", "chore", "dir", "room", "palette"}) row[field] = {};
  if (const SlotChange* slot = finding.slot()) {
    row["limb"] = limb_row(slot->place.limb);
    row["index"] = slot->place.index;
  }
  if (const RecordChange* record = finding.record()) row["limb"] = limb_row(record->limb);
  if (const RecordKey* key = finding.record_key()) {
    row["chore"] = key->chore;
    row["dir"] = direction_row(key->facing, pair_directions(tables, finding.costume));
  }
  if (const auto* change = std::get_if<PaletteChange>(&finding.change)) {
    const DiffSide side = latest_side(tables, change->palette);
    const uint32_t palette = side.row(change->palette);
    row["room"] = room_number(side.tables, side.tables.palettes.room[palette]);
    row["palette"] = side.tables.palettes.number[palette];
  }
  if (const RoomChange* room = finding.room()) {
    const DiffSide side = latest_side(tables, room->room);
    row["room"] = room_number(side.tables, side.row(room->room));
    if (room->part != Sides{}) row["index"] = room->number;
  }
}

/// The fields that only some kinds have, after those that all have.
void add_extra(const DiffTables& tables, const Finding& finding, Row& row) {
  const SlotChange* slot = finding.slot();
  if (slot != nullptr && finding.kind != FindingKind::picture_pixels) {
    Row& timelines = row["timelines"] = slot->unlisted ? Row() : Row::array();
    for (const RecordKey& key : slot->timelines) {
      timelines.push_back(record_key_row(tables, finding.costume, key));
    }
  }
  if (finding.kind == FindingKind::limb_table) {
    row["from"] = place_row(slot->from);
    row["to"] = place_row(slot->to);
  }
  if (const TimelineChange* timeline = finding.timeline()) row["tick"] = timeline->tick;
  if (finding.kind == FindingKind::unreadable) row["error"] = failure_text(tables, finding);
  if (finding.kind == FindingKind::costume_moved) {
    row["old_aliases"] = alias_row(tables.old_tables.costumes, finding.costume.old_row);
    row["new_aliases"] = alias_row(tables.new_tables.costumes, finding.costume.new_row);
  }
}

}  // namespace

Row pair_id(const DiffTables& tables, Sides costume) {
  if (costume == Sides{}) return {};
  const DiffSide side = latest_side(tables, costume);
  return costume_id(side.tables.costumes.id[side.row(costume)]);
}

Row record_key_row(const DiffTables& tables, Sides costume, const RecordKey& key) {
  return Row::array({key.chore, direction_row(key.facing, pair_directions(tables, costume))});
}

Row finding_row(const DiffTables& tables, const Finding& finding) {
  Row row = {{"kind", kind_name(finding.kind)},
             {"costume", pair_id(tables, finding.costume)},
             {"old_row", or_null(finding.costume.old_row)},
             {"new_row", or_null(finding.costume.new_row)}};
  add_place(tables, finding, row);
  row["field"] = finding.field.empty() ? Row() : Row(finding.field);
  add_values(tables, finding, row);
  row["pixels"] = {};
  row["box"] = {};
  if (const PixelChange* pixels = finding.pixels()) {
    const Box& box = pixels->box;
    row["pixels"] = pixels->count;
    row["box"] = Row::array({box.left, box.top, box.width, box.height});
  }
  add_extra(tables, finding, row);
  return row;
}

}  // namespace wardrobe
