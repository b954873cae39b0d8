#include "tools/diff/archive_text.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include <fmt/core.h>

#include "formats/hash.h"
#include "formats/player/direction.h"
#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"
#include "tools/diff/finding_values.h"
#include "tools/diff/matching.h"
#include "tools/export/json_rows.h"

namespace wardrobe {
namespace {

/// The rows of a table, sorted by key(row); rows with equal keys keep their order.
template <class Key>
std::vector<uint32_t> sorted_rows(size_t count, const Key& key) {
  std::vector<uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0u);
  std::ranges::stable_sort(rows, {}, key);
  return rows;
}

std::string box_text(const Tables& tables, uint32_t box) {
  const auto v = box_values(tables, box);
  std::string text = fmt::format("{},{} {},{} {},{} {},{} mask {} flags {} ", v[0], v[1], v[2],
                                 v[3], v[4], v[5], v[6], v[7], v[8], v[9]);
  const bool slot = (v[10] & kScaleSlot) != 0;
  return text + (slot ? fmt::format("scale slot {}", (v[10] & ~kScaleSlot) + 1)
                      : fmt::format("scale {}", v[10]));
}

/// One of a room's background, if the archive has it.
std::string background_text(const Tables& tables, uint32_t room) {
  const Rooms& rooms = tables.rooms;
  if (rooms.background_offset[room + 1] == rooms.background_offset[room]) return "";
  std::string text = fmt::format("  background {:016x}", rooms.background_xxh64[room]);
  const std::vector<uint32_t> strips = see_through_strips(tables, room);
  if (!strips.empty()) text += ", strips seen through";
  for (const uint32_t strip : strips) text += fmt::format(" {}", strip);
  return text + "\n";
}

std::string room_text(const Tables& tables, uint32_t room) {
  const Rooms& rooms = tables.rooms;
  std::string text = fmt::format("room {}\n  {}×{} transparent {}\n", rooms.number[room],
                                 rooms.width[room], rooms.height[room], rooms.transparent[room]);
  const auto add = [&](const char* what, const Offsets& offset, int first, const auto& value) {
    int number = first;
    for (const uint32_t row : rows_of(offset, room)) {
      text += fmt::format("  {} {}: {}\n", what, number++, value(row));
    }
  };
  add("plane", rooms.plane_offset, 1, [&](uint32_t plane) {
    if (hidden_pixels(tables, plane) == 0) return std::string("hides nothing");
    return fmt::format("{:016x}", plane_hash(tables, room, plane));
  });
  add("box", rooms.box_offset, 0, [&](uint32_t box) { return box_text(tables, box); });
  add("scale slot", rooms.scale_offset, 1, [&](uint32_t slot) {
    const auto v = scale_values(tables, slot);
    return fmt::format("{} at {} to {} at {}", v[0], v[1], v[2], v[3]);
  });
  return text + background_text(tables, room);
}

/// Of those whose header was found.
std::string rooms_text(const Tables& tables) {
  const Rooms& rooms = tables.rooms;
  std::string text;
  for (const uint32_t room :
       sorted_rows(rooms.number.size(), [&](uint32_t i) { return rooms.number[i]; })) {
    if (rooms.width[room] != 0) text += room_text(tables, room);
  }
  return text;
}

std::string palettes_text(const Tables& tables) {
  constexpr size_t kDigits = 6;
  constexpr size_t kColorsPerLine = 8;
  const Palettes& palettes = tables.palettes;
  std::string text;
  for (const uint32_t row : sorted_rows(palettes.room.size(), [&](uint32_t i) {
         return std::tuple(tables.rooms.number[palettes.room[i]], palettes.number[i],
                           colors_text(palettes, i));
       })) {
    text += fmt::format("room {} palette {}\n", tables.rooms.number[palettes.room[row]],
                        palettes.number[row]);
    const std::string colors = colors_text(palettes, row);
    for (size_t at = 0; at < colors.size(); at += kDigits) {
      const size_t index = at / kDigits;
      if (index % kColorsPerLine == 0) text += fmt::format("  {:3}", index);
      text += " " + colors.substr(at, kDigits);
      if (index % kColorsPerLine == kColorsPerLine - 1) text += "\n";
    }
    if (colors.size() / kDigits % kColorsPerLine != 0) text += "\n";
  }
  return text;
}

std::string looks_text(const Tables& tables, uint32_t costume) {
  const Costumes& costumes = tables.costumes;
  std::string text =
      fmt::format("  {}, {} directions, {}\n  colours", kind_text(tables, costume),
                  costumes.directions[costume],
                  costumes.mirror_west[costume] != 0 ? "West mirrored" : "West of its own");
  for (const uint8_t color : color_indices(tables, costume)) text += fmt::format(" {}", color);
  text += "\n";
  const Bytes rgb = true_colors(tables, costume);
  if (rgb.empty()) return text;
  text += "  true colours";
  for (size_t i = 0; i < rgb.size(); ++i)
    text += fmt::format("{}{:02x}", i % 3 == 0 ? " " : "", rgb[i]);
  return text + "\n";
}

std::string slots_text(const Tables& tables, uint32_t costume) {
  const Entries& entries = tables.entries;
  std::string text;
  for (const Slot& slot : slots_of(tables, costume)) {
    const std::string place = slot.limb == kNoLimb
                                  ? fmt::format("cel {}", slot.index)
                                  : fmt::format("limb {} {}", slot.limb, slot.index);
    text += fmt::format("  {}: ", place);
    if (slot.picture != kNone) {
      const PictureKey key = picture_key(tables, slot.picture);
      text += fmt::format("{}×{} {:016x} transparent {} at {},{} ", key.width, key.height,
                          key.xxh64, key.transparent, entries.x[slot.entry], entries.y[slot.entry]);
    }
    text += fmt::format("moves {},{}\n", entries.xinc[slot.entry], entries.yinc[slot.entry]);
  }
  return text;
}

/// A hash of the cels and events of a timeline: 16 digits.
std::string trace_digest(const Tables& tables, uint32_t row, const std::vector<FrameHash>& frames) {
  std::vector<uint8_t> bytes;
  ByteWriter out(bytes);
  const Timelines& lines = tables.timelines;
  for (const uint32_t i : rows_of(lines.tick_offset, row)) {
    out.u64(frames[lines.tick[i]].all);
  }
  const Events& events = tables.events;
  for (const uint32_t i : rows_of(lines.event_offset, row)) {
    out.u32(events.tick[i]);
    out.u8(events.limb[i]);
    out.u8(events.kind[i]);
    out.u32(static_cast<uint32_t>(events.value[i]));
  }
  return fmt::format("{:016x}", xxh64(bytes));
}

std::string records_text(const Tables& tables, uint32_t costume,
                         const std::vector<FrameHash>& frames) {
  const Timelines& lines = tables.timelines;
  const uint8_t directions = tables.costumes.directions[costume];
  std::string text;
  for (const auto& [key, row] : records_of(tables, costume)) {
    text += fmt::format("  chore {} {}\n", key.chore, direction_name(key.facing, directions));
    for (const uint32_t i : rows_of(tables.records.window_offset, row)) {
      text +=
          fmt::format("    limb {} {}\n", tables.windows.limb[i], window_text(tables, costume, i));
    }
    const uint32_t start = lines.loop_start[row];
    text += fmt::format("    {} ticks, {}, draws {}\n", rows_of(lines.tick_offset, row).size(),
                        start == kNone ? "cut" : fmt::format("loops to {}", start),
                        trace_digest(tables, row, frames));
  }
  return text;
}

std::string costume_text(const Tables& tables, uint32_t costume,
                         const std::vector<FrameHash>& frames) {
  std::string name;
  for (const uint16_t id : ids_of(tables.costumes, costume)) name += fmt::format(" {}", id);
  return "costume" + (name.empty() ? " without an id" : name) + "\n" + looks_text(tables, costume) +
         slots_text(tables, costume) + records_text(tables, costume, frames);
}

}  // namespace

std::string archive_text(const Tables& tables) {
  std::string text = fmt::format("SCUMM version {}\n", tables.game.version[0]);
  text += rooms_text(tables);
  text += palettes_text(tables);
  const std::vector<FrameHash> frames = frame_hashes(tables);
  for (const uint32_t row : sorted_rows(tables.costumes.id.size(), [&](uint32_t i) {
         return std::pair(ids_of(tables.costumes, i), content_hash(tables, i));
       })) {
    text += costume_text(tables, row, frames);
  }
  return text;
}

}  // namespace wardrobe
