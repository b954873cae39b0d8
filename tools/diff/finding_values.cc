#include "tools/diff/finding_values.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/core.h>

#include "tools/diff/akos_listing.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

Row hash_row(uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string_view mode_name(uint8_t mode) {
  constexpr std::array<std::string_view, kWindowModes> kNames = {
      "empty", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"};
  return kNames[mode];
}

/// What a finding is about, in one of the archives.
struct Subject {
  const Tables& tables;
  uint32_t costume;
  uint32_t row;  ///< of Finding::row, or else the palette, room or costume itself
  uint32_t tick;
};

/// A cell of a table.
template <auto table, auto column>
Row cell(const Subject& at) {
  return (at.tables.*table.*column)[at.row];
}

Row costume_value(const Subject& at) { return costume_id(at.tables.costumes.id[at.row]); }

Row kind_value(const Subject& at) {
  return Kind{at.tables.costumes.kind[at.row]} == Kind::cost ? "COST" : "AKOS";
}

Row color_count(const Subject& at) { return color_indices(at.tables, at.row).size(); }

Row mirror_value(const Subject& at) { return at.tables.costumes.mirror_west[at.row] != 0; }

Row palette_value(const Subject& at) { return colors_text(at.tables.palettes, at.row); }

Row room_size(const Subject& at) {
  return Row::array({at.tables.rooms.width[at.row], at.tables.rooms.height[at.row]});
}

Row background_value(const Subject& at) {
  return hash_row(at.tables.rooms.background_xxh64[at.row]);
}

Row see_through_value(const Subject& at) { return see_through_strips(at.tables, at.row); }

/// How many pixels a plane hides.
Row plane_value(const Subject& at) {
  const Planes& planes = at.tables.planes;
  uint64_t count = 0;
  for (const uint8_t bits : elements_at(planes.bits_offset, planes.bits, at.row)) {
    count += static_cast<uint64_t>(std::popcount(bits));
  }
  return count;
}

Row box_value(const Subject& at) { return box_row(at.tables, at.row); }

Row scale_value(const Subject& at) { return scale_row(at.tables, at.row); }

/// What a slot shows.
Row slot_value(const Subject& at) {
  const Entries& entries = at.tables.entries;
  const Pictures& pictures = at.tables.pictures;
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

Row picture_size(const Subject& at) {
  const Row shown = slot_value(at);
  return Row::array({shown["width"], shown["height"]});
}

Row picture_hash(const Subject& at) { return slot_value(at)["xxh64"]; }

/// [limb, window] for each limb.
Row record_value(const Subject& at) {
  Row windows = Row::array();
  for (const uint32_t i : rows_of(at.tables.records.window_offset, at.row)) {
    windows.push_back(
        Row::array({at.tables.windows.limb[i], window_text(at.tables, at.costume, i)}));
  }
  return windows;
}

Row window_value(const Subject& at) { return window_text(at.tables, at.costume, at.row); }

Row mode_value(const Subject& at) { return mode_name(at.tables.windows.mode[at.row]); }

Row command_count(const Subject& at) { return commands_of(at.tables, at.costume, at.row).size(); }

Row commands_value(const Subject& at) {
  return hex_text(commands_of(at.tables, at.costume, at.row), " ");
}

RowRange ticks_of(const Subject& at) { return rows_of(at.tables.timelines.tick_offset, at.row); }

Row cels_value(const Subject& at) {
  return cel_rows(at.tables, at.tables.timelines.tick[ticks_of(at).front() + at.tick]);
}

Row tick_count(const Subject& at) { return ticks_of(at).size(); }

Row loop_value(const Subject& at) { return or_null(at.tables.timelines.loop_start[at.row], kNone); }

Row events_value(const Subject& at) {
  Row events = Row::array();
  for (const uint32_t i : rows_of(at.tables.timelines.event_offset, at.row)) {
    if (at.tables.events.tick[i] != at.tick) continue;
    events.push_back(event_row(event_at(at.tables.events, i)));
  }
  return events;
}

/// How the value of a field is found.
struct Field {
  FindingKind kind;
  std::string_view name;
  Row (*value)(const Subject& at);
};

constexpr Field kFields[] = {
    {FindingKind::costume_added, "", costume_value},
    {FindingKind::costume_removed, "", costume_value},
    {FindingKind::costume_moved, "", costume_value},
    {FindingKind::unreadable, "costume", costume_value},
    {FindingKind::unreadable, "picture", slot_value},
    {FindingKind::unreadable, "record", record_value},
    {FindingKind::unreadable, "palette", palette_value},
    {FindingKind::unreadable, "room", room_size},
    {FindingKind::format, "kind", kind_value},
    {FindingKind::format, "directions", cell<&Tables::costumes, &Costumes::directions>},
    {FindingKind::format, "colors", color_count},
    {FindingKind::mirror, "", mirror_value},
    {FindingKind::palette, "palette", palette_value},
    {FindingKind::room_added, "", room_size},
    {FindingKind::room_removed, "", room_size},
    {FindingKind::room, "size", room_size},
    {FindingKind::room, "transparent", cell<&Tables::rooms, &Rooms::transparent>},
    {FindingKind::background, "pixels", background_value},
    {FindingKind::background, "see-through", see_through_value},
    {FindingKind::plane, "", plane_value},
    {FindingKind::box, "", box_value},
    {FindingKind::scale_slot, "", scale_value},
    {FindingKind::picture_added, "", slot_value},
    {FindingKind::picture_removed, "", slot_value},
    {FindingKind::picture_size, "", picture_size},
    {FindingKind::picture_pixels, "", picture_hash},
    {FindingKind::picture_placement, "x", cell<&Tables::entries, &Entries::x>},
    {FindingKind::picture_placement, "y", cell<&Tables::entries, &Entries::y>},
    {FindingKind::picture_placement, "xinc", cell<&Tables::entries, &Entries::xinc>},
    {FindingKind::picture_placement, "yinc", cell<&Tables::entries, &Entries::yinc>},
    {FindingKind::limb_table, "", slot_value},
    {FindingKind::record, "record", record_value},
    {FindingKind::record, "window", window_value},
    {FindingKind::record, "mode", mode_value},
    {FindingKind::record, "length", command_count},
    {FindingKind::record, "commands", commands_value},
    {FindingKind::timeline, "pictures", cels_value},
    {FindingKind::timeline, "order", cels_value},
    {FindingKind::timeline, "positions", cels_value},
    {FindingKind::timeline, "length", tick_count},
    {FindingKind::timeline, "loop", loop_value},
    {FindingKind::timeline, "events", events_value},
};

}  // namespace

Row value_on(const DiffSide& side, const Finding& finding) {
  Sides subject = finding.row;
  for (const Sides whole : {finding.palette, finding.room, finding.costume}) {
    if (subject == Sides{}) subject = whole;
  }
  const Subject at{side.tables, side.row(finding.costume), side.row(subject), finding.tick};
  if (at.row == kNone) return finding.kind == FindingKind::picture_placement ? Row(0) : Row();
  if (side.row(finding.failure) != kNone) return {};
  const auto* const field = std::ranges::find_if(kFields, [&](const Field& known) {
    return known.kind == finding.kind && known.name == finding.field;
  });
  return field->value(at);
}

std::string window_text(const Tables& tables, uint32_t costume, uint32_t window) {
  const auto commands = commands_of(tables, costume, window);
  return std::string(mode_name(tables.windows.mode[window])) + (commands.empty() ? "" : " ") +
         hex_text(commands, " ");
}

Row box_row(const Tables& tables, uint32_t box) {
  const Boxes& boxes = tables.boxes;
  const auto corner = [&](const auto& x, const auto& y) { return Row::array({x[box], y[box]}); };
  return {{"corners",
           {corner(boxes.ulx, boxes.uly), corner(boxes.urx, boxes.ury),
            corner(boxes.lrx, boxes.lry), corner(boxes.llx, boxes.lly)}},
          {"mask", boxes.mask[box]},
          {"flags", boxes.flags[box]},
          {"scale", boxes.scale[box]}};
}

Row scale_row(const Tables& tables, uint32_t slot) {
  const Scales& scales = tables.scales;
  return Row::array({scales.scale1[slot], scales.y1[slot], scales.scale2[slot], scales.y2[slot]});
}

std::vector<uint32_t> see_through_strips(const Tables& tables, uint32_t room) {
  const Rooms& rooms = tables.rooms;
  std::vector<uint32_t> strips;
  const auto flags = elements_at(rooms.see_through_offset, rooms.see_through, room);
  for (uint32_t strip = 0; strip < flags.size(); ++strip) {
    if (flags[strip] != 0) strips.push_back(strip);
  }
  return strips;
}

std::string hex_text(Bytes bytes, std::string_view between) {
  std::string text;
  for (const uint8_t byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : between, byte);
  }
  return text;
}

}  // namespace wardrobe
