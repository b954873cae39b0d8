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
/// More than this is no padding to whole sectors or clusters.
constexpr size_t kMostPadding = 1 << 16;

void add_name(uint16_t room, Bytes name, uint8_t key, GameIndex& index) {
  std::string text;
  for (const uint8_t byte : name) {
    if (byte != key) text += static_cast<char>(byte ^ key);
  }
  index.named_room.push_back(room);
  index.room_name.push_back(std::move(text));
}

/// Takes the bytes up to the next zero byte, and skips that byte. If there is none, the reader
/// fails.
Bytes take_text(ByteReader& reader, Bytes payload) {
  const Bytes rest = payload.subspan(reader.position());
  const auto size = static_cast<size_t>(std::ranges::find(rest, 0) - rest.begin());
  const Bytes text = reader.take(size);
  reader.u8();
  return text;
}

/// Whether the names of RNAM, read as plain or as XORed ones, end where the block ends.
bool ends_with_names(Bytes payload, bool plain) {
  ByteReader reader(payload);
  while (reader.ok()) {
    const uint16_t room = plain ? reader.u16() : reader.u8();
    if (room == 0) break;
    if (plain) {
      take_text(reader, payload);
    } else {
      reader.take(kRoomNameSize);
    }
  }
  return reader.ok() && reader.left() == 0;
}

/// Whether RNAM has the form of HE 80 (SCUMM.md §1 "Index"). If its end does not tell, its first
/// bytes do: all of an XORed name have bit 7 set, those of the padding too.
bool looks_plain(Bytes payload) {
  if (ByteReader(payload).u16() == 0) return false;  // no names
  const bool plain = ends_with_names(payload, true);
  if (plain != ends_with_names(payload, false)) return plain;
  const Bytes first = payload.first(std::min(payload.size(), 1 + kRoomNameSize));
  const auto high = std::ranges::count_if(first, [](uint8_t byte) { return byte >= 0x80; });
  return 2 * static_cast<size_t>(high) < first.size();
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

/// Reads a block that consists of a u16 count and that many elements: DLFL, DISK.
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

}  // namespace

unsigned GameIndex::disk_of(size_t room_number) const {
  if (room_number < disk.size()) return disk[room_number];
  return room_number < rooms.room.size() ? rooms.room[room_number] : 0;
}

GameIndex read_index(Bytes file, std::vector<Error>& problems, BlockStyle style) {
  const bool small = style == BlockStyle::size_first;
  GameIndex index;
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(file, 0, damage, style);
  const DirectoryForm usual = small ? DirectoryForm::pairs : usual_form(blocks);
  for (const Block& block : blocks) {
    if (block.tag == tag(small ? "RN" : "RNAM")) read_room_names(block, !small, index, problems);
    if (block.tag == tag("INIB")) index.inib = true;
    if (block.tag == tag("MAXS")) index.maxs_size = block.stated_size;
    if (block.tag == tag("DROO") || block.tag == tag("DIRR") || block.tag == tag("0R")) {
      index.rooms = read_directory(block, usual, problems);
    }
    if (block.tag == tag("DCOS") || block.tag == tag("DIRC") || block.tag == tag("0C")) {
      index.costumes = read_directory(block, usual, problems);
    }
    if (small && (block.tag == tag("0S") || block.tag == tag("0N"))) {
      std::vector<Error> ignored;  // Only the starts of blocks are used.
      add_starts(read_directory(block, usual, ignored), index);
    }
    if (block.tag == tag("0C")) add_starts(index.costumes, index);
    if (block.tag == tag("DLFL")) index.room_offset = read_list<uint32_t>(block, problems);
    if (block.tag == tag("DISK")) index.disk = read_list<uint8_t>(block, problems);
  }
  for (std::vector<uint32_t>& starts : index.starts) {
    std::ranges::sort(starts);
    // clang 14 rejects std::ranges::unique of libstdc++ 12.
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  }
  // In version 3, which has no RN, other bytes may follow the last block.
  const bool of_v3 = small && !blocks.empty() && blocks[0].tag == tag("0R");
  const auto objects = std::ranges::find(blocks, tag("0O"), &Block::tag);
  if (of_v3 && damage && objects != blocks.end() && objects->offset < damage->offset) {
    damage.reset();
  }
  // An index may be padded, such as to whole sectors of a disk.
  if (damage) {
    const Bytes rest = file.subspan(damage->offset);
    const bool padding = static_cast<size_t>(std::ranges::count(rest, rest[0])) == rest.size();
    if (padding && rest.size() < kMostPadding) damage.reset();
  }
  if (damage) {
    problems.push_back({ErrorCode::damaged, damage->offset,
                        "a block of the index states a size of " +
                            std::to_string(damage->stated_size) +
                            " bytes, which does not fit; the index is read up to it"});
  }
  return index;
}

}  // namespace wardrobe
