#include "formats/scumm.h"

#include <algorithm>
#include <array>

#include "formats/limits.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

// SCUMM.md §1 "Names": games differ in the first block of their index.
constexpr std::array kIndexTags = {tag("RNAM"), tag("MAXS"), tag("DROO"), tag("DSCR"), tag("DSOU"),
                                   tag("DCOS"), tag("DCHR"), tag("DOBJ"), tag("DIRI"), tag("DIRR"),
                                   tag("DIRS"), tag("DIRN"), tag("DIRC"), tag("DIRF"), tag("DIRM"),
                                   tag("DIRT"), tag("DLFL"), tag("DISK"), tag("ANAM"), tag("AARY"),
                                   tag("INIB"), tag("SVER"), tag("DRSC")};

/// Whether the tag consists of capital letters and digits, as all do.
bool is_plain(Tag tag, BlockStyle style) {
  const int letters = style == BlockStyle::tag_first ? 4 : 2;
  for (int i = 0; i < letters; ++i, tag >>= 8) {
    const auto letter = static_cast<char>(tag & 0xFF);
    if ((letter < 'A' || letter > 'Z') && (letter < '0' || letter > '9')) return false;
  }
  return true;
}

/// Whether the tag is that of a block with something of costumes or rooms.
bool is_known(Tag block_tag) {
  constexpr std::array<std::string_view, 23> kNames = {
      "LFLF", "LOFF", "ROOM", "RMDA", "RMHD", "TRNS", "BOXD", "SCAL",
      "RMIM", "IMAG", "CLUT", "PALS", "REMP", "COST", "AKOS", "RO",
      "HD",   "PA",   "SC",   "SO",   "CO",   "LF",   "FO"};
  return std::ranges::any_of(kNames, [&](auto name) { return tag(name) == block_tag; });
}

}  // namespace

std::string tag_name(Tag tag) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  const bool two_letters = tag != 0 && tag >> 16 == 0;
  for (int i = 0; i < (two_letters ? 2 : 4); ++i) {
    const auto byte = static_cast<uint8_t>(tag >> (8 * i));
    if (byte >= 0x20 && byte < 0x7F) {
      name += static_cast<char>(byte);
    } else {
      name += "\\x";
      name += kDigits[byte >> 4];
      name += kDigits[byte & 15];
    }
  }
  return name;
}

std::optional<FileType> detect_file(Bytes first_bytes) {
  ByteReader reader(first_bytes);
  const Tag raw = reader.u32();
  if (!reader.ok()) return std::nullopt;
  const Tag letters = reader.u16();
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    const Tag first = raw ^ key * 0x01010101u;
    if (first == tag("LECF")) return FileType{FileKind::resources, key};
    if (std::ranges::find(kIndexTags, first) != kIndexTags.end()) {
      return FileType{FileKind::index, key};
    }
  }
  if (!reader.ok()) return std::nullopt;
  for (const uint8_t key : {uint8_t{0}, kXorKey}) {
    const Tag first = letters ^ key * 0x0101u;
    if (first == tag("LE")) return FileType{FileKind::resources, key, BlockStyle::size_first};
    if (first == tag("RN")) return FileType{FileKind::index, key, BlockStyle::size_first};
  }
  if (letters == tag("RO")) return FileType{FileKind::resources, 0, BlockStyle::size_first, true};
  if (letters == tag("0R")) return FileType{FileKind::index, 0, BlockStyle::size_first, true};
  for (const uint8_t key : {kNamelessKey, uint8_t{0}}) {
    const uint32_t magic = (raw ^ key * 0x0101u) & 0xFFFF;
    if (magic == kIndexOfV1 || magic == kIndexOfV2) {
      return FileType{FileKind::index, key, BlockStyle::nameless, true};
    }
  }
  return std::nullopt;
}

std::string Block::damage() const {
  return tag_name(tag) + " claims " + std::to_string(stated_size) + " bytes; " +
         std::to_string(end - offset) + " are read";
}

