#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include <fmt/core.h>

#include "formats/player.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

/// The subject of a finding in one archive.
struct Subject {
  TablesView tables;
  const Finding& finding;
  uint32_t costume;
  uint32_t row;  ///< in the table of Finding::row; or else of the palette, room or costume
};

/// The value of `column` of `table` in the subject's row.
template <auto table, auto column>
Row cell(const Subject& at) {
  return (at.tables.*table.*column)[at.row];
}

Row hash_row(uint64_t hash) { return fmt::format("{:016x}", hash); }

Row costume_value(const Subject& at) { return costume_id(at.tables.costumes.id[at.row]); }
Row mirror_value(const Subject& at) { return at.tables.costumes.mirror_west[at.row] != 0; }
Row color_count(const Subject& at) { return color_indices(at.tables, at.row).size(); }
Row palette_value(const Subject& at) { return colors_text(at.tables.palettes, at.row); }
Row see_through_value(const Subject& at) { return see_through_strips(at.tables, at.row); }
Row box_value(const Subject& at) { return box_row(at.tables, at.row); }
Row scale_value(const Subject& at) { return scale_row(at.tables, at.row); }
Row image_value(const Subject& at) { return image_row(at.tables, at.row); }
Row object_value(const Subject& at) {
  const Row row = object_row(at.tables, at.row);
  const auto* const field = std::ranges::find(kObjectFields, at.finding.field, &ObjectField::name);
  if (field == std::end(kObjectFields) || field->name == "name") return row["name"];
  Row values = Row::array();
  for (const char* const key : field->keys) {
    if (key != nullptr) values.push_back(row[key]);
  }
  return values;
}
Row window_value(const Subject& at) { return window_text(at.tables, at.costume, at.row); }
Row mode_value(const Subject& at) { return mode_name(at.tables.windows.mode[at.row]); }
Row loop_value(const Subject& at) { return or_null(at.tables.timelines.loop_start[at.row], kNone); }

Row background_value(const Subject& at) {
  return hash_row(at.tables.rooms.background_xxh64[at.row]);
}

Row kind_value(const Subject& at) {
  return at.tables.costumes.kind[at.row] == Kind::cost ? "COST" : "AKOS";
}

Row room_size(const Subject& at) {
  return Row::array({at.tables.rooms.width[at.row], at.tables.rooms.height[at.row]});
}

/// The number of pixels that a plane hides.
Row plane_value(const Subject& at) {
  const PlanesView& planes = at.tables.planes;
  uint64_t count = 0;
  for (const uint8_t bits : elements_at(planes.bits_offset, planes.bits, at.row)) {
    count += static_cast<uint64_t>(std::popcount(bits));
  }
  return count;
}

/// The picture of a slot, with its placement; null if there is no picture.
Row slot_value(const Subject& at) {
  const EntriesView& entries = at.tables.entries;
  const PicturesView& pictures = at.tables.pictures;
  const uint32_t picture = entries.picture[at.row];
  if (picture == kNone) return {};
  return {{"xxh64", hash_row(pictures.xxh64[picture])},
          {"width", pictures.width[picture]},
          {"height", pictures.height[picture]},
          {"x", entries.x[at.row]},
          {"y", entries.y[at.row]},
          {"xinc", entries.xinc[at.row]},
          {"yinc", entries.yinc[at.row]}};
}

Row picture_hash(const Subject& at) { return slot_value(at)["xxh64"]; }
Row picture_size(const Subject& at) {
  const Row slot = slot_value(at);
  return Row::array({slot["width"], slot["height"]});
}

/// [limb, window] of each limb.
Row record_value(const Subject& at) {
  Row windows = Row::array();
  for (const uint32_t i : rows_of(at.tables.records.window_offset, at.row)) {
    windows.push_back(
        Row::array({at.tables.windows.limb[i], window_text(at.tables, at.costume, i)}));
  }
  return windows;
}

Row commands_value(const Subject& at) {
  return hex_text(commands_of(at.tables, at.costume, at.row), " ");
}

/// The length of a timeline or, for findings of kind record, of a window.
Row length_value(const Subject& at) {
  if (at.finding.kind == FindingKind::record) {
    return commands_of(at.tables, at.costume, at.row).size();
  }
  return rows_of(at.tables.timelines.tick_offset, at.row).size();
}

Row cels_value(const Subject& at) {
  const TimelinesView& lines = at.tables.timelines;
  return cel_rows(at.tables, lines.tick[lines.tick_offset[at.row] + at.finding.tick]);
}

