#include "tools/diff/finding_text.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "tools/diff/akos_listing.h"
#include "tools/diff/costume_fingerprint.h"
#include "tools/diff/finding_values.h"
#include "tools/export/text.h"

namespace wardrobe {
namespace {

/// How many colours or timelines one line lists.
constexpr size_t kMostListed = 3;

/// The texts, separated by commas; of more than kMostListed only the first, and `rest(how many)`.
template <class Rest>
std::string list_text(const std::vector<std::string>& texts, const Rest& rest) {
  std::string list;
  for (size_t i = 0; i < std::min(texts.size(), kMostListed); ++i) {
    list += (i == 0 ? "" : ", ") + texts[i];
  }
  if (texts.size() > kMostListed) list += rest(texts.size() - kMostListed);
  return list;
}

/// value(side) of both sides: "1 → 2".
template <class Value>
std::string change_text(const DiffTables& tables, const Value& value) {
  return fmt::format("{} → {}", value(old_side(tables)), value(new_side(tables)));
}

std::string key_text(const DiffTables& tables, Sides costume, const RecordKey& key) {
  return fmt::format("chore {} {}", key.chore,
                     direction_name(key.facing, pair_directions(tables, costume)));
}

std::string place_text(const SlotPlace& place) {
  if (place.index == kNoIndex) return "nowhere";
  if (place.limb == kNoLimb) return fmt::format("cel {}", place.index);
  return fmt::format("limb {} index {}", place.limb, place.index);
}

std::string id_text(uint16_t id) { return id == 0 ? "none" : std::to_string(id); }

// What each kind of finding says.

std::string moved_text(const DiffTables& tables, const Finding& finding) {
  return change_text(tables, [&](const DiffSide& side) {
    return id_text(side.tables.costumes.id[side.row(finding.costume)]);
  });
}

std::string format_text(const DiffTables& tables, const Finding& finding) {
  return fmt::format("{} ", finding.field) + change_text(tables, [&](const DiffSide& side) {
           const uint32_t costume = side.row(finding.costume);
           if (finding.field == "kind") return std::string(kind_text(side.tables, costume));
           return finding.field == "directions"
                      ? std::to_string(side.tables.costumes.directions[costume])
                      : std::to_string(color_indices(side.tables, costume).size());
         });
}

std::string mirror_text(const DiffTables& tables, const Finding& finding) {
  return change_text(tables, [&](const DiffSide& side) {
    return side.tables.costumes.mirror_west[side.row(finding.costume)] != 0;
  });
}

std::string color_text(const Finding& finding, Bytes color) {
  if (color.empty()) return "none";
  return has_color_indices(finding) ? std::to_string(color[0]) : hex_text(color, "");
}

std::string palette_text(const DiffTables& tables, const Finding& finding) {
  if (finding.field == "palette") {
    return std::get<PaletteChange>(finding.change).palette.old_row == kNone ? "added" : "removed";
  }
  std::vector<std::string> texts;
  for (const ColorChange& change : changed_colors(tables, finding)) {
    texts.push_back(fmt::format("{} {} → {}", change.index, color_text(finding, change.old_color),
                                color_text(finding, change.new_color)));
  }
  return count_text(texts.size(), "colour") + ": " +
         list_text(texts, [](size_t /*more*/) { return " …"; });
}

std::string size_text(const Tables& tables, uint32_t picture) {
  return fmt::format("{}×{}", tables.pictures.width[picture], tables.pictures.height[picture]);
}

std::string entry_text(const Tables& tables, uint32_t entry) {
  const uint32_t picture = entry == kNone ? kNone : tables.entries.picture[entry];
  if (picture == kNone) return "nothing";
  const std::string hash = fmt::format("{:016x}", tables.pictures.xxh64[picture]);
  return size_text(tables, picture) + " " + hash.substr(0, 8);
}

std::string limb_table_text(const DiffTables& tables, const SlotChange& change) {
  std::string text = change_text(tables, [&](const DiffSide& side) {
    return entry_text(side.tables, side.row(change.entry));
  });
  if (change.from.index != kNoIndex) text += ", from " + place_text(change.from);
  if (change.to.index != kNoIndex) text += ", the old one now at " + place_text(change.to);
  return text;
}

std::string pixels_text(const PixelChange& pixels) {
  const auto& [count, box] = pixels;
  return fmt::format("{} in {}×{} at {},{}", count_text(count, "pixel"), box.width, box.height,
                     box.left, box.top);
}

std::string slot_text(const DiffTables& tables, const Finding& finding, const SlotChange& change) {
  switch (finding.kind) {
    case FindingKind::picture_added:
      return entry_text(tables.new_tables, change.entry.new_row);
    case FindingKind::picture_removed:
      return entry_text(tables.old_tables, change.entry.old_row);
    case FindingKind::picture_size:
      return change_text(tables, [&](const DiffSide& side) {
        return size_text(side.tables, side.tables.entries.picture[side.row(change.entry)]);
      });
    case FindingKind::picture_pixels:
      return pixels_text(change.pixels);
    case FindingKind::limb_table:
      return limb_table_text(tables, change);
    default:
      return fmt::format("{} ", finding.field) + change_text(tables, [&](const DiffSide& side) {
               return placement_value(side.tables, finding.field, side.row(change.entry));
             });
  }
}

/// "in chore 2 W, chore 2 S and 3 more".
std::string timelines_text(const DiffTables& tables, const Finding& finding,
                           const SlotChange& change) {
  if (change.unlisted) return "in too many timelines to list";
  if (change.timelines.empty()) return "in no timeline";
  std::vector<std::string> texts;
  for (const RecordKey& key : change.timelines) {
    texts.push_back(key_text(tables, finding.costume, key));
  }
  return "in " + list_text(texts, [](size_t more) { return fmt::format(" and {} more", more); });
}

std::string record_value_text(const DiffSide& side, const Finding& finding,
                              const RecordChange& change) {
  const uint32_t row = side.row(change.row);
  const uint32_t costume = side.row(finding.costume);
  if (row == kNone) return "none";
  if (finding.field == "window") return window_text(side.tables, costume, row);
  if (finding.field == "mode") return std::string(mode_name(side.tables.windows.mode[row]));
  const auto commands = commands_of(side.tables, costume, row);
  return finding.field == "length" ? std::to_string(commands.size()) : hex_text(commands, " ");
}

std::string record_text(const DiffTables& tables, const Finding& finding,
                        const RecordChange& change) {
  if (finding.field == "record") {
    const DiffSide side = latest_side(tables, change.row);
    std::string text = change.row.old_row == kNone ? "added" : "removed";
    for (const uint32_t i : rows_of(side.tables.records.window_offset, side.row(change.row))) {
      text += fmt::format("{} limb {} {}", text.find(':') == std::string::npos ? ":" : ",",
                          side.tables.windows.limb[i],
                          window_text(side.tables, side.row(finding.costume), i));
    }
    return text;
  }
  return fmt::format("{} ", finding.field) + change_text(tables, [&](const DiffSide& side) {
           return record_value_text(side, finding, change);
         });
}

std::string timeline_text(const DiffTables& tables, const Finding& finding,
                          const TimelineChange& change) {
  const std::string from = fmt::format(", from tick {} on", change.tick);
  if (finding.field != "length" && finding.field != "loop") {
    return fmt::format("different {}", finding.field) + from;
  }
  return fmt::format("{} ", finding.field) +
         change_text(tables,
                     [&](const DiffSide& side) {
                       const Timelines& lines = side.tables.timelines;
                       const uint32_t row = side.row(change.row);
                       if (finding.field == "length")
                         return std::to_string(rows_of(lines.tick_offset, row).size());
                       return lines.loop_start[row] == kNone
                                  ? "none"
                                  : std::to_string(lines.loop_start[row]);
                     }) +
         from;
}

/// Of the room itself, or of its background.
std::string room_value_text(const DiffTables& tables, const Finding& finding,
                            const RoomChange& change) {
  if (const PixelChange* pixels = finding.pixels()) return pixels_text(*pixels);
  if (finding.field == "pixels") return "another one";
  return fmt::format("{} ", finding.field) + change_text(tables, [&](const DiffSide& side) {
           const Rooms& rooms = side.tables.rooms;
           const uint32_t room = side.row(change.room);
           if (finding.field == "size") {
             return fmt::format("{}×{}", rooms.width[room], rooms.height[room]);
           }
           if (finding.field == "transparent") return std::to_string(rooms.transparent[room]);
           return count_text(see_through_strips(side.tables, room).size(), "strip");
         });
}

/// The values of a box that differ.
std::string box_text(const DiffTables& tables, const RoomChange& change) {
  const auto before = box_values(tables.old_tables, change.part.old_row);
  const auto now = box_values(tables.new_tables, change.part.new_row);
  constexpr std::array<const char*, 7> kNames = {
      "upper left", "upper right", "lower right", "lower left", "mask", "flags", "scale"};
  std::string text;
  for (size_t i = 0; i < kNames.size(); ++i) {
    const size_t at = i < 4 ? 2 * i : 4 + i;
    const size_t size = i < 4 ? 2 : 1;
    const auto side_text = [&](const auto& values) {
      return size == 1 ? std::to_string(values[at])
                       : fmt::format("{},{}", values[at], values[at + 1]);
    };
    if (side_text(before) == side_text(now)) continue;
    text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", kNames[i], side_text(before),
                        side_text(now));
  }
  return text;
}

/// Of a plane, box or scale slot.
std::string part_text(const DiffTables& tables, const Finding& finding, const RoomChange& change) {
  if (change.part.old_row == kNone) return "added";
  if (change.part.new_row == kNone) return "removed";
  if (const PixelChange* pixels = finding.pixels()) return pixels_text(*pixels);
  if (finding.kind == FindingKind::plane) return "another one";
  if (finding.kind == FindingKind::box) return box_text(tables, change);
  return change_text(tables, [&](const DiffSide& side) {
    const auto values = scale_values(side.tables, side.row(change.part));
    return fmt::format("{} at {} to {} at {}", values[0], values[1], values[2], values[3]);
  });
}

std::string room_text(const DiffTables& tables, const Finding& finding, const RoomChange& change) {
  switch (finding.kind) {
    case FindingKind::room_added:
    case FindingKind::room_removed:
      return "";
    case FindingKind::room:
    case FindingKind::background:
      return room_value_text(tables, finding, change);
    default:
      return part_text(tables, finding, change);
  }
}

std::string costume_text(const DiffTables& tables, const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::costume_moved:
      return moved_text(tables, finding);
    case FindingKind::format:
      return format_text(tables, finding);
    case FindingKind::mirror:
      return mirror_text(tables, finding);
    case FindingKind::palette:
      return palette_text(tables, finding);
    default:
      return "";
  }
}