std::optional<Block> BlockWalk::at(uint64_t offset, uint64_t end) {
  constexpr uint64_t kAhead = 4096;
  const size_t head = header_size(style_);
  if (offset > end || end - offset < head) return std::nullopt;
  if (file_ != nullptr && (offset < view_at_ || offset + head > view_at_ + view_.size())) {
    buffer_.resize(std::min(kAhead, file_->size() - offset));
    Status read = file_->read(offset, buffer_);
    if (!read) {  // The header itself may be readable.
      buffer_.resize(head);
      read = file_->read(offset, buffer_);
    }
    if (!read && !trouble_) trouble_ = read.error();
    if (!read) buffer_.clear();
    toggle_xor(xor_key_, buffer_);
    view_ = buffer_;
    view_at_ = offset;
    if (!read) return std::nullopt;
  }
  ByteReader reader(view_, offset - view_at_);
  Block block{.offset = offset, .style = style_};
  if (style_ == BlockStyle::size_first) {
    block.stated_size = reader.u32();
    block.tag = reader.u16();
  } else if (style_ == BlockStyle::nameless) {
    block.stated_size = reader.u16();
  } else {
    block.tag = reader.u32();
    block.stated_size = reader.u32_be();
  }
  block.end = offset + std::clamp<uint64_t>(block.stated_size, head, end - offset);
  if (file_ == nullptr) block.payload = view_.subspan(offset + head, block.end - offset - head);
  return block;
}

bool BlockWalk::is_zero(uint64_t begin, uint64_t end) {
  constexpr uint64_t kMostPiece = 64 << 10;
  std::vector<uint8_t> piece;
  for (uint64_t size = 64; begin < end;
       begin += piece.size(), size = std::min(2 * size, kMostPiece)) {
    piece.resize(std::min(size, end - begin));
    if (file_ == nullptr) {
      std::ranges::copy(view_.subspan(begin, piece.size()), piece.begin());
    } else if (!file_->read(begin, piece)) {
      return false;
    }
    if (!std::ranges::all_of(piece, [&](uint8_t byte) { return byte == xor_key_; })) return false;
  }
  return true;
}

std::optional<Block> BlockWalk::next(uint64_t offset, uint64_t end) {
  constexpr uint64_t kMostStray = 64;
  const std::optional<Block> block = at(offset, end);
  if (!block || !block->damaged() || style_ == BlockStyle::nameless) return block;
  if (block->tag == 0 && is_zero(offset, end)) return std::nullopt;
  if (is_known(block->tag)) return block;
  for (uint64_t from = offset + 1; from <= offset + kMostStray && from < end; ++from) {
    const std::optional<Block> found = at(from, end);
    if (found && !found->damaged() && is_plain(found->tag, style_)) return found;
  }
  const bool is_tail = end - offset <= kMostStray && !is_plain(block->tag, style_);
  return is_tail ? std::nullopt : block;
}

std::vector<uint64_t> BlockWalk::chain() {
  constexpr uint64_t kMostBehind = 2;
  constexpr uint64_t kMostBytes = 128 << 10;  // Offsets and sizes have 16 bits.
  std::vector<uint64_t> starts;
  const uint64_t size = file_ != nullptr ? file_->size() : view_.size();
  if (size > kMostBytes) return starts;
  uint64_t end = 0;
  for (auto block = at(0, size); block && !block->damaged(); block = at(end, size)) {
    starts.push_back(block->offset);
    end = block->end;
  }
  if (size - end > kMostBehind || trouble_) starts.clear();
  return starts;
}

std::vector<uint8_t> BlockWalk::payload(const Block& block) {
  std::vector<uint8_t> bytes(std::min(kMaxRoomBlock, block.end - block.payload_at()));
  const Status read = file_->read(block.payload_at(), bytes);
  if (!read && !trouble_) trouble_ = read.error();
  if (!read) bytes.clear();
  toggle_xor(xor_key_, bytes);
  return bytes;
}

