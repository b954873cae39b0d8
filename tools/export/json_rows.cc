#include "tools/export/json_rows.h"

#include <array>
#include <utility>

#include <fmt/core.h>

#include "formats/player/trace.h"

namespace wardrobe {
namespace {

Row source_name(const Tables& tables, uint32_t row) {
  if (row == kNone) return {};
  return std::string(text_at(tables.sources.name_offset, tables.sources.name, row));
}

/// First and last + 1 of the entries of a costume.
std::pair<uint32_t, uint32_t> entries_of(const Tables& tables, size_t costume) {
  return {tables.limb_tables.entry_offset[tables.costumes.table_offset[costume]],
          tables.limb_tables.entry_offset[tables.costumes.table_offset[costume + 1]]};
}

size_t pictures_of(const Tables& tables, size_t costume) {
  const auto [first, last] = entries_of(tables, costume);
  size_t count = 0;
  for (uint32_t i = first; i < last; ++i) count += tables.entries.picture[i] != kNone;
  return count;
}

Row picture_row(const Tables& tables, size_t costume, uint8_t limb, uint32_t index,
                uint32_t entry) {
  const Entries& entries = tables.entries;
  const uint32_t picture = entries.picture[entry];
  const bool redirects =
      entries.redirect_limb[entry] != kNoLimb || entries.redirect_index[entry] != 0xFF;
  Row redirect;
  if (redirects) {
    redirect = Row::array({entries.redirect_limb[entry], entries.redirect_index[entry]});
  }
  return {{"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"limb", limb == kNoLimb ? Row() : Row(limb)},
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

Row read_names(const Tables& tables, uint32_t timeline) {
  const Timelines& lines = tables.timelines;
  Row names = Row::array();
  for (uint32_t i = lines.read_offset[timeline]; i < lines.read_offset[timeline + 1]; ++i) {
    names.push_back(read_name(lines.read[i]));
  }
  return names;
}

/// For each tick of a timeline its cels.
Row frame_rows(const Tables& tables, uint32_t timeline) {
  const Cels& cels = tables.cels;
  Row frames = Row::array();
  for (uint32_t tick = tables.timelines.tick_offset[timeline];
       tick < tables.timelines.tick_offset[timeline + 1]; ++tick) {
    const uint32_t frame = tables.timelines.tick[tick];
    Row& row = frames.emplace_back(Row::array());
    for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1];
         ++i) {
      row.push_back(Row::array({cels.limb[i], cels.index[i], cels.x[i], cels.y[i], cels.flip[i]}));
    }
  }
  return frames;
}

Row event_rows(const Tables& tables, uint32_t timeline) {
  const Events& events = tables.events;
  Row rows = Row::array();
  for (uint32_t i = tables.timelines.event_offset[timeline];
       i < tables.timelines.event_offset[timeline + 1]; ++i) {
    rows.push_back(Row::array(
        {events.tick[i], events.limb[i], event_name(EventKind{events.kind[i]}), events.value[i]}));
  }
  return rows;
}

}  // namespace

Row costume_id(uint16_t id) { return id == 0 ? Row() : Row(id); }

Row room_number(const Tables& tables, uint32_t row) {
  if (row == kNone || tables.rooms.number[row] == 0) return {};
  return tables.rooms.number[row];
}

Row direction_row(Direction facing, unsigned directions) {
  return directions == kDirections ? Row(degrees(facing)) : Row(direction_name(facing, directions));
}

std::string colors_text(const Palettes& palettes, size_t row) {
  std::string colors;
  for (const uint8_t byte : elements_at(palettes.rgb_offset, palettes.rgb, row)) {
    colors += fmt::format("{:02x}", byte);
  }
  return colors;
}

std::string json_line(const Row& row) {
  return row.dump(-1, ' ', false, Row::error_handler_t::replace) + "\n";
}

Row flag_names(uint16_t flags) {
  constexpr std::array<std::pair<uint16_t, const char*>, 4> kNames = {
      {{kTruncated, "truncated"},
       {kDynamic, "dynamic"},
       {kStuck, "stuck"},
       {kMissingPicture, "missing-picture"}}};
  Row names = Row::array();
  for (const auto& [flag, name] : kNames) {
    if ((flags & flag) != 0) names.push_back(name);
  }
  return names;
}

void costume_rows(const Tables& tables, const GiveRow& give) {
  const Costumes& costumes = tables.costumes;
  for (size_t row = 0; row < costumes.id.size(); ++row) {
    Row aliases = Row::array();
    for (uint32_t i = costumes.alias_offset[row]; i < costumes.alias_offset[row + 1]; ++i) {
      aliases.push_back(costumes.alias[i]);
    }
    const bool is_cost = static_cast<Kind>(costumes.kind[row]) == Kind::cost;
    give({{"row", row},
          {"id", costume_id(costumes.id[row])},
          {"aliases", aliases},
          {"room", room_number(tables, costumes.room[row])},
          {"kind", is_cost ? "COST" : "AKOS"},
          {"format", is_cost ? Row(costumes.format[row]) : Row()},
          {"codec", costumes.codec[row]},
          {"colors", elements_at(costumes.color_offset, costumes.color, row).size()},
          {"mirror_west", costumes.mirror_west[row] != 0},
          {"file", source_name(tables, costumes.source[row])},
          {"offset", costumes.offset[row]},
          {"anims", costumes.record_offset[row + 1] - costumes.record_offset[row]},
          {"pictures", pictures_of(tables, row)},
          {"timelines", costumes.record_offset[row + 1] - costumes.record_offset[row]}});
  }
}

void picture_rows(const Tables& tables, const GiveRow& give) {
  const Costumes& costumes = tables.costumes;
  for (size_t costume = 0; costume < costumes.id.size(); ++costume) {
    for (uint32_t table = costumes.table_offset[costume];
         table < costumes.table_offset[costume + 1]; ++table) {
      const uint32_t first = tables.limb_tables.entry_offset[table];
      for (uint32_t entry = first; entry < tables.limb_tables.entry_offset[table + 1]; ++entry) {
        if (tables.entries.picture[entry] == kNone) continue;
        give(picture_row(tables, costume, tables.limb_tables.limb[table], entry - first, entry));
      }
    }
  }
}

void timeline_rows(const Tables& tables, const GiveRow& give) {
  const Timelines& lines = tables.timelines;
  for (size_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    for (uint32_t row = tables.costumes.record_offset[costume];
         row < tables.costumes.record_offset[costume + 1]; ++row) {
      const unsigned directions = tables.costumes.directions[costume];
      const auto [chore, facing] = record_key(tables.records.number[row], directions);
      const uint32_t loop_start = lines.loop_start[row];
      give({{"costume", costume_id(tables.costumes.id[costume])},
            {"costume_row", costume},
            {"chore", chore},
            {"dir", direction_row(facing, directions)},
            {"ticks", lines.tick_offset[row + 1] - lines.tick_offset[row]},
            {"loop_start", loop_start == kNone ? Row() : Row(loop_start)},
            {"flags", flag_names(lines.flags[row])},
            {"reads", read_names(tables, row)},
            {"frames", frame_rows(tables, row)},
            {"events", event_rows(tables, row)}});
    }
  }
}

void palette_rows(const Tables& tables, const GiveRow& give) {
  const Palettes& palettes = tables.palettes;
  for (size_t row = 0; row < palettes.room.size(); ++row) {
    give({{"room", room_number(tables, palettes.room[row])},
          {"palette", palettes.number[row]},
          {"colors", colors_text(palettes, row)}});
  }
}

void failure_rows(const Tables& tables, const GiveRow& give) {
  const Failures& failures = tables.failures;
  for (size_t row = 0; row < failures.costume.size(); ++row) {
    const uint32_t costume = failures.costume[row];
    give({{"costume", costume_id(failures.id[row])},
          {"costume_row", costume == kNone ? Row() : Row(costume)},
          {"room", failures.room[row] == 0 ? Row() : Row(failures.room[row])},
          {"file", source_name(tables, failures.source[row])},
          {"offset", failures.offset[row] == ~uint64_t{0} ? Row() : Row(failures.offset[row])},
          {"limb", failures.limb[row] == kNoLimb ? Row() : Row(failures.limb[row])},
          {"index", failures.index[row] == kNoIndex ? Row() : Row(failures.index[row])},
          {"error", std::string(text_at(failures.error_offset, failures.error, row))}});
  }
}

}  // namespace wardrobe
