#include "tools/diff/costume_fingerprint.h"

#include <algorithm>

#include "formats/bytes.h"
#include "tools/diff/akos_listing.h"

namespace wardrobe {
namespace {

/// The kind of a part. It is hashed with the part, so that parts of different kinds never match.
enum class Part : uint8_t { picture, placement, record, colors };

void write_picture(const TablesView& tables, const VisibleSlot& slot, ByteWriter& out) {
  if (slot.picture == kNone) return;
  const PictureKey key = picture_key(tables, slot.picture);
  out.u16(key.width);
  out.u16(key.height);
  out.u8(key.transparent);
  out.u64(key.xxh64);
}

void write_placement(const EntriesView& entries, const VisibleSlot& slot, ByteWriter& out) {
  out.u8(slot.place.limb);
  out.u16(slot.place.index);
  out.u8(slot.picture == kNone ? 0 : 1);
  if (slot.picture != kNone) {
    out.i16(entries.x[slot.entry]);
    out.i16(entries.y[slot.entry]);
  }
  out.i16(entries.xinc[slot.entry]);
  out.i16(entries.yinc[slot.entry]);
}

void write_record(const TablesView& tables, uint32_t costume, uint32_t record, ByteWriter& out) {
  const RowRange windows = rows_of(tables.records.window_offset, record);
  out.u16(tables.records.number[record]);
  out.u32(windows.size());
  for (const uint32_t i : windows) {
    const std::vector<uint8_t> commands = commands_of(tables, costume, i);
    out.u8(tables.windows.limb[i]);
    out.u8(static_cast<uint8_t>(tables.windows.mode[i]));
    out.u32(static_cast<uint32_t>(commands.size()));
    out.bytes(commands);
  }
}

/// Calls give(part, write) for each part of a costume; write(out) writes the part's contents.
template <class Give>
void give_parts(const TablesView& tables, uint32_t costume, const Give& give) {
  for (const VisibleSlot& slot : slots_of(tables, costume)) {
    give(Part::placement, [&](ByteWriter& out) { write_placement(tables.entries, slot, out); });
    give(Part::picture, [&](ByteWriter& out) { write_picture(tables, slot, out); });
  }
  for (const uint32_t record : rows_of(tables.costumes.record_offset, costume)) {
    give(Part::record, [&](ByteWriter& out) { write_record(tables, costume, record, out); });
  }
  give(Part::colors, [&](ByteWriter& out) { out.bytes(color_indices(tables, costume)); });
}

}  // namespace

std::vector<VisibleSlot> slots_of(const TablesView& tables, uint32_t costume) {
  std::vector<VisibleSlot> slots;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    for (const uint32_t entry : entries) {
      const EntryState state = tables.entries.state[entry];
      const bool moves = tables.entries.xinc[entry] != 0 || tables.entries.yinc[entry] != 0;
      const bool shown = state == EntryState::picture;
      if (!shown && !(state == EntryState::zero_size && moves)) continue;
      const SlotPlace place{tables.limb_tables.limb[table],
                            static_cast<uint16_t>(entry - entries.front())};
      slots.push_back({place, entry, tables.entries.picture[entry]});
    }
  }
  std::ranges::stable_sort(slots, {}, &VisibleSlot::place);
  return slots;
}

Bytes color_indices(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.color_offset, tables.costumes.color, costume);
}

Bytes true_colors(const TablesView& tables, uint32_t costume) {
  return elements_at(tables.costumes.rgb_offset, tables.costumes.rgb, costume);
}

uint64_t content_hash(const TablesView& tables, uint32_t costume) {
  std::vector<uint8_t> bytes;
  ByteWriter out(bytes);
  out.u8(static_cast<uint8_t>(tables.costumes.kind[costume]));
  out.u8(tables.costumes.mirror_west[costume]);
  out.u8(tables.costumes.directions[costume]);
  out.u32(static_cast<uint32_t>(color_indices(tables, costume).size()));
  give_parts(tables, costume, [&](Part part, const auto& write) {
    out.u8(static_cast<uint8_t>(part));
    write(out);
  });
  out.bytes(true_colors(tables, costume));
  return xxh64(bytes);
}

std::vector<uint64_t> content_parts(const TablesView& tables, uint32_t costume) {
  std::vector<uint64_t> parts;
  std::vector<uint8_t> bytes;
  give_parts(tables, costume, [&](Part part, const auto& write) {
    bytes.assign(1, static_cast<uint8_t>(part));
    ByteWriter out(bytes);
    write(out);
    parts.push_back(xxh64(bytes));
  });
  std::ranges::sort(parts);
  return parts;
}

}  // namespace wardrobe