std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<Block>& damage,
                               BlockStyle style) {
  BlockWalk walk(bytes, style);
  std::vector<Block> blocks;
  for (uint64_t at = offset; !damage;) {
    const std::optional<Block> block = walk.at(at, bytes.size());
    if (!block) break;
    if (block->damaged()) damage = block;
    if (block->stated_size >= header_size(style)) blocks.push_back(*block);
    at = block->end;
  }
  return blocks;
}

const Block* find_block(std::span<const Block> blocks, std::string_view name) {
  const auto found = std::ranges::find(blocks, tag(name), &Block::tag);
  return found != blocks.end() ? &*found : nullptr;
}

std::optional<std::vector<Block>> listed_blocks(std::span<const Block> blocks,
                                                std::string_view name, uint64_t most) {
  const Block* const offs = find_block(blocks, "OFFS");
  if (offs == nullptr) return std::nullopt;
  std::vector<Block> listed;
  uint64_t bytes = 0;
  for (ByteReader reader(offs->payload); reader.left() >= 4;) {
    const uint64_t offset = offs->offset + reader.u32();
    const auto found = std::ranges::lower_bound(blocks, offset, {}, &Block::offset);
    if (found == blocks.end() || found->offset != offset || found->tag != tag(name)) return {};
    bytes += kBlockHeaderSize + found->payload.size();
    if (bytes > most) return std::nullopt;
    listed.push_back(*found);
  }
  return listed;
}

std::vector<Block> all_blocks(std::span<const Block> blocks, std::string_view name) {
  std::vector<Block> all(blocks.begin(), blocks.end());
  std::erase_if(all, [&](const Block& block) { return block.tag != tag(name); });
  return all;
}