/// "limb 3 index 1", "chore 2 W limb 0", "room 12 plane 1"; empty: the costume as a whole.
std::string where_text(const DiffTables& tables, const Finding& finding) {
  if (const SlotChange* slot = finding.slot()) return place_text(slot->place);
  if (const RecordKey* key = finding.record_key()) {
    const uint8_t limb = finding.record() != nullptr ? finding.record()->limb : kNoLimb;
    return key_text(tables, finding.costume, *key) +
           (limb == kNoLimb ? "" : fmt::format(" limb {}", limb));
  }
  if (const RoomChange* change = finding.room()) {
    const DiffSide side = latest_side(tables, change->room);
    std::string room =
        fmt::format("room {}", id_text(side.tables.rooms.number[side.row(change->room)]));
    if (finding.kind == FindingKind::background) return room + " background";
    if (change->part == Sides{}) return room;
    const char* part = finding.kind == FindingKind::plane ? "plane"
                       : finding.kind == FindingKind::box ? "box"
                                                          : "scale slot";
    return fmt::format("{} {} {}", room, part, change->number);
  }
  if (const auto* change = std::get_if<PaletteChange>(&finding.change)) {
    const DiffSide side = latest_side(tables, change->palette);
    const Palettes& palettes = side.tables.palettes;
    const uint32_t row = side.row(change->palette);
    const uint16_t room = side.tables.rooms.number[palettes.room[row]];
    return fmt::format("room {} palette {}", id_text(room), palettes.number[row]);
  }
  return "";
}

std::string what_text(const DiffTables& tables, const Finding& finding) {
  if (finding.kind == FindingKind::unreadable) {
    return fmt::format("{} archive: {}", finding.failure.new_row == kNone ? "old" : "new",
                       failure_text(tables, finding));
  }
  if (const SlotChange* slot = finding.slot()) return slot_text(tables, finding, *slot);
  if (const RecordChange* record = finding.record()) return record_text(tables, finding, *record);
  if (const auto* change = finding.timeline()) return timeline_text(tables, finding, *change);
  if (const RoomChange* room = finding.room()) return room_text(tables, finding, *room);
  return costume_text(tables, finding);
}

std::string change_line(const DiffTables& tables, const Finding& finding) {
  std::string text = where_text(tables, finding);
  const std::string what = what_text(tables, finding);
  text += (text.empty() || what.empty() ? "" : ": ") + what;
  if (finding.slot() != nullptr && finding.kind != FindingKind::picture_pixels) {
    text += ", " + timelines_text(tables, finding, *finding.slot());
  }
  return text;
}

}  // namespace

std::string finding_text(const DiffTables& tables, const Finding& finding) {
  return printable(change_line(tables, finding));
}

}  // namespace wardrobe
