#include "tools/sample/write_index.h"

#include <string>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_scripts.h"

namespace wardrobe {
namespace {

constexpr size_t kRoomNameSize = 9;

void write_room_names(const GameIndex& index, Version version, std::vector<uint8_t>& out) {
  const BlockScope block(out, facts(version).style == BlockStyle::size_first ? "RN" : "RNAM");
  ByteWriter writer(out);
  const bool plain = facts(version).plain_names;
  for (size_t i = 0; i < index.named_room.size(); ++i) {
    const std::string& name = index.room_name[i];
    if (plain) {
      writer.u16(index.named_room[i]);
      writer.text(name);
      writer.u8(0);
      continue;
    }
    writer.u8(index.named_room[i]);
    for (size_t k = 0; k < kRoomNameSize; ++k) {
      writer.u8(k < name.size() ? static_cast<uint8_t>(name[k]) ^ 0xFFu : 0xFFu);
    }
  }
  writer.zeros(plain ? 2 : 1);
}

void write_room_offsets(const GameIndex& index, std::vector<uint8_t>& out) {
  const BlockScope block(out, "DLFL");
  ByteWriter writer(out);
  writer.u16(static_cast<unsigned>(index.room_offset.size()));
  for (const uint32_t offset : index.room_offset) writer.u32(offset);
}

void write_disks(const GameIndex& index, std::vector<uint8_t>& out) {
  const BlockScope block(out, "DISK");
  ByteWriter writer(out);
  writer.u16(static_cast<unsigned>(index.disk.size()));
  writer.bytes(index.disk);
}

void write_empty_list(std::string_view name, std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  ByteWriter(out).u16(0);
}

/// Appends a DOBJ. All objects belong to their rooms.
void write_object_states(const ObjectDirectory& objects, Version version,
                         std::vector<uint8_t>& out) {
  constexpr unsigned kOwner = 15;
  const BlockScope block(out, "DOBJ");
  ByteWriter writer(out);
  const size_t count = objects.state.size();
  if (version == Version::v8) {
    writer.u32(static_cast<uint32_t>(count));
    for (size_t i = 0; i < count; ++i) {
      std::string name = object_name_of_v8(static_cast<uint16_t>(i));
      name.resize(40);
      writer.text(name);
      writer.u8(objects.state[i]);
      writer.zeros(5);
    }
    return;
  }
  writer.u16(static_cast<unsigned>(count));
  const bool apart = version == Version::v7 || facts(version).has_dlfl();
  for (const uint8_t state : objects.state) writer.u8(apart ? state : state << 4 | kOwner);
  if (facts(version).has_dlfl()) {
    for (size_t i = 0; i < count; ++i) writer.u8(kOwner);
  }
  writer.zeros((apart ? 5 : 4) * count);  // rooms and classes
}

/// Writes the blocks after MAXS from HE 70 on.
void write_humongous(const GameIndex& index, Version version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {0}};
  write_directory("DIRI", none, version, out);
  write_directory("DIRR", index.rooms, version, out);
  write_directory("DIRS", index.scripts, version, out);
  write_directory("DIRN", none, version, out);
  write_directory("DIRC", index.costumes, version, out);
  write_directory("DIRF", none, version, out);
  write_directory("DIRM", none, version, out);
  write_directory("DIRT", none, version, out);
  write_object_states(index.objects, version, out);
  write_room_offsets(index, out);
  if (facts(version).plain_names) write_disks(index, out);
}

/// Appends the first states of `count` objects for a version up to 4. All belong to their rooms.
void write_old_states(const ObjectDirectory& objects, size_t count, Version version,
                      std::vector<uint8_t>& out) {
  constexpr unsigned kOwner = 15;
  const bool v1 = version == Version::v1 || version == Version::v2;
  const unsigned shown = v1 ? 8 : 1;
  ByteWriter writer(out);
  for (size_t i = 0; i < count; ++i) {
    if (!v1) writer.zeros(3);  // class
    const unsigned state = i < objects.state.size() ? objects.state[i] * shown : 0;
    writer.u8(state << 4 | kOwner);
  }
}

/// Writes the blocks of versions 3 and 4, except RN.
void write_small(const GameIndex& index, Version version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {}};
  write_directory("0R", index.rooms, version, out);
  write_directory("0S", index.scripts, version, out);
  write_directory("0N", none, version, out);
  write_directory("0C", index.costumes, version, out);
  const BlockScope block(out, "0O");
  ByteWriter(out).u16(static_cast<unsigned>(index.objects.state.size()));
  write_old_states(index.objects, index.objects.state.size(), version, out);
}

