#include "tools/diff/finding_rows.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "formats/player/trace.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// Of a true colour in hexadecimal.
constexpr size_t kColorDigits = 6;

std::string mode_name(uint8_t mode) {
  constexpr std::array kNames = {"empty",  "off",     "loop",   "once",  "stop",
                                 "unstop", "program", "frozen", "unseen"};
  return kNames[mode];
}

std::string hex_text(Bytes bytes, std::string_view between) {
  std::string text;
  for (const uint8_t byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : between, byte);
  }
  return text;
}

/// The windows of a row of Records: limb and text.
Row record_row(const Tables& tables, uint32_t costume, uint32_t record) {
  Row windows = Row::array();
  for (uint32_t i = tables.records.window_offset[record];
       i < tables.records.window_offset[record + 1]; ++i) {
    windows.push_back(Row::array({tables.windows.limb[i], window_text(tables, costume, i)}));
  }
  return windows;
}

Row hash_row(const Tables& tables, uint32_t picture) {
  return picture == kNone ? Row() : Row(fmt::format("{:016x}", tables.pictures.xxh64[picture]));
}

/// What a slot shows.
Row slot_row(const Tables& tables, uint32_t entry) {
  const Entries& entries = tables.entries;
  const uint32_t picture = entries.picture[entry];
  return {{"xxh64", hash_row(tables, picture)},
          {"width", picture == kNone ? 0 : tables.pictures.width[picture]},
          {"height", picture == kNone ? 0 : tables.pictures.height[picture]},
          {"x", entries.x[entry]},
          {"y", entries.y[entry]},
          {"xinc", entries.xinc[entry]},
          {"yinc", entries.yinc[entry]}};
}

Row place_row(const SlotPlace& place) {
  if (place.index == kNoIndex) return {};
  return Row::array({place.limb == kNoLimb ? Row() : Row(place.limb), place.index});
}

Row cel_rows(const Tables& tables, uint32_t frame) {
  const Cels& cels = tables.cels;
  Row rows = Row::array();
  for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1]; ++i) {
    rows.push_back(Row::array({cels.limb[i], cels.index[i], cels.x[i], cels.y[i], cels.flip[i]}));
  }
  return rows;
}

Row event_rows(const Tables& tables, uint32_t timeline, uint32_t tick) {
  const Events& events = tables.events;
  Row rows = Row::array();
  for (uint32_t i = tables.timelines.event_offset[timeline];
       i < tables.timelines.event_offset[timeline + 1]; ++i) {
    if (events.tick[i] != tick) continue;
    rows.push_back(
        Row::array({events.limb[i], event_name(EventKind{events.kind[i]}), events.value[i]}));
  }
  return rows;
}

/// One of the two archives, and where a finding is in it.
struct Side {
  const Tables& tables;
  const Tables& other;
  uint32_t costume;
  uint32_t other_costume;
  uint32_t row;
  uint32_t other_row;
};

/// Entry → colour, of those of `here` that `there` has not; colours are texts of `digits` each.
Row other_colors(const std::string& here, const std::string& there, size_t digits) {
  Row colors = Row::object();
  for (size_t at = 0; at < here.size(); at += digits) {
    const std::string color = here.substr(at, digits);
    if (at < there.size() && there.compare(at, digits, color) == 0) continue;
    colors[std::to_string(at / digits)] = color;
  }
  return colors;
}

Row palette_value(const Side& side, const Finding& finding) {
  if (finding.costume == Sides{}) {
    if (side.row == kNone) return {};
    const std::string here = colors_text(side.tables.palettes, side.row);
    if (finding.field == "palette") return here;
    return other_colors(here, colors_text(side.other.palettes, side.other_row), kColorDigits);
  }
  if (finding.field == "rgb") {
    return other_colors(hex_text(rgb_of(side.tables, side.costume), ""),
                        hex_text(rgb_of(side.other, side.other_costume), ""), kColorDigits);
  }
  const Bytes here = colors_of(side.tables, side.costume);
  const Bytes there = colors_of(side.other, side.other_costume);
  Row colors = Row::object();
  for (size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
    if (here[i] != there[i]) colors[std::to_string(i)] = here[i];
  }
  return colors;
}

Row format_value(const Side& side, const Finding& finding) {
  const Costumes& costumes = side.tables.costumes;
  if (finding.kind == FindingKind::mirror) return costumes.mirror_west[side.costume] != 0;
  if (finding.field == "directions") return costumes.directions[side.costume];
  if (finding.field == "colors") return colors_of(side.tables, side.costume).size();
  return Kind{costumes.kind[side.costume]} == Kind::cost ? "COST" : "AKOS";
}

Row slot_value(const Side& side, const Finding& finding) {
  const Entries& entries = side.tables.entries;
  if (finding.kind == FindingKind::picture_placement) {
    if (side.row == kNone) return 0;
    if (finding.field == "x") return entries.x[side.row];
    if (finding.field == "y") return entries.y[side.row];
    return finding.field == "xinc" ? entries.xinc[side.row] : entries.yinc[side.row];
  }
  if (side.row == kNone) return {};
  const uint32_t picture = entries.picture[side.row];
  if (finding.kind == FindingKind::picture_pixels) return hash_row(side.tables, picture);
  if (finding.kind == FindingKind::picture_size) {
    return Row::array({side.tables.pictures.width[picture], side.tables.pictures.height[picture]});
  }
  return picture == kNone ? Row() : slot_row(side.tables, side.row);
}

