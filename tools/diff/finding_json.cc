#include <algorithm>
#include <array>

#include "tools/diff/costume_fingerprint.h"
#include "tools/diff/finding_output.h"
#include "tools/diff/finding_values.h"

namespace wardrobe {
namespace {

Row place_row(const SlotPlace& place) {
  if (place.index == kNoIndex) return {};
  return Row::array({or_null(place.limb, kNoLimb), place.index});
}

/// The colours of a finding of kind palette: indices into a room's palette, of one byte, or red,
/// green and blue.
Bytes colors_on(const DiffSide& side, const Finding& finding) {
  const Tables& tables = side.tables;
  if (finding.palette != Sides{}) {
    return elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, side.row(finding.palette));
  }
  const uint32_t costume = side.row(finding.costume);
  return finding.field == "colors" ? color_indices(tables, costume) : true_colors(tables, costume);
}

/// Entry → colour in either archive, of the colours that differ.
void add_colors(const DiffTables& tables, const Finding& finding, Row& row) {
  const bool indices = finding.palette == Sides{} && finding.field == "colors";
  const size_t width = indices ? 1 : 3;
  const Bytes olds = colors_on(old_side(tables), finding);
  const Bytes news = colors_on(new_side(tables), finding);
  // A different number of indices is a finding of its own, of kind format.
  const size_t size =
      indices ? std::min(olds.size(), news.size()) : std::max(olds.size(), news.size());
  const auto at = [&](Bytes colors, size_t offset) {
    return offset < colors.size() ? colors.subspan(offset, std::min(width, colors.size() - offset))
                                  : Bytes();
  };
  const auto add = [&](Row& colors, size_t offset, Bytes color) {
    if (color.empty()) return;
    colors[std::to_string(offset / width)] = indices ? Row(color[0]) : Row(hex_text(color, ""));
  };
  Row& old_colors = row["old"] = Row::object();
  Row& new_colors = row["new"] = Row::object();
  for (size_t offset = 0; offset < size; offset += width) {
    const Bytes before = at(olds, offset);
    const Bytes now = at(news, offset);
    if (std::ranges::equal(before, now)) continue;
    add(old_colors, offset, before);
    add(new_colors, offset, now);
  }
}

/// The fields that say where: null where they do not apply.
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

/// The fields that only some kinds have, after those that all have.
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
    const Failures& failures = side.tables.failures;
    row["error"] =
        std::string(text_at(failures.error_offset, failures.error, side.row(finding.failure)));
  }
  if (finding.kind == FindingKind::costume_moved) {
    row["old_aliases"] = alias_row(tables.old_tables.costumes, finding.costume.old_row);
    row["new_aliases"] = alias_row(tables.new_tables.costumes, finding.costume.new_row);
  }
}

}  // namespace

std::string_view kind_name(FindingKind kind) {
  constexpr std::array<std::string_view, kFindingKinds> kNames = {"costume-added",
                                                                  "costume-removed",
                                                                  "costume-moved",
                                                                  "unreadable",
                                                                  "format",
                                                                  "mirror",
                                                                  "palette",
                                                                  "room-added",
                                                                  "room-removed",
                                                                  "room",
                                                                  "background",
                                                                  "plane",
                                                                  "box",
                                                                  "scale-slot",
                                                                  "picture-added",
                                                                  "picture-removed",
                                                                  "picture-size",
                                                                  "picture-pixels",
                                                                  "picture-placement",
                                                                  "limb-table",
                                                                  "record",
                                                                  "timeline"};
  return kNames[static_cast<size_t>(kind)];
}

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
