#include "formats/scumm/index.h"

#include <algorithm>
#include <optional>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "formats/scumm/directory.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

constexpr size_t kRoomNameSize = 9;

void add_name(uint16_t room, Bytes name, uint8_t key, GameIndex& index) {
  std::string text;
  for (const uint8_t byte : name) {
    if (byte != key) text += static_cast<char>(byte ^ key);
  }
  index.named_room.push_back(room);
  index.room_name.push_back(std::move(text));
}

/// Whether RNAM has the form of HE 80, judged by its first name: XOR 0xFF sets bit 7 of every byte
/// and of the padding; plain names never have it.
bool looks_plain(Bytes payload) {
  ByteReader reader(payload);
  const uint16_t room = reader.u16();
  const uint8_t letter = reader.u8();
  if (room == 0 || letter == 0) return false;
  const Bytes name = payload.subspan(2);
  return std::ranges::none_of(name.begin(), std::ranges::find(name, 0),
                              [](uint8_t byte) { return byte >= 0x80; });
}

/// The bytes up to the next zero byte, which is skipped; if there is none, the reader fails.
Bytes take_text(ByteReader& reader, Bytes payload) {
  const Bytes rest = payload.subspan(reader.position());
  const auto size = static_cast<size_t>(std::ranges::find(rest, 0) - rest.begin());
  const Bytes text = reader.take(size);
  reader.u8();
  return text;
}

/// Reads RNAM or RN; only RNAM may have plain names.
void read_room_names(const Block& block, bool may_be_plain, GameIndex& index,
                     std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  index.plain_names = may_be_plain && looks_plain(block.payload);
  while (reader.left() > 0 && index.named_room.size() < kMaxEntries) {
    const uint16_t room = index.plain_names ? reader.u16() : reader.u8();
    if (room == 0) break;
    const Bytes name =
        index.plain_names ? take_text(reader, block.payload) : reader.take(kRoomNameSize);
    if (!reader.ok()) break;
    add_name(room, name, index.plain_names ? 0 : 0xFF, index);
  }
  if (!reader.ok()) {
    problems.push_back(
        {ErrorCode::truncated, block.offset, tag_name(block.tag) + " ends inside a room's name"});
  }
}

void add_starts(const Directory& directory, GameIndex& index) {
  index.starts.resize(kRoomNumbers);
  for (size_t id = 1; id < directory.room.size(); ++id) {
    index.starts[directory.room[id]].push_back(directory.offset[id]);
  }
}

void sort_starts(GameIndex& index) {
  for (std::vector<uint32_t>& starts : index.starts) {
    std::ranges::sort(starts);
    // clang 14 rejects std::ranges::unique of libstdc++ 12.
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  }
}

/// Reads a block of a u16 count and that many elements: DLFL, DISK.
template <class T>
std::vector<T> read_list(const Block& block, std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  const size_t count = reader.u16();
  const size_t fits = std::min(count, reader.left() / sizeof(T));
  if (!reader.ok() || fits < count) {
    problems.push_back({ErrorCode::truncated, block.offset,
                        tag_name(block.tag) + " claims " + std::to_string(count) +
                            " rooms but holds " + std::to_string(fits)});
  }
  std::vector<T> list;
  for (size_t i = 0; i < fits; ++i) list.push_back(sizeof(T) == 1 ? reader.u8() : reader.u32());
  return list;
}

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

unsigned GameIndex::disk_of(size_t room_number) const {
  if (room_number < disk.size()) return disk[room_number];
  return room_number < rooms.room.size() ? rooms.room[room_number] : 0;
}

GameIndex read_index(Bytes file, std::vector<Error>& problems, BlockStyle style) {
  const bool v4 = style == BlockStyle::size_first;
  GameIndex index;
  std::optional<BlockDamage> damage;
  const std::vector<Block> blocks = read_blocks(file, 0, damage, style);
  const DirectoryForm usual = v4 ? DirectoryForm::pairs : usual_form(blocks);
  for (const Block& block : blocks) {
    if (block.tag == tag(v4 ? "RN" : "RNAM")) read_room_names(block, !v4, index, problems);
    if (block.tag == tag("MAXS")) {
      const bool cut = damage && damage->offset == block.offset;
      index.maxs_size =
          cut ? damage->size : static_cast<uint32_t>(block.payload.size() + kBlockHeaderSize);
    }
    if (block.tag == tag("DROO") || block.tag == tag("DIRR") || block.tag == tag("0R")) {
      index.rooms = read_directory(block, usual, problems);
    }
    if (block.tag == tag("DCOS") || block.tag == tag("DIRC") || block.tag == tag("0C")) {
      index.costumes = read_directory(block, usual, problems);
    }
    if (v4 && (block.tag == tag("0S") || block.tag == tag("0N"))) {
      std::vector<Error> ignored;  // Only where blocks start is of use.
      add_starts(read_directory(block, usual, ignored), index);
    }
    if (block.tag == tag("0C")) add_starts(index.costumes, index);
    if (block.tag == tag("DLFL")) index.room_offset = read_list<uint32_t>(block, problems);
    if (block.tag == tag("DISK")) index.disk = read_list<uint8_t>(block, problems);
  }
  sort_starts(index);
  if (damage) {
    problems.push_back({ErrorCode::damaged, damage->offset,
                        "a block of the index states a size of " + std::to_string(damage->size) +
                            " bytes, which does not fit; the index is read up to it"});
  }
  return index;
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