Row record_value(const Side& side, const Finding& finding) {
  if (side.row == kNone) return {};
  if (finding.field == "record") return record_row(side.tables, side.costume, side.row);
  if (finding.field == "window") return window_text(side.tables, side.costume, side.row);
  if (finding.field == "mode") return mode_name(side.tables.windows.mode[side.row]);
  const auto commands = commands_of(side.tables, side.costume, side.row);
  return finding.field == "length" ? Row(commands.size()) : Row(hex_text(commands, " "));
}

Row timeline_value(const Side& side, const Finding& finding) {
  const Timelines& lines = side.tables.timelines;
  if (finding.field == "length") {
    return lines.tick_offset[side.row + 1] - lines.tick_offset[side.row];
  }
  if (finding.field == "loop") {
    return lines.loop_start[side.row] == kNone ? Row() : Row(lines.loop_start[side.row]);
  }
  if (finding.field == "events") return event_rows(side.tables, side.row, finding.tick);
  return cel_rows(side.tables, lines.tick[lines.tick_offset[side.row] + finding.tick]);
}

Row value_of(const Side& side, const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::costume_added:
    case FindingKind::costume_removed:
    case FindingKind::costume_moved:
      return side.costume == kNone ? Row() : costume_id(side.tables.costumes.id[side.costume]);
    case FindingKind::format:
    case FindingKind::mirror:
      return format_value(side, finding);
    case FindingKind::palette:
      return palette_value(side, finding);
    case FindingKind::record:
      return record_value(side, finding);
    case FindingKind::timeline:
      return timeline_value(side, finding);
    default:
      return slot_value(side, finding);
  }
}

Row aliases_row(const Costumes& costumes, uint32_t row) {
  Row aliases = Row::array();
  for (uint32_t i = costumes.alias_offset[row]; i < costumes.alias_offset[row + 1]; ++i) {
    aliases.push_back(costumes.alias[i]);
  }
  return aliases;
}

/// What some kinds have besides.
void add_details(const DiffTables& tables, const Finding& finding, Row& row) {
  const Sides costume = finding.costume;
  if (finding.names_timelines()) {
    Row& timelines = row["timelines"] = Row::array();
    const uint8_t directions = pair_directions(tables, costume);
    for (const RecordKey& what : finding.timelines) {
      timelines.push_back(Row::array({what.chore, direction_row(what.facing, directions)}));
    }
  }
  switch (finding.kind) {
    case FindingKind::costume_moved:
      row["old_aliases"] = aliases_row(tables.old_tables.costumes, costume.old_row);
      row["new_aliases"] = aliases_row(tables.new_tables.costumes, costume.new_row);
      break;
    case FindingKind::limb_table:
      row["from"] = place_row(finding.from);
      row["to"] = place_row(finding.to);
      break;
    case FindingKind::timeline:
      row["tick"] = finding.tick;
      break;
    default:
      break;
  }
}

Row row_number(uint32_t row) { return row == kNone ? Row() : Row(row); }

}  // namespace

std::string window_text(const Tables& tables, uint32_t costume, uint32_t window) {
  const auto commands = commands_of(tables, costume, window);
  return mode_name(tables.windows.mode[window]) + (commands.empty() ? "" : " ") +
         hex_text(commands, " ");
}

Row pair_id(const DiffTables& tables, Sides costume) {
  if (costume == Sides{}) return {};
  return costume.new_row != kNone ? costume_id(tables.new_tables.costumes.id[costume.new_row])
                                  : costume_id(tables.old_tables.costumes.id[costume.old_row]);
}

uint8_t pair_directions(const DiffTables& tables, Sides costume) {
  const auto directions = [](const Tables& t, uint32_t row) {
    return row == kNone ? uint8_t{0} : t.costumes.directions[row];
  };
  return std::max(directions(tables.old_tables, costume.old_row),
                  directions(tables.new_tables, costume.new_row));
}

Row finding_row(const DiffTables& tables, const Finding& finding) {
  const Sides costume = finding.costume;
  const Side old_side{tables.old_tables, tables.new_tables,   costume.old_row,
                      costume.new_row,   finding.row.old_row, finding.row.new_row};
  const Side new_side{tables.new_tables, tables.old_tables,   costume.new_row,
                      costume.old_row,   finding.row.new_row, finding.row.old_row};
  Row room;
  Row palette;
  if (costume == Sides{}) {
    const Side& side = new_side.row != kNone ? new_side : old_side;
    room = room_number(side.tables, side.tables.palettes.room[side.row]);
    palette = side.tables.palettes.number[side.row];
  }
  const bool counts_pixels = finding.kind == FindingKind::picture_pixels;
  const Box& box = finding.box;
  Row row = {
      {"kind", kind_name(finding.kind)},
      {"costume", pair_id(tables, costume)},
      {"old_row", row_number(costume.old_row)},
      {"new_row", row_number(costume.new_row)},
      {"limb", finding.limb == kNoLimb ? Row() : Row(finding.limb)},
      {"index", finding.has_slot() ? Row(finding.index) : Row()},
      {"chore", finding.has_record() ? Row(finding.record.chore) : Row()},
      {"dir", finding.has_record()
                  ? direction_row(finding.record.facing, pair_directions(tables, costume))
                  : Row()},
      {"room", room},
      {"palette", palette},
      {"field", finding.field.empty() ? Row() : Row(finding.field)},
      {"old", value_of(old_side, finding)},
      {"new", value_of(new_side, finding)},
      {"pixels", counts_pixels ? Row(finding.pixels) : Row()},
      {"box", counts_pixels ? Row::array({box.left, box.top, box.width, box.height}) : Row()}};
  add_details(tables, finding, row);
  return row;
}

}  // namespace wardrobe
