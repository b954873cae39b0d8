#include "formats/scumm/index.h"

#include <algorithm>
#include <array>

#include "formats/scumm/block.h"

namespace wardrobe {
namespace {

constexpr size_t kRoomNameSize = 9;
constexpr uint32_t kMaxsSizeV5 = 26;
constexpr uint32_t kMaxsSizeV6 = 38;

void read_room_names(Bytes payload, GameIndex& index) {
  ByteReader reader(payload);
  while (const uint8_t room = reader.u8()) {
    const Bytes name = reader.take(kRoomNameSize);
    if (!reader.ok()) return;
    std::string text;
    for (const uint8_t byte : name) {
      if (byte != 0xFF) text += static_cast<char>(byte ^ 0xFF);
    }
    index.named_room.push_back(room);
    index.room_name.push_back(std::move(text));
  }
}

Directory read_directory(const Block& block, std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  const size_t count = reader.u16();
  const size_t fits = reader.left() < count ? 0 : std::min(count, (reader.left() - count) / 4);
  if (!reader.ok() || fits < count) {
    problems.push_back({Code::truncated, block.offset,
                        tag_name(block.tag) + " says " + std::to_string(count) +
                            " entries but holds " + std::to_string(fits)});
  }
  Directory directory;
  const Bytes rooms = reader.take(std::min(count, reader.left()));
  directory.room.assign(rooms.begin(), rooms.begin() + static_cast<ptrdiff_t>(fits));
  for (size_t i = 0; i < fits; ++i) directory.offset.push_back(reader.u32());
  return directory;
}

void write_room_names(const GameIndex& index, std::vector<uint8_t>& out) {
  const BlockScope block(out, "RNAM");
  ByteWriter writer(out);
  for (size_t i = 0; i < index.named_room.size(); ++i) {
    writer.u8(index.named_room[i]);
    for (size_t k = 0; k < kRoomNameSize; ++k) {
      const std::string& name = index.room_name[i];
      writer.u8(k < name.size() ? static_cast<uint8_t>(name[k]) ^ 0xFFu : 0xFFu);
    }
  }
  writer.u8(0);
}

void write_directory(std::string_view name, const Directory& directory, std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  ByteWriter writer(out);
  writer.u16(static_cast<unsigned>(directory.room.size()));
  writer.bytes(directory.room);
  for (const uint32_t offset : directory.offset) writer.u32(offset);
}

}  // namespace

std::optional<int> version_of_maxs(uint32_t maxs_size) {
  switch (maxs_size) {
    case kMaxsSizeV5:
      return 5;
    case kMaxsSizeV6:
    case 40:
    case 46:
    case 52:
      return 6;  // Humongous games count as version 6.
    case 138:
      return 7;
    case 176:
      return 8;
    default:
      return std::nullopt;
  }
}

GameIndex read_index(Bytes file, std::vector<Error>& problems) {
  GameIndex index;
  std::optional<BlockDamage> damage;
  for (const Block& block : read_blocks(file, 0, damage)) {
    if (block.tag == tag("RNAM")) read_room_names(block.payload, index);
    if (block.tag == tag("MAXS")) {
      const bool cut = damage && damage->offset == block.offset;
      index.maxs_size =
          cut ? damage->size : static_cast<uint32_t>(block.payload.size() + kBlockHeaderSize);
    }
    if (block.tag == tag("DROO")) index.rooms = read_directory(block, problems);
    if (block.tag == tag("DCOS")) index.costumes = read_directory(block, problems);
  }
  if (damage) {
    problems.push_back({Code::damaged, damage->offset,
                        "a block of the index says it has " + std::to_string(damage->size) +
                            " bytes, which does not fit; the index is read up to there"});
  }
  return index;
}

std::vector<uint8_t> write_index(const GameIndex& index, int version) {
  std::vector<uint8_t> out;
  write_room_names(index, out);
  {
    const BlockScope block(out, "MAXS");
    ByteWriter(out).zeros((version == 5 ? kMaxsSizeV5 : kMaxsSizeV6) - kBlockHeaderSize);
  }
  const Directory none{{0}, {0}};
  write_directory("DROO", index.rooms, out);
  write_directory("DSCR", none, out);
  write_directory("DSOU", none, out);
  write_directory("DCOS", index.costumes, out);
  write_directory("DCHR", none, out);
  write_directory("DOBJ", none, out);
  return out;
}

}  // namespace wardrobe