Error cut_short(const std::string& name, uint64_t stated, const char* what, uint64_t held,
                uint64_t offset) {
  return {ErrorCode::truncated, offset,
          name + " claims " + std::to_string(stated) + ' ' + what + " but holds " +
              std::to_string(held)};
}
namespace {

size_t entry_size(DirectoryForm form) { return form == DirectoryForm::sized ? 9 : 5; }

constexpr std::array kForms = {DirectoryForm::plain, DirectoryForm::sized, DirectoryForm::wide};

size_t read_count(ByteReader& reader, DirectoryForm form) {
  return form == DirectoryForm::wide ? reader.u32() : reader.u16();
}

bool is_directory(Tag tag) {
  return tag == wardrobe::tag("DROO") || tag == wardrobe::tag("DIRR") ||
         tag == wardrobe::tag("DCOS") || tag == wardrobe::tag("DIRC");
}

/// Returns the number of entries to read. The block states `count` of them and has room for
/// `there`. The reader has already read the count. Reports a problem if the two differ, or if there
/// are too many.
size_t checked_count(const Block& block, const ByteReader& reader, size_t count, size_t there,
                     std::vector<Error>& problems) {
  const size_t fits = std::min({count, there, kMaxEntries});
  if (kMaxEntries < std::min(count, there)) {
    problems.push_back({ErrorCode::limit, block.offset,
                        tag_name(block.tag) + " claims " + std::to_string(count) +
                            " entries, but ids end at " + std::to_string(kMaxEntries - 1)});
  } else if (!reader.ok() || there != count) {
    problems.push_back(cut_short(tag_name(block.tag), count, "entries", there, block.offset));
  }
  return fits;
}

Directory read_pairs(const Block& block, std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  const size_t count = reader.u16();
  const size_t fits = checked_count(block, reader, count,
                                    reader.left() / entry_size(DirectoryForm::pairs), problems);
  Directory directory;
  for (size_t i = 0; i < fits; ++i) {
    directory.room.push_back(reader.u8());
    directory.offset.push_back(reader.u32());
  }
  return directory;
}

/// Returns the form to assume for a directory that no form fits: that of the index's other
/// directories, or else the one that its other blocks suggest.
DirectoryForm usual_form(std::span<const Block> blocks) {
  auto version = Version::v6;
  for (const Block& block : blocks) {
    const auto form = is_directory(block.tag) ? fitting_form(block.payload) : std::nullopt;
    if (form) return *form;
    if (block.tag == tag("MAXS")) {
      version = version_of_maxs(static_cast<uint32_t>(block.payload.size() + kBlockHeaderSize))
                    .value_or(version);
    }
    if (block.tag == tag("DLFL")) version = Version::he70;
  }
  return facts(version).directories;
}

/// Reads a directory in the form that fits, or else in `usual`. If `usual` is `pairs`, no other
/// form is tried. If the directory is cut short, the complete entries are kept and a problem is
/// reported.
Directory read_directory(const Block& block, DirectoryForm usual, std::vector<Error>& problems) {
  if (usual == DirectoryForm::pairs) return read_pairs(block, problems);
  const DirectoryForm form = fitting_form(block.payload).value_or(usual);
  ByteReader reader(block.payload);
  const size_t count = read_count(reader, form);
  const size_t cut = reader.left() < count ? 0 : std::min(count, (reader.left() - count) / 4);
  const size_t there = std::max(cut, reader.left() / entry_size(form));
  const size_t fits = checked_count(block, reader, count, there, problems);
  Directory directory;
  const Bytes rooms = reader.take(std::min(count, reader.left()));
  directory.room.assign(rooms.begin(), rooms.begin() + static_cast<ptrdiff_t>(fits));
  for (size_t i = 0; i < fits; ++i) directory.offset.push_back(reader.u32());
  if (form != DirectoryForm::sized) return directory;
  for (size_t i = 0; i < fits; ++i) directory.size.push_back(reader.u32());
  return directory;
}

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

void sort_starts(GameIndex& index) {
  for (std::vector<uint32_t>& starts : index.starts) {
    std::ranges::sort(starts);
    // clang 14 rejects std::ranges::unique of libstdc++ 12.
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  }
}

/// Reads `count` objects of `size` bytes, of which the last has the state and the owner. They are
/// shown in any state, or with one byte each, as in versions 1 and 2, if bit 3 of it is set.
ObjectDirectory read_old_objects(ByteReader& reader, size_t count, size_t size) {
  constexpr uint8_t kState = 0xF0;
  constexpr uint8_t kShown = 0x80;
  ObjectDirectory out;
  for (size_t i = 0; i < count; ++i) {
    reader.take(size - 1);
    out.state.push_back((reader.u8() & (size == 1 ? kShown : kState)) != 0 ? 1 : 0);
  }
  return out;
}

/// Reads a block that consists of a u16 count and that many elements: DLFL, DISK.
template <class T>
std::vector<T> read_list(const Block& block, std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  const size_t count = reader.u16();
  const size_t fits = std::min(count, reader.left() / sizeof(T));
  if (!reader.ok() || fits < count) {
    problems.push_back(cut_short(tag_name(block.tag), count, "rooms", fits, block.offset));
  }
  std::vector<T> list;
  for (size_t i = 0; i < fits; ++i) list.push_back(sizeof(T) == 1 ? reader.u8() : reader.u32());
  return list;
}

}  // namespace

std::optional<DirectoryForm> fitting_form(Bytes payload) {
  for (const DirectoryForm form : kForms) {
    ByteReader reader(payload);
    const uint64_t count = read_count(reader, form);
    if (reader.ok() && count > 0 && reader.left() == entry_size(form) * count) return form;
  }
  return std::nullopt;
}

