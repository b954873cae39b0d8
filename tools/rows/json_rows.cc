#include "tools/rows/json_rows.h"

#include <algorithm>

#include <fmt/core.h>

#include "formats/player/trace.h"
#include "tools/rows/row.h"
#include "tools/rows/text.h"

namespace wardrobe {
namespace {

/// The number of a costume's entries that show a picture.
size_t count_pictures(const TablesView& tables, size_t costume) {
  size_t count = 0;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    for (const uint32_t entry : rows_of(tables.limb_tables.entry_offset, table)) {
      count += tables.entries.picture[entry] != kNone;
    }
  }
  return count;
}

Row picture_row(const TablesView& tables, size_t costume, uint8_t limb, uint32_t index,
                uint32_t entry) {
  const EntriesView& entries = tables.entries;
  const uint32_t picture = entries.picture[entry];
  const bool redirects =
      entries.redirect_limb[entry] != kNoLimb || entries.redirect_index[entry] != 0xFF;
  Row redirect;
  if (redirects) {
    redirect = Row::array({entries.redirect_limb[entry], entries.redirect_index[entry]});
  }
  return {{"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"limb", or_null(limb, kNoLimb)},
          {"index", index},
          {"reached", entries.reached[entry] != 0},
          {"picture", picture},
          {"width", tables.pictures.width[picture]},
          {"height", tables.pictures.height[picture]},
          {"x", entries.x[entry]},
          {"y", entries.y[entry]},
          {"xinc", entries.xinc[entry]},
          {"yinc", entries.yinc[entry]},
          {"codec", tables.costumes.codec[costume]},
          {"redirect", redirect},
          {"transparent", tables.pictures.transparent[picture]},
          {"xxh64", fmt::format("{:016x}", tables.pictures.xxh64[picture])}};
}

Row read_names(const TablesView& tables, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  Row names = Row::array();
  for (const uint32_t i : rows_of(lines.read_offset, timeline)) {
    names.push_back(read_name(lines.read[i]));
  }
  return names;
}

/// Makes texts UTF-8, as json_line does.
void make_utf8(Row& row) {
  if (auto* const text = row.get_ptr<std::string*>()) *text = as_utf8(*text);
  if (!row.is_structured()) return;
  for (Row& part : row) make_utf8(part);
}

}  // namespace

Row costume_id(uint16_t id) { return or_null(id, 0); }

Row alias_row(const CostumesView& costumes, uint32_t row) {
  const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
  return std::vector(aliases.begin(), aliases.end());
}

Row source_name(const TablesView& tables, uint32_t row) {
  if (row == kNone) return {};
  return std::string(text_at(tables.sources.name_offset, tables.sources.name, row));
}

Row source_rows(const SourcesView& sources) {
  Row files = Row::array();
  for (size_t i = 0; i < sources.size.size(); ++i) {
    files.push_back(
        {{"name", std::string(text_at(sources.name_offset, sources.name, i))},
         {"bytes", sources.size[i]},
         {"xor", sources.xor_key[i]},
         {"xxh64", sources.xxh64[i] == 0 ? Row() : Row(fmt::format("{:016x}", sources.xxh64[i]))}});
  }
  return files;
}

Row room_number(const TablesView& tables, uint32_t row) {
  return row == kNone ? Row() : or_null(tables.rooms.number[row], 0);
}

Row direction_row(Direction facing, unsigned directions) {
  return directions == kDirections ? Row(degrees(facing)) : Row(direction_name(facing, directions));
}

std::string colors_text(const PalettesView& palettes, size_t row) {
  return hex_text(elements_at(palettes.rgb_offset, palettes.rgb, row));
}

Row cel_row(const Cel& cel) { return Row::array({cel.limb, cel.index, cel.x, cel.y, cel.flip}); }

Row cel_rows(const TablesView& tables, uint32_t frame) {
  const CelsView& cels = tables.cels;
  Row rows = Row::array();
  for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
    rows.push_back(cel_row(cel_at(cels, i)));
  }
  return rows;
}

Row event_row(const PlayerEvent& event) {
  return Row::array({event.limb, event_name(event.kind), event.value});
}

PlayerEvent event_at(const EventsView& events, uint32_t row) {
  return {events.limb[row], events.kind[row], events.value[row]};
}

std::string json_text(const Row& value) {
  return value.dump(-1, ' ', false, Row::error_handler_t::replace);
}

