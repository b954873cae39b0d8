#include "tools/diff/archive_text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/diff/akos_listing.h"
#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"
#include "tools/rows/rows.h"
#include "tools/rows/text.h"

namespace wardrobe {
namespace {

void add_line(std::string& text, std::string_view what, Row row) {
  for (const char* place : {"row", "costume_row", "picture", "file", "offset"}) row.erase(place);
  text += fmt::format("{} {}", what, json_line(row));
}

/// A hash of the cels and events of a timeline, as 16 hexadecimal digits.
std::string trace_digest(const TablesView& tables, uint32_t row,
                         const std::vector<FrameHash>& frames) {
  std::vector<uint8_t> bytes;
  ByteWriter out(bytes);
  const TimelinesView& lines = tables.timelines;
  for (const uint32_t i : rows_of(lines.tick_offset, row)) out.u64(frames[lines.tick[i]].all);
  const EventsView& events = tables.events;
  for (const uint32_t i : rows_of(lines.event_offset, row)) {
    out.u32(events.tick[i]);
    out.u8(events.limb[i]);
    out.u8(static_cast<uint8_t>(events.kind[i]));
    out.u32(static_cast<uint32_t>(events.value[i]));
  }
  return fmt::format("{:016x}", xxh64(bytes));
}

/// Joins texts, sorted by their keys and then by text.
template <class Key>
std::string sorted(std::vector<std::pair<Key, std::string>> texts) {
  std::ranges::sort(texts);
  std::string all;
  for (const auto& [key, text] : texts) all += text;
  return all;
}

/// A line for each room, each walk box and each palette.
std::string rooms_text(const TablesView& tables) {
  const RoomsView& rooms = tables.rooms;
  std::vector<std::pair<uint16_t, std::string>> texts;
  room_rows(tables, [&](Row row) {
    const auto room = static_cast<uint32_t>(texts.size());
    std::string& text = texts.emplace_back(rooms.number[room], "").second;
    row["see_through"] = see_through_strips(tables, room);
    Row& scales = row["scales"] = Row::array();
    for (const uint32_t slot : rows_of(rooms.scale_offset, room)) {
      scales.push_back(scale_row(tables, slot));
    }
    add_line(text, "room", row);
    const RowRange boxes = rows_of(rooms.box_offset, room);
    for (const uint32_t box : boxes) {
      Row values = {{"room", row["room"]}, {"box", box - boxes.front()}};
      values.update(box_row(tables, box));
      add_line(text, "box", values);
    }
  });
  uint32_t palette = 0;
  palette_rows(tables, [&](const Row& row) {
    add_line(texts[tables.palettes.room[palette++]].second, "palette", row);
  });
  return sorted(std::move(texts));
}

/// A line for each costume, picture, move, window and timeline.
std::string costumes_text(const TablesView& tables) {
  std::vector<std::pair<std::vector<uint16_t>, std::string>> texts;
  costume_rows(tables, [&](Row row) {
    const auto costume = static_cast<uint32_t>(texts.size());
    row["directions"] = tables.costumes.directions[costume];
    row["colors"] = color_indices(tables, costume);
    row["rgb"] = hex_text(true_colors(tables, costume), "");
    add_line(texts.emplace_back(ids_of(tables.costumes, costume), "").second, "costume", row);
  });
  picture_rows(tables,
               [&](const Row& row) { add_line(texts[row["costume_row"]].second, "picture", row); });
  for (uint32_t costume = 0; costume < texts.size(); ++costume) {
    for (const auto& [place, entry, picture] : slots_of(tables, costume)) {
      if (picture != kNone) continue;
      add_line(texts[costume].second, "move",
               {{"costume", costume_id(tables.costumes.id[costume])},
                {"limb", or_null(place.limb, kNoLimb)},
                {"index", place.index},
                {"xinc", tables.entries.xinc[entry]},
                {"yinc", tables.entries.yinc[entry]}});
    }
  }
  const std::vector<FrameHash> frames = frame_hashes(tables);
  uint32_t record = 0;
  timeline_rows(tables, [&](Row row) {
    const uint32_t costume = row["costume_row"];
    std::string& text = texts[costume].second;
    for (const uint32_t i : rows_of(tables.records.window_offset, record)) {
      add_line(text, "window",
               {{"costume", row["costume"]},
                {"chore", row["chore"]},
                {"dir", row["dir"]},
                {"limb", tables.windows.limb[i]},
                {"window", window_text(tables, costume, i)}});
    }
    row["drawn"] = trace_digest(tables, record++, frames);
    add_line(text, "timeline", row);
  });
  return sorted(std::move(texts));
}

std::string failures_text(const TablesView& tables) {
  std::vector<std::pair<int, std::string>> texts;
  failure_rows(tables,
               [&](const Row& row) { add_line(texts.emplace_back().second, "failure", row); });
  return sorted(std::move(texts));
}

}  // namespace

std::string archive_text(const TablesView& tables) {
  std::string text;
  add_line(text, "game", {{"version", facts(tables.game.version[0]).number()}});
  return text + rooms_text(tables) + costumes_text(tables) + failures_text(tables);
}

}  // namespace wardrobe
