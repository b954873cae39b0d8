#include "formats/scumm/game.h"

#include <algorithm>

#include "formats/scumm/block.h"
#include "formats/scumm/index.h"

namespace wardrobe {
namespace {

void set_entry(Directory& directory, size_t id, uint8_t room, uint32_t offset) {
  if (directory.room.size() <= id) {
    directory.room.resize(id + 1);
    directory.offset.resize(id + 1);
  }
  directory.room[id] = room;
  directory.offset[id] = offset;
}

/// Appends the room's LFLF and returns where its ROOM is.
uint32_t write_lflf(const RoomDraft& room, int version, GameIndex& index,
                    std::vector<uint8_t>& out) {
  const BlockScope lflf(out, "LFLF");
  const auto room_offset = static_cast<uint32_t>(out.size());
  write_room(room.width, room.height, room.palettes, version, out);
  for (const CostumeDraft& costume : room.costumes) {
    const auto offset = static_cast<uint32_t>(out.size()) - room_offset;
    for (const uint16_t id : costume.ids) set_entry(index.costumes, id, room.number, offset);
    const BlockScope cost(out, "COST");
    ByteWriter(out).bytes(costume.payload);
  }
  return room_offset;
}

void write_lecf(const std::vector<RoomDraft>& rooms, uint8_t disk, int version, GameIndex& index,
                std::vector<uint8_t>& out) {
  const BlockScope lecf(out, "LECF");
  const auto here = [disk](const RoomDraft& room) { return room.disk == disk; };
  const auto count = static_cast<size_t>(std::ranges::count_if(rooms, here));
  ByteWriter writer(out);
  size_t entry = 0;
  {
    const BlockScope loff(out, "LOFF");
    writer.u8(static_cast<unsigned>(count));
    entry = out.size();
    writer.zeros(5 * count);
  }
  for (const RoomDraft& room : rooms) {
    if (!here(room)) continue;
    out[entry] = room.number;
    const uint32_t offset = write_lflf(room, version, index, out);
    writer.patch_u32(entry + 1, offset);
    entry += 5;
  }
}

}  // namespace

GameFiles write_game(const std::vector<RoomDraft>& rooms, int version, uint8_t xor_key) {
  GameFiles files;
  GameIndex index;
  set_entry(index.rooms, 0, 0, 0);
  set_entry(index.costumes, 0, 0, 0);
  uint8_t last_disk = 1;
  for (const RoomDraft& room : rooms) {
    index.named_room.push_back(room.number);
    index.room_name.push_back(room.name);
    set_entry(index.rooms, room.number, room.disk, 0);
    last_disk = std::max(last_disk, room.disk);
  }
  for (unsigned disk = 1; disk <= last_disk; ++disk) {
    write_lecf(rooms, static_cast<uint8_t>(disk), version, index, files.disks.emplace_back());
  }
  files.index = write_index(index, version);
  const auto toggle = [xor_key](std::vector<uint8_t>& file) {
    for (uint8_t& byte : file) byte ^= xor_key;
  };
  toggle(files.index);
  std::ranges::for_each(files.disks, toggle);
  return files;
}

}  // namespace wardrobe