Row events_value(const Subject& at) {
  Row events = Row::array();
  for (const uint32_t i : rows_of(at.tables.timelines.event_offset, at.row)) {
    if (at.tables.events.tick[i] != at.finding.tick) continue;
    events.push_back(event_row(event_at(at.tables.events, i)));
  }
  return events;
}

/// The name of a kind or field, and the function that returns its value.
struct Value {
  std::string_view name;
  Row (*find)(const Subject& at);
};

/// The kinds, in the order of FindingKind. The function is null for kinds whose findings have
/// fields.
constexpr Value kKinds[kFindingKinds] = {{"costume-added", costume_value},
                                         {"costume-removed", costume_value},
                                         {"costume-moved", costume_value},
                                         {"unreadable", nullptr},
                                         {"format", nullptr},
                                         {"mirror", mirror_value},
                                         {"palette", nullptr},
                                         {"room-added", room_size},
                                         {"room-removed", room_size},
                                         {"room", nullptr},
                                         {"background", nullptr},
                                         {"plane", plane_value},
                                         {"box", box_value},
                                         {"scale-slot", scale_value},
                                         {"object", nullptr},
                                         {"object-image", image_value},
                                         {"picture-added", slot_value},
                                         {"picture-removed", slot_value},
                                         {"picture-size", picture_size},
                                         {"picture-pixels", picture_hash},
                                         {"picture-placement", nullptr},
                                         {"limb-table", slot_value},
                                         {"record", nullptr},
                                         {"timeline", nullptr}};

/// The fields.
constexpr Value kFields[] = {{"costume", costume_value},
                             {"picture", slot_value},
                             {"record", record_value},
                             {"palette", palette_value},
                             {"room", room_size},
                             {"kind", kind_value},
                             {"directions", cell<&TablesView::costumes, &CostumesView::directions>},
                             {"colors", color_count},
                             {"size", room_size},
                             {"transparent", cell<&TablesView::rooms, &RoomsView::transparent>},
                             {"pixels", background_value},
                             {"see-through", see_through_value},
                             {"object", object_value},
                             {"name", object_value},
                             {"place", object_value},
                             {"use", object_value},
                             {"state", object_value},
                             {"x", cell<&TablesView::entries, &EntriesView::x>},
                             {"y", cell<&TablesView::entries, &EntriesView::y>},
                             {"xinc", cell<&TablesView::entries, &EntriesView::xinc>},
                             {"yinc", cell<&TablesView::entries, &EntriesView::yinc>},
                             {"window", window_value},
                             {"mode", mode_value},
                             {"length", length_value},
                             {"commands", commands_value},
                             {"pictures", cels_value},
                             {"order", cels_value},
                             {"positions", cels_value},
                             {"loop", loop_value},
                             {"events", events_value}};

/// The value in one archive; null if the archive lacks the subject.
Row value_on(const DiffSide& side, const Finding& finding) {
  Sides subject = finding.row;
  for (const Sides whole : {finding.palette, finding.room, finding.costume}) {
    if (subject == Sides{}) subject = whole;
  }
  const Subject at{side.tables, finding, side.row(finding.costume), side.row(subject)};
  if (at.row == kNone) return finding.kind == FindingKind::picture_placement ? Row(0) : Row();
  if (side.row(finding.failure) != kNone) return {};
  if (finding.field.empty()) return kKinds[static_cast<size_t>(finding.kind)].find(at);
  return std::ranges::find(kFields, finding.field, &Value::name)->find(at);
}

/// The colours that a finding of kind palette is about: indices into a room's palette, or true
/// colours.
std::vector<Row> colors_on(const DiffSide& side, const Finding& finding) {
  const PalettesView& palettes = side.tables.palettes;
  if (finding.palette == Sides{} && finding.field == "colors") {
    const Bytes indices = color_indices(side.tables, side.row(finding.costume));
    return {indices.begin(), indices.end()};
  }
  const Bytes rgb = finding.palette == Sides{}
                        ? true_colors(side.tables, side.row(finding.costume))
                        : elements_at(palettes.rgb_offset, palettes.rgb, side.row(finding.palette));
  std::vector<Row> colors;
  for (size_t at = 0; at < rgb.size(); at += 3) {
    colors.emplace_back(hex_text(rgb.subspan(at, std::min<size_t>(3, rgb.size() - at))));
  }
  return colors;
}