std::string value_text(const Row& value) {
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

Row parse_json(std::string_view text) { return Row::parse(text, nullptr, false); }

std::string json_line(const Row& row) {
  std::string json = json_text(row);
  if (json.find('\xEF') != std::string::npos) {  // U+FFFD, or what else as_utf8 may have to change
    Row all_utf8 = row;
    make_utf8(all_utf8);
    json = all_utf8.dump(-1, ' ', true, Row::error_handler_t::replace);
  }
  return escaped(json, [](auto character) { return fmt::format("\\u{:04x}", character.code); }) +
         "\n";
}

void costume_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  for (uint32_t row = 0; row < costumes.id.size(); ++row) {
    const bool is_cost = costumes.kind[row] == Kind::cost;
    const uint32_t records = rows_of(costumes.record_offset, row).size();
    give({{"row", row},
          {"id", costume_id(costumes.id[row])},
          {"aliases", alias_row(costumes, row)},
          {"room", room_number(tables, costumes.room[row])},
          {"kind", is_cost ? "COST" : "AKOS"},
          {"format", is_cost ? Row(costumes.format[row]) : Row()},
          {"codec", costumes.codec[row]},
          {"colors", elements_at(costumes.color_offset, costumes.color, row).size()},
          {"mirror_west", costumes.mirror_west[row] != 0},
          {"file", source_name(tables, costumes.source[row])},
          {"offset", costumes.offset[row]},
          {"anims", records},
          {"pictures", count_pictures(tables, row)},
          {"timelines", records}});
  }
}

void picture_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  for (size_t costume = 0; costume < costumes.id.size(); ++costume) {
    for (const uint32_t table : rows_of(costumes.table_offset, costume)) {
      const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
      for (const uint32_t entry : entries) {
        if (tables.entries.picture[entry] == kNone) continue;
        give(picture_row(tables, costume, tables.limb_tables.limb[table], entry - entries.front(),
                         entry));
      }
    }
  }
}

Row timeline_row(const TablesView& tables, uint32_t costume, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  const unsigned directions = tables.costumes.directions[costume];
  const auto [chore, facing] = record_key(tables.records.number[timeline], directions);
  return {{"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"chore", chore},
          {"dir", direction_row(facing, directions)},
          {"ticks", rows_of(lines.tick_offset, timeline).size()},
          {"loop_start", or_null(lines.loop_start[timeline], kNone)},
          {"flags", flag_names(lines.flags[timeline])},
          {"reads", read_names(tables, timeline)}};
}

std::vector<uint32_t> distinct_frames(const TimelinesView& lines, uint32_t timeline) {
  const auto ticks = elements_at(lines.tick_offset, lines.tick, timeline);
  std::vector<uint32_t> frames(ticks.begin(), ticks.end());
  std::ranges::sort(frames);
  // clang 14 rejects std::ranges::unique of libstdc++ 12.
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

void timeline_rows(const TablesView& tables, const GiveRow& give) {
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
      Row counts = timeline_row(tables, costume, row);
      counts["frames"] = distinct_frames(tables.timelines, row).size();
      counts["events"] = rows_of(tables.timelines.event_offset, row).size();
      give(counts);
    }
  }
}

void palette_rows(const TablesView& tables, const GiveRow& give) {
  const PalettesView& palettes = tables.palettes;
  for (size_t row = 0; row < palettes.room.size(); ++row) {
    give({{"room", room_number(tables, palettes.room[row])},
          {"palette", palettes.number[row]},
          {"colors", colors_text(palettes, row)}});
  }
}

void failure_rows(const TablesView& tables, const GiveRow& give) {
  const FailuresView& failures = tables.failures;
  for (size_t row = 0; row < failures.costume.size(); ++row) {
    give({{"kind", failures.kind[row] == FailureKind::note ? "note" : "damage"},
          {"costume", costume_id(failures.id[row])},
          {"costume_row", or_null(failures.costume[row], kNone)},
          {"room", or_null(failures.room[row], 0)},
          {"file", source_name(tables, failures.source[row])},
          {"offset", or_null(failures.offset[row], kNoOffset)},
          {"limb", or_null(failures.limb[row], kNoLimb)},
          {"index", or_null(failures.index[row], kNoIndex)},
          {"error", std::string(text_at(failures.error_offset, failures.error, row))}});
  }
}

const std::map<std::string, MakeRows>& row_makers() {
  static const std::map<std::string, MakeRows> kMakers = {
      {"costumes", costume_rows}, {"pictures", picture_rows}, {"timelines", timeline_rows},
      {"palettes", palette_rows}, {"rooms", room_rows},       {"failures", failure_rows},
      {"windows", window_rows},   {"commands", command_rows}};
  return kMakers;
}

}  // namespace wardrobe
