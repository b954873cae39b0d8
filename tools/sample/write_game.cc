#include "tools/sample/write_game.h"

#include <algorithm>

#include "formats/versions.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_index.h"

namespace wardrobe {
namespace {

void set_entry(Directory& directory, size_t id, uint8_t room, uint32_t offset, uint32_t size) {
  if (directory.room.size() <= id) {
    directory.room.resize(id + 1);
    directory.offset.resize(id + 1);
    directory.size.resize(id + 1);
  }
  directory.room[id] = room;
  directory.offset[id] = offset;
  directory.size[id] = size;
}

template <class T>
void set_element(std::vector<T>& list, size_t at, T value) {
  if (list.size() <= at) list.resize(at + 1);
  list[at] = value;
}

const char* costume_tag(Kind kind, Version version) {
  if (facts(version).style == BlockStyle::nameless) return "";
  if (facts(version).style == BlockStyle::size_first) return "CO";
  return kind == Kind::cost ? "COST" : "AKOS";
}

const char* script_tag(Version version) {
  if (facts(version).style == BlockStyle::nameless) return "";
  return facts(version).style == BlockStyle::size_first ? "SC" : "SCRP";
}

/// Appends a room, its costumes and global scripts. Their offsets in the index count from `place`.
void write_room_file(const RoomDraft& room, Version version, uint32_t place, GameIndex& index,
                     std::vector<uint8_t>& out) {
  const RoomScene* const scene = room.scene ? &*room.scene : nullptr;
  write_room(room.width, room.height, room.palettes, version, out, scene, room.scripts);
  if (scene != nullptr && facts(version).has_dlfl())
    write_room_picture(scene->picture, version, out);
  for (const CostumeDraft& costume : room.costumes) {
    const auto offset = static_cast<uint32_t>(out.size()) - place;
    const BlockScope block(out, costume_tag(costume.kind, version));
    ByteWriter(out).bytes(costume.payload);
    const auto size = static_cast<uint32_t>(out.size() - block.start());
    for (const uint16_t id : costume.ids) set_entry(index.costumes, id, room.number, offset, size);
  }
  for (const ScriptDraft& script : room.scripts) {
    if (script.kind != ScriptKind::global) continue;
    const auto offset = static_cast<uint32_t>(out.size()) - place;
    const BlockScope block(out, script_tag(version));
    ByteWriter(out).bytes(script.code);
    const auto size = static_cast<uint32_t>(out.size() - block.start());
    for (const uint16_t id : script.numbers)
      set_entry(index.scripts, id, room.number, offset, size);
  }
}

/// Appends the room's LFLF. Returns the position from which offsets of its costumes in the index
/// count.
uint32_t write_lflf(const RoomDraft& room, Version version, GameIndex& index,
                    std::vector<uint8_t>& out) {
  const bool v4 = version == Version::v4;
  const BlockScope lflf(out, v4 ? "LF" : "LFLF");
  if (v4) ByteWriter(out).u16(room.number);
  const bool names_lflf = version == Version::v8;
  const auto place = static_cast<uint32_t>(names_lflf ? lflf.start() : out.size());
  if (names_lflf) {
    const BlockScope scripts(out, "RMSC");
    write_room_scripts(room.scripts, room.scene ? room.scene->objects : std::vector<ObjectDraft>(),
                       version, out);
  }
  write_room_file(room, version, place, index, out);
  return place;
}

/// Appends a LOFF with zeros for `count` rooms. Returns the position of its first entry.
size_t write_loff(size_t count, Version version, std::vector<uint8_t>& out) {
  const BlockScope loff(out, version == Version::v4 ? "FO" : "LOFF");
  ByteWriter writer(out);
  writer.u8(static_cast<unsigned>(count));
  writer.zeros(5 * count);
  return out.size() - 5 * count;
}

void write_lecf(const std::vector<RoomDraft>& rooms, uint8_t disk, Version version,
                GameIndex& index, std::vector<uint8_t>& out) {
  const bool v4 = version == Version::v4;
  const BlockScope lecf(out, v4 ? "LE" : "LECF");
  const auto here = [disk](const RoomDraft& room) { return room.disk == disk; };
  const auto count = static_cast<size_t>(std::ranges::count_if(rooms, here));
  size_t entry = facts(version).has_dlfl() ? 0 : write_loff(count, version, out);
  for (const RoomDraft& room : rooms) {
    if (!here(room)) continue;
    const uint32_t place = write_lflf(room, version, index, out);
    if (facts(version).has_dlfl()) {
      set_element(index.room_offset, room.number, place);
      continue;
    }
    out[entry] = room.number;
    ByteWriter(out).patch_u32(entry + 1, v4 ? place - kRoomInFile : place);
    entry += 5;
  }
}

}  // namespace

GameFiles write_game(const std::vector<RoomDraft>& rooms, Version version, uint8_t xor_key) {
  GameFiles files;
  GameIndex index;
  set_entry(index.rooms, 0, 0, 0, 0);
  set_entry(index.costumes, 0, 0, 0, 0);
  set_entry(index.scripts, 0, 0, 0, 0);
  uint8_t last_disk = 1;
  for (const RoomDraft& room : rooms) {
    index.named_room.push_back(room.number);
    index.room_name.push_back(room.name);
    set_entry(index.rooms, room.number, room.disk, 0, 0);
    set_element(index.disk, room.number, room.disk);
    for (const ObjectDraft& object :
         room.scene ? room.scene->objects : std::vector<ObjectDraft>()) {
      set_element(index.objects.state, object.number, object.state);
    }
    last_disk = std::max(last_disk, room.disk);
  }
  for (const RoomDraft& room : rooms) {
    if (!facts(version).room_files) break;
    write_room_file(room, version, 0, index, files.disks.emplace_back());
    files.numbers.push_back(room.number);
  }
  for (unsigned disk = 1; disk <= last_disk && !facts(version).room_files; ++disk) {
    files.numbers.push_back(disk);
    write_lecf(rooms, static_cast<uint8_t>(disk), version, index, files.disks.emplace_back());
  }
  files.index = write_index(index, version);
  const auto toggle = [xor_key](std::vector<uint8_t>& file) {
    for (uint8_t& byte : file) byte ^= xor_key;
  };
  if (version != Version::v4) toggle(files.index);
  std::ranges::for_each(files.disks, toggle);
  return files;
}

}  // namespace wardrobe