void write_list(const Directory& list, size_t count, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  const auto used = [&](size_t i) { return i < list.room.size() && list.room[i] != 0; };
  for (size_t i = 0; i < count; ++i) writer.u8(used(i) ? list.room[i] : 0u);
  for (size_t i = 0; i < count; ++i) writer.u16(used(i) ? list.offset[i] : 0xFFFFu);
}

/// Writes an index without block names. For version 1, it is the index of Maniac Mansion, which
/// does not state the numbers of entries.
void write_nameless(const GameIndex& index, Version version, std::vector<uint8_t>& out) {
  const Directory none;
  const bool v1 = version == Version::v1;
  ByteWriter writer(out);
  writer.u16(v1 ? kIndexOfV1 : kIndexOfV2);
  constexpr size_t kObjects = 800;
  if (!v1) writer.u16(kObjects);
  write_old_states(index.objects, kObjects, version, out);
  const Directory* const lists[] = {&index.rooms, &index.costumes, &index.scripts, &none};
  constexpr size_t kCounts[] = {55, 35, 200, 100};
  for (size_t i = 0; i < std::size(kCounts); ++i) {
    const size_t count = v1 ? kCounts[i] : lists[i]->room.size();
    if (!v1) writer.u8(static_cast<unsigned>(count));
    write_list(*lists[i], count, out);
  }
}

/// Writes the blocks after MAXS of all games before HE 70.
void write_scumm(const GameIndex& index, Version version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {}};
  write_directory("DROO", index.rooms, version, out);
  if (version == Version::v8) write_directory("DRSC", none, version, out);
  write_directory("DSCR", index.scripts, version, out);
  write_directory("DSOU", none, version, out);
  write_directory("DCOS", index.costumes, version, out);
  write_directory("DCHR", none, version, out);
  write_object_states(index.objects, version, out);
  if (version == Version::v7) write_empty_list("ANAM", out);
}

}  // namespace

void write_directory(std::string_view name, const Directory& directory, Version version,
                     std::vector<uint8_t>& out) {
  const DirectoryForm form = facts(version).directories;
  const size_t count = directory.room.size();
  const BlockScope block(out, name);
  ByteWriter writer(out);
  if (form == DirectoryForm::wide) {
    writer.u32(static_cast<uint32_t>(count));
  } else {
    writer.u16(static_cast<unsigned>(count));
  }
  if (form == DirectoryForm::pairs) {
    for (size_t i = 0; i < count; ++i) {
      writer.u8(directory.room[i]);
      writer.u32(directory.offset[i]);
    }
    return;
  }
  writer.bytes(directory.room);
  for (const uint32_t offset : directory.offset) writer.u32(offset);
  if (form != DirectoryForm::sized) return;
  for (size_t i = 0; i < count; ++i) {
    writer.u32(i < directory.size.size() ? directory.size[i] : 0);
  }
}

std::vector<uint8_t> write_index(const GameIndex& index, Version version) {
  std::vector<uint8_t> out;
  if (facts(version).style == BlockStyle::nameless) {
    write_nameless(index, version, out);
    return out;
  }
  if (version != Version::v3) write_room_names(index, version, out);
  if (facts(version).style == BlockStyle::size_first) {
    write_small(index, version, out);
    return out;
  }
  {
    const BlockScope block(out, "MAXS");
    ByteWriter(out).zeros(facts(version).maxs_size - kBlockHeaderSize);
  }
  if (facts(version).has_dlfl()) {
    write_humongous(index, version, out);
  } else {
    write_scumm(index, version, out);
  }
  return out;
}

}  // namespace wardrobe