ObjectDirectory read_objects_of_index(Bytes payload) {
  constexpr size_t kNameSize = 40;
  ObjectDirectory out;
  ByteReader reader(payload);
  const size_t count = reader.u16();
  const size_t bytes = count == 0 ? 0 : reader.left() / count;
  if (count > 0 && bytes >= 5 && bytes <= 7 && reader.left() == bytes * count) {
    for (size_t i = 0; i < count; ++i) {
      const uint8_t state = reader.u8();
      out.state.push_back(bytes == 5 ? state >> 4 : state);  // 5: with the owner
    }
    return out;
  }
  ByteReader wide(payload);
  const size_t names = wide.u32();
  const size_t size = kNameSize + 6;  // and the state, the room and the class
  if (names >= kMaxEntries || wide.left() != size * names) return out;
  for (size_t i = 0; i < names; ++i) {
    const std::string_view name = as_text(wide.take(kNameSize));
    out.number.try_emplace(std::string(name.substr(0, name.find('\0'))), static_cast<uint16_t>(i));
    out.state.push_back(wide.u8());
    wide.take(5);
  }
  return out;
}

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
    std::vector<Error> ignored;  // Costumes need only the starts of scripts and sounds.
    if (block.tag == tag("DSCR") || block.tag == tag("DIRS") || block.tag == tag("0S")) {
      index.scripts = read_directory(block, usual, ignored);
      if (small) add_starts(index.scripts, index);
    }
    if (small && block.tag == tag("0N")) add_starts(read_directory(block, usual, ignored), index);
    if (block.tag == tag("0C")) add_starts(index.costumes, index);
    if (block.tag == tag("DOBJ")) index.objects = read_objects_of_index(block.payload);
    if (block.tag == tag("0O")) {
      ByteReader reader(block.payload);
      const size_t count = reader.u16();
      index.objects = read_old_objects(reader, std::min(count, reader.left() / 4), 4);
    }
    if (block.tag == tag("DLFL")) index.room_offset = read_list<uint32_t>(block, problems);
    if (block.tag == tag("DISK")) index.disk = read_list<uint8_t>(block, problems);
  }
  sort_starts(index);
  // In version 3, which has no RN, other bytes may follow the last block.
  const bool of_v3 = small && !blocks.empty() && blocks[0].tag == tag("0R");
  const Block* const objects = find_block(blocks, "0O");
  if (of_v3 && damage && objects != nullptr && objects->offset < damage->offset) {
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
namespace {

/// Number of bytes that may follow the last list.
constexpr size_t kMostBehind = 64;
/// Only games of version 3, not those of version 2, have room files of this number or higher.
constexpr unsigned kRoomOfV3 = 84;

/// The lists of an index, in their order.
enum List : uint8_t { rooms, costumes, scripts, sounds };
constexpr std::array kListNames = {"rooms", "costumes", "scripts", "sounds"};

/// The numbers of entries, which an index of version 1 does not state.
struct GameOfV1 {
  size_t objects;
  std::array<size_t, kListNames.size()> counts;

  size_t size() const {
    size_t entries = 0;
    for (const size_t count : counts) entries += count;
    return 2 + objects + 3 * entries;
  }
};
constexpr GameOfV1 kManiac{800, {55, 35, 200, 100}};
constexpr GameOfV1 kZak{775, {61, 37, 155, 120}};

/// Reads a list of `count` entries: all rooms, then all offsets.
Directory read_list(ByteReader& reader, size_t count) {
  Directory list;
  for (size_t i = 0; i < count; ++i) list.room.push_back(reader.u8());
  for (size_t i = 0; i < count; ++i) list.offset.push_back(reader.u16());
  return list;
}

/// An index, read as one of version 1, 2 or 3.
struct Walked {
  GameIndex index;
  int fits = 0;              ///< 1: it ends near the file's end; 2: and names only listed rooms
  uint8_t highest_room = 0;  ///< the highest room that an entry names
  std::string short_list;    ///< the first list that the file cuts off; empty: none
};

/// Reads a list of `count` entries. Keeps rooms and costumes, and the highest room that other lists
/// name. Notes in `short_list` if the file cuts the list off.
void take_list(size_t list, size_t count, ByteReader& reader, Walked& out) {
  Directory directory = read_list(reader, count);
  if (!reader.ok() && out.short_list.empty()) out.short_list = kListNames[list];
  if (list != rooms) {
    add_starts(directory, out.index);
    for (const uint8_t room : directory.room) out.highest_room = std::max(out.highest_room, room);
  }
  if (list == rooms) {
    out.index.rooms = std::move(directory);
  } else if (list == costumes) {
    out.index.costumes = std::move(directory);
  } else if (list == scripts) {
    out.index.scripts = std::move(directory);
  }
}

Walked walk(Bytes file, Version version) {
  Walked out;
  out.index.version = version;
  ByteReader reader(file, 2);
  const size_t objects = reader.u16();
  out.index.objects = read_old_objects(reader, objects, version == Version::v2 ? 1 : 4);
  for (size_t list = rooms; list <= sounds; ++list) take_list(list, reader.u8(), reader, out);
  if (reader.ok() && reader.left() <= kMostBehind) {
    out.fits = out.highest_room < std::max<size_t>(1, out.index.rooms.room.size()) ? 2 : 1;
  }
  return out;
}

Walked walk_version1(Bytes file, unsigned last_room) {
  const bool by_size = file.size() == kManiac.size() || file.size() == kZak.size();
  const bool is_zak = by_size ? file.size() == kZak.size() : last_room >= kManiac.counts[rooms];
  const GameOfV1& game = is_zak ? kZak : kManiac;
  Walked out;
  out.index.version = Version::v1;
  ByteReader reader(file, 2);
  out.index.objects = read_old_objects(reader, game.objects, 1);
  out.index.objects.of_zak = is_zak;
  for (size_t list = rooms; list <= sounds; ++list) {
    take_list(list, game.counts[list], reader, out);
  }
  return out;
}

Walked walk_as_told(Bytes file, std::optional<Version> requested, unsigned last_room) {
  if (ByteReader(file).u16() == kIndexOfV1) return walk_version1(file, last_room);
  Walked two = walk(file, Version::v2);
  Walked three = walk(file, Version::v3_16);
  const bool told = requested == Version::v2 || requested == Version::v3;
  const bool is_three = told                     ? requested == Version::v3
                        : two.fits != three.fits ? three.fits > two.fits
                                                 : last_room >= kRoomOfV3;
  return is_three ? std::move(three) : std::move(two);
}

}  // namespace

GameIndex read_nameless_index(Bytes file, std::optional<Version> requested, unsigned last_room,
                              std::vector<Error>& problems) {
  Walked found = walk_as_told(file, requested, last_room);
  if (!found.short_list.empty()) {
    problems.push_back({ErrorCode::truncated, file.size(),
                        "the index ends inside its list of " + found.short_list});
  }
  Directory& costumes = found.index.costumes;
  for (size_t id = 0; id < costumes.room.size(); ++id) {
    if (costumes.offset[id] == kNowhere) costumes.room[id] = 0;
  }
  sort_starts(found.index);
  return std::move(found.index);
}
namespace {

std::string maxs_text(const GameIndex& index) {
  return "MAXS has " + std::to_string(index.maxs_size) + " bytes";
}

/// What only a Humongous game from HE 70 on has; empty if there is none of it.
std::string sign_of_he70(const GameIndex& index, const VersionHints& hints) {
  if (!index.room_offset.empty()) return "the index has a DLFL";
  const bool sizes = !index.costumes.size.empty() || !index.rooms.size.empty();
  if (sizes) return "the index has directories with sizes";
  return hints.rmda ? "a room is an RMDA" : "";
}

/// Returns the version of a Humongous game and the evidence for it, with the versions that look the
/// same. The evidence is empty if there is none. An AKOS alone is no evidence, because versions 7
/// and 8 have those, too.
DetectedVersion find_humongous(const GameIndex& index, const VersionHints& hints) {
  const std::string maxs = maxs_text(index);
  const std::optional<Version> least = version_of_maxs(index.maxs_size);
  if (least == Version::he99) return {Version::he99, maxs + ": HE 99 or 100"};
  if (least == Version::he90) {
    if (!index.disk.empty()) return {Version::he98, maxs + ", and there is a DISK: HE 98"};
    if (index.inib) return {Version::he98, maxs + ", and there is an INIB: HE 98"};
    return {Version::he90, maxs + ": HE 90 or 95"};
  }
  if (index.plain_names) return {Version::he80, "RNAM has plain names: HE 80 or 85"};
  if (least == Version::he72) return {Version::he72, maxs + ": HE 72 to 74"};
  const std::string sign = sign_of_he70(index, hints);
  if (sign.empty()) return {};
  if (hints.remp) return {Version::he70, sign + ", and a room has a REMP: HE 70"};
  if (least == Version::v6) return {Version::he71, sign + ": HE 70 or 71"};
  return {Version::he80, sign + ": HE 70 to 100"};
}

DetectedVersion detect_by_rooms(const VersionHints& hints) {
  for (const Version version : {Version::v7, Version::v8}) {
    if (hints.rmhd_size == facts(version).rmhd_size) {
      return {version, "RMHD has " + std::to_string(hints.rmhd_size) + " bytes"};
    }
  }
  if (hints.akos) return {Version::he61, "an AKOS, and no room of version 7 or 8: HE 61 or 62"};
  if (hints.pals) return {Version::v6, "a room has PALS"};
  if (hints.signature) return {Version::v6, "a COST has the signature CO"};
  if (hints.clut) return {Version::v5, "a room has CLUT"};
  return {Version::v5, "no COST has the signature CO"};
}

/// The evidence for the version of a game whose blocks have no names, from its index.
const char* nameless_evidence(Version version) {
  if (version == Version::v1) return "the index starts with 31 0A";
  if (version == Version::v2) return "the index starts with 00 01 and has a byte for each object";
  return "the index starts with 00 01 and has 4 bytes for each object";
}

}  // namespace

DetectedVersion detect_version(std::optional<Version> requested, const GameIndex& index,
                               const VersionHints& hints) {
  if (requested && requested != Version::he60) {
    const VersionFacts& told = facts(*requested);
    const bool other_form = index.version && facts(*index.version).number() == told.number();
    return {other_form ? *index.version : *requested, "--game " + std::string(told.option)};
  }
  DetectedVersion humongous = find_humongous(index, hints);
  const bool is_one = !humongous.evidence.empty();
  if (requested) {
    if (is_one) return {humongous.version, "--game he, " + humongous.evidence};
    if (hints.akos) return {Version::he61, "--game he, an AKOS: HE 61 or 62"};
    return {Version::he60, "--game he"};
  }
  if (hints.by_blocks) return *hints.by_blocks;
  if (hints.style == BlockStyle::nameless) {
    const Version version = index.version.value_or(Version::v3_16);
    return {version, nameless_evidence(version)};
  }
  if (hints.style == BlockStyle::size_first) {
    if (hints.room_files) return {Version::v3, "block headers of 6 bytes, a file for each room"};
    return {Version::v4, "block headers of 6 bytes"};
  }
  const std::optional<Version> by_maxs = version_of_maxs(index.maxs_size);
  const bool shared = by_maxs == Version::v6 || (by_maxs && is_humongous(*by_maxs));
  if (by_maxs && !shared) return {*by_maxs, maxs_text(index)};
  if (is_one) return humongous;
  if (!by_maxs) return detect_by_rooms(hints);
  if (hints.akos) return {Version::he61, "an AKOS in a game of version 6: HE 61 or 62"};
  return {Version::v6, maxs_text(index)};
}

}  // namespace wardrobe