/// Adds the colours that differ: "old" and "new" map each entry to its colour in that archive.
void add_colors(const DiffTables& tables, const Finding& finding, Row& row) {
  std::vector<Row> olds = colors_on(old_side(tables), finding);
  std::vector<Row> news = colors_on(new_side(tables), finding);
  // If the numbers of indices differ, a finding of kind format says so.
  const bool indices = finding.palette == Sides{} && finding.field == "colors";
  const auto [least, most] = std::minmax({olds.size(), news.size()});
  const size_t size = indices ? least : most;
  olds.resize(size);
  news.resize(size);
  Row before = Row::object();
  Row now = Row::object();
  for (size_t i = 0; i < size; ++i) {
    if (olds[i] == news[i]) continue;
    if (!olds[i].is_null()) before[std::to_string(i)] = olds[i];
    if (!news[i].is_null()) now[std::to_string(i)] = news[i];
  }
  row["old"] = std::move(before);
  row["new"] = std::move(now);
}

Row place_row(const SlotPlace& place) {
  if (place.index == kNoIndex) return {};
  return Row::array({or_null(place.limb, kNoLimb), place.index});
}

/// Adds the fields that say where the finding is. Fields that do not apply are null.
void add_place(const DiffTables& tables, const Finding& finding, Row& row) {
  row["limb"] = or_null(finding.place.limb, kNoLimb);
  row["index"] = or_null(finding.place.index, kNoIndex);
  for (const char* field : {"chore", "dir", "room", "palette"}) row[field] = {};
  if (finding.key) {
    const Row key = record_key_row(tables, finding.costume, *finding.key);
    row["chore"] = key[0];
    row["dir"] = key[1];
  }
  if (finding.room != Sides{}) {
    const DiffSide side = latest_side(tables, finding.room);
    row["room"] = room_number(side.tables, side.row(finding.room));
  }
  if (finding.palette != Sides{}) {
    const DiffSide side = latest_side(tables, finding.palette);
    row["palette"] = side.tables.palettes.number[side.row(finding.palette)];
  }
}

/// Adds the fields that only some kinds have.
void add_extra(const DiffTables& tables, const Finding& finding, Row& row) {
  if (finding.is_about_slot() && finding.kind != FindingKind::picture_pixels) {
    Row& timelines = row["timelines"] = finding.unlisted ? Row() : Row::array();
    for (const RecordKey& key : finding.timelines) {
      timelines.push_back(record_key_row(tables, finding.costume, key));
    }
  }
  if (finding.kind == FindingKind::limb_table) {
    row["from"] = place_row(finding.from);
    row["to"] = place_row(finding.to);
  }
  if (finding.kind == FindingKind::timeline) row["tick"] = finding.tick;
  if (finding.kind == FindingKind::unreadable) {
    const DiffSide side = latest_side(tables, finding.failure);
    const FailuresView& failures = side.tables.failures;
    row["error"] =
        std::string(text_at(failures.error_offset, failures.error, side.row(finding.failure)));
  }
  if (finding.kind == FindingKind::costume_moved) {
    row["old_aliases"] = alias_row(tables.old_tables.costumes, finding.costume.old_row);
    row["new_aliases"] = alias_row(tables.new_tables.costumes, finding.costume.new_row);
  }
}

}  // namespace

std::string_view kind_name(FindingKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

Row pair_id(const DiffTables& tables, Sides costume) {
  if (costume == Sides{}) return {};
  const DiffSide side = latest_side(tables, costume);
  return costume_id(side.tables.costumes.id[side.row(costume)]);
}

Row record_key_row(const DiffTables& tables, Sides costume, const RecordKey& key) {
  const auto directions = [&](const DiffSide& side) {
    const uint32_t row = side.row(costume);
    return row == kNone ? uint8_t{0} : side.tables.costumes.directions[row];
  };
  const uint8_t most = std::max(directions(old_side(tables)), directions(new_side(tables)));
  return Row::array({key.chore, direction_row(key.facing, most)});
}

Row finding_row(const DiffTables& tables, const Finding& finding) {
  Row row = {{"kind", kind_name(finding.kind)},
             {"costume", pair_id(tables, finding.costume)},
             {"old_row", or_null(finding.costume.old_row, kNone)},
             {"new_row", or_null(finding.costume.new_row, kNone)}};
  add_place(tables, finding, row);
  row["field"] = finding.field.empty() ? Row() : Row(finding.field);
  if (finding.kind == FindingKind::palette && finding.field != "palette") {
    add_colors(tables, finding, row);
  } else {
    row["old"] = value_on(old_side(tables), finding);
    row["new"] = value_on(new_side(tables), finding);
  }
  const auto& [count, box] = finding.pixels;
  row["pixels"] = or_null(count, 0);
  row["box"] = count == 0 ? Row() : Row::array({box.left, box.top, box.width, box.height});
  add_extra(tables, finding, row);
  return row;
}

}  // namespace wardrobe
