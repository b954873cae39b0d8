#include "tools/sample/write_index.h"

#include <string>

#include "formats/scumm/block.h"
#include "formats/scumm/directory.h"
#include "formats/scumm/version.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

constexpr size_t kRoomNameSize = 9;

void write_room_names(const GameIndex& index, int version, std::vector<uint8_t>& out) {
  const BlockScope block(out, has_containers_of_v4(version) ? "RN" : "RNAM");
  ByteWriter writer(out);
  const bool plain = has_plain_names(version);
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

/// The blocks after MAXS from HE 70 on.
void write_humongous(const GameIndex& index, int version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {0}};
  write_directory("DIRI", none, version, out);
  write_directory("DIRR", index.rooms, version, out);
  write_directory("DIRS", none, version, out);
  write_directory("DIRN", none, version, out);
  write_directory("DIRC", index.costumes, version, out);
  write_directory("DIRF", none, version, out);
  write_directory("DIRM", none, version, out);
  write_directory("DIRT", none, version, out);
  write_room_offsets(index, out);
  if (has_plain_names(version)) write_disks(index, out);
}

/// The blocks after RN in version 4.
void write_v4(const GameIndex& index, int version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {}};
  write_directory("0R", index.rooms, version, out);
  write_directory("0S", none, version, out);
  write_directory("0N", none, version, out);
  write_directory("0C", index.costumes, version, out);
  write_empty_list("0O", out);
}

/// The blocks after MAXS before HE 70.
void write_scumm(const GameIndex& index, int version, std::vector<uint8_t>& out) {
  const Directory none{{0}, {0}, {}};
  write_directory("DROO", index.rooms, version, out);
  if (has_wide_directories(version)) write_directory("DRSC", none, version, out);
  write_directory("DSCR", none, version, out);
  write_directory("DSOU", none, version, out);
  write_directory("DCOS", index.costumes, version, out);
  write_directory("DCHR", none, version, out);
  write_directory("DOBJ", none, version, out);
  if (version == kScumm7) write_empty_list("ANAM", out);
}

}  // namespace

void write_directory(std::string_view name, const Directory& directory, int version,
                     std::vector<uint8_t>& out) {
  const DirectoryForm form = form_of(version);
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

std::vector<uint8_t> write_index(const GameIndex& index, int version) {
  std::vector<uint8_t> out;
  write_room_names(index, version, out);
  if (has_containers_of_v4(version)) {
    write_v4(index, version, out);
    return out;
  }
  {
    const BlockScope block(out, "MAXS");
    ByteWriter(out).zeros(maxs_size(version) - kBlockHeaderSize);
  }
  if (has_dlfl(version)) {
    write_humongous(index, version, out);
  } else {
    write_scumm(index, version, out);
  }
  return out;
}

}  // namespace wardrobe
