#include "pipeline/resource_scan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "formats/scumm/room.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

/// Tags of the blocks around the rooms.
struct ContainerTags {
  std::string_view file;
  std::string_view room_offsets;
  std::string_view room_file;  ///< around a room and its other blocks
};
constexpr ContainerTags kTags = {"LECF", "LOFF", "LFLF"};
constexpr ContainerTags kTagsOfV4 = {"LE", "FO", "LF"};

bool is_room(Tag block_tag) {
  return block_tag == tag("ROOM") || block_tag == tag("RMDA") || block_tag == tag("RO");
}

/// Whether the tag occurs in an LF of version 4 or a room file of version 3.
bool is_in_room_file(Tag block_tag) {
  return block_tag == tag("RO") || block_tag == tag("SC") || block_tag == tag("SO") ||
         block_tag == tag("CO");
}

void add_palettes(uint32_t room, const RoomPalettes& palettes, Palettes& to) {
  for (size_t i = 0; i < palettes.count(); ++i) {
    const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, i);
    to.room.push_back(room);
    to.number.push_back(static_cast<uint16_t>(i));
    to.rgb.insert(to.rgb.end(), rgb.begin(), rgb.end());
    to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
  }
}

/// Keeps a block of a room if it is the first of its kind.
void keep_first(const Block& block, RoomBlocks& blocks) {
  std::optional<Block>* kept = nullptr;
  if (block.tag == tag("RMHD") || block.tag == tag("HD")) kept = &blocks.header;
  if (block.tag == tag("TRNS")) kept = &blocks.transparent;
  if (block.tag == tag("BOXD")) kept = &blocks.boxes;
  if (block.tag == tag("SCAL")) kept = &blocks.scales;
  if (block.tag == tag("RMIM") || block.tag == tag("IMAG")) kept = &blocks.image;
  if (kept != nullptr && !*kept) *kept = block;
}

class ResourceScan {
 public:
  ResourceScan(const GameFile& file, uint32_t source, const GameIndex& index, Resources& out,
               Tables& tables)
      : file_(file),
        walk_(*file.bytes, file.style, file.xor_key),
        small_(file.style == BlockStyle::size_first),
        tags_(small_ ? kTagsOfV4 : kTags),
        size_(file.bytes->size()),
        source_(source),
        index_(index),
        out_(out),
        tables_(tables) {}

  void run(bool only_file) {
    const auto number = static_cast<uint16_t>(file_.disk);
    if (!file_.has_room_files) {
      take_index_rooms(only_file);
      run_container();
    } else {
      out_.places.push_back({number, source_, 0});
      if (small_) {
        read_room_file(0, size_, number);
      } else {  // Only the index says where the costumes are.
        add_room(tables_.rooms, number, source_, 0);
        out_.room_blocks.emplace_back();
      }
    }
    if (walk_.trouble()) fail(0, walk_.trouble()->offset, walk_.trouble()->message);
  }

 private:
  /// Adds the rooms of DLFL that are in this file.
  void take_index_rooms(bool only_file) {
    for (size_t room = 1; room < index_.room_offset.size(); ++room) {
      // In these games the byte in DROO need not be a disk number; the one in DISK is.
      const bool certain = room < index_.disk.size() && file_.disk != 0;
      const bool here = index_.disk_of(room) == file_.disk || (only_file && !certain);
      const uint32_t offset = index_.room_offset[room];
      if (here && offset != 0 && offset < size_) {
        places_.push_back({static_cast<uint16_t>(room), source_, offset});
      }
    }
    know_places();
  }

  void run_container() {
    const size_t header = header_size(file_.style);
    const auto lecf = walk_.at(0, size_);
    const uint32_t stated = lecf ? lecf->stated_size : 0;
    if (stated < header || stated > size_) {
      add_failure(tables_.failures,
                  {.source = source_,
                   .offset = 0,
                   .kind = lecf && stated == 0 ? FailureKind::note : FailureKind::damage},
                  std::string(tags_.file) + " claims " + std::to_string(stated) +
                      " bytes; the file has " + std::to_string(size_));
    }
    const uint64_t outer_end = stated < header ? size_ : stated;
    uint64_t at = header;
    while (at < size_) {
      const auto block = walk_.at(at, next_lflf(at));
      const bool known = block && is_top(block->tag);
      if (!known && at >= outer_end) {
        note_rest(at, next_lflf(at));
      } else if (block) {
        read_top_block(*block);
      }
      at = known && block->stated_size >= header ? block->end : next_lflf(at);
    }
  }

  bool is_top(Tag block_tag) const {
    return block_tag == tag(tags_.room_offsets) || block_tag == tag(tags_.room_file);
  }

  /// Notes bytes that belong to no block.
  void note_rest(uint64_t at, uint64_t end) {
    add_failure(tables_.failures, {.source = source_, .offset = at, .kind = FailureKind::note},
                std::to_string(end - at) + " bytes behind the end of " + std::string(tags_.file));
  }

  void fail(uint16_t room, uint64_t offset, std::string_view error) {
    add_failure(tables_.failures, {.room = room, .source = source_, .offset = offset}, error);
  }

  void fail_all(uint16_t room, uint64_t base, const std::vector<Error>& problems) {
    for (const Error& problem : problems) fail(room, base + problem.offset, problem.message);
  }

  /// Reads a block between the rooms.
  void read_top_block(const Block& block) {
    if (block.tag == tag(tags_.room_offsets)) {
      read_loff(block);
    } else if (block.tag == tag(tags_.room_file)) {
      read_lflf(block);
    } else {
      return fail(0, block.offset, "unexpected block " + tag_name(block.tag) + " between rooms");
    }
    if (block.damaged()) fail(0, block.offset, block.damage());
  }

  void read_loff(const Block& block) {
    if (!index_.room_offset.empty() || !places_.empty()) return;
    std::vector<Error> problems;
    const RoomOffsets offsets =
        read_room_offsets(tags_.room_offsets, walk_.payload(block), problems);
    fail_all(0, block.payload_at(), problems);
    for (size_t i = 0; i < offsets.room.size(); ++i) {
      const uint64_t ahead = small_ ? kRoomInFile : 0;  // FO has the offset of LF.
      places_.push_back({offsets.room[i], source_, offsets.offset[i] + ahead});
    }
    know_places();
  }

  /// Adds places_ to the results, sorts them, and finds the LFLF of each. The offset of a place is
  /// that of the LFLF or of the room, the first block inside.
  void know_places() {
    out_.places.insert(out_.places.end(), places_.begin(), places_.end());
    std::ranges::stable_sort(places_, {}, &RoomPlace::offset);
    for (const RoomPlace& place : places_) {
      for (const uint64_t ahead : {uint64_t{kRoomInFile}, uint64_t{0}}) {
        if (place.offset < ahead) continue;
        const auto lflf = walk_.at(place.offset - ahead, size_);
        if (lflf && lflf->tag == tag(tags_.room_file)) lflfs_.push_back(lflf->offset);
      }
    }
    std::ranges::sort(lflfs_);
  }

  /// Returns the start of the next known LFLF after `at`, or the end of the file.
  uint64_t next_lflf(uint64_t at) const {
    const auto next = std::ranges::upper_bound(lflfs_, at);
    return next == lflfs_.end() ? size_ : *next;
  }

  void read_lflf(const Block& lflf) {
    const auto place = std::ranges::lower_bound(places_, lflf.offset, {}, &RoomPlace::offset);
    const bool known = place != places_.end() && place->offset < lflf.end;
    read_room_file(lflf.offset + kRoomInFile, lflf.end, known ? place->number : own_number(lflf));
  }

  /// Reads the blocks of a room from `begin` to `end`, up to the first damaged one. Leaves out
  /// sounds where the index tells their ends.
  void read_room_file(uint64_t begin, uint64_t end, uint16_t number) {
    uint32_t room = kNone;
    RoomBlocks beside;  // From HE 70 on the picture is not in the room's block.
    uint64_t at = begin;
    while (const std::optional<Block> block = walk_.at(at, end)) {
      if (block->tag == tag("SO") && number < index_.starts.size()) {
        at = end_of_sound(*block, begin, end, index_.starts[number]);
        continue;
      }
      at = block->end;
      const bool music = small_ && room != kNone;
      if (is_room(block->tag) && !music) room = read_room(*block, number);
      keep_first(*block, beside);
      const std::optional<Kind> kind = costume_kind(block->tag);
      if (kind) out_.costumes[{source_, block->offset}] = {*block, *kind, room, {}};
      // Damaged costumes are reported once their ids are known.
      if (!kind && block->damaged()) fail(number, block->offset, block->damage());
      if (block->damaged()) break;
    }
    if (room == kNone) return;
    std::optional<Block>& image = out_.room_blocks[room].image;
    if (!image) image = beside.image;
  }

  /// Returns the start of the block after a sound: the sound's end or, if no block is there, the
  /// first of `starts` (which count from `begin`) that leads to a block. If none does, returns
  /// `end` (SCUMM.md §1 "Version 4").
  uint64_t end_of_sound(const Block& sound, uint64_t begin, uint64_t end,
                        const std::vector<uint32_t>& starts) {
    const auto starts_block = [&](uint64_t at) {
      const auto block = walk_.at(at, end);
      return block && is_in_room_file(block->tag);
    };
    if (starts_block(sound.end)) return sound.end;
    auto start = std::ranges::upper_bound(starts, sound.offset - begin);
    for (; start != starts.end() && begin + *start < end; ++start) {
      if (starts_block(begin + *start)) return begin + *start;
    }
    return end;
  }

  /// Returns the room's number that an LF itself states; FO does not name this LF. An LFLF states
  /// none: 0.
  uint16_t own_number(const Block& lflf) {
    if (!small_) return 0;
    Block start = lflf;
    start.end = std::min(lflf.end, lflf.offset + kRoomInFile);
    const std::vector<uint8_t> payload = walk_.payload(start);
    const uint16_t number = ByteReader(payload).u16();
    out_.places.push_back({number, source_, lflf.offset + kRoomInFile});
    return number;
  }

  uint32_t read_room(const Block& room, uint16_t number) {
    if (room.tag == tag("RMDA")) out_.hints.rmda = true;
    Rooms& rooms = tables_.rooms;
    const auto row = static_cast<uint32_t>(rooms.number.size());
    add_room(rooms, number, source_, static_cast<uint32_t>(room.offset));
    RoomPalettes palettes;
    RoomBlocks& blocks = out_.room_blocks.emplace_back();
    for (const Block& block : walk_.children(room)) {
      if (block.damaged()) fail(number, block.offset, block.damage());
      keep_first(block, blocks);
      std::vector<Error> problems;
      const bool first_header = block.tag == tag("RMHD") && out_.hints.rmhd_size == 0;
      if (first_header && !block.damaged()) out_.hints.rmhd_size = block.stated_size;
      if (block.tag == tag("REMP")) out_.hints.remp = true;
      if (block.tag == tag("CLUT")) {
        out_.hints.clut = true;
        read_clut(walk_.payload(block), palettes, problems);
      } else if (block.tag == tag("PA")) {
        read_pa(walk_.payload(block), file_.has_room_files, palettes, problems);
      } else if (block.tag == tag("PALS")) {
        out_.hints.pals = true;
        read_pals(walk_.payload(block), palettes, problems);
      } else if (block.tag == tag("REMP") &&
                 rooms.actor_color.size() == rooms.actor_color_offset.back()) {
        const std::vector<uint8_t> map = walk_.payload(block);
        if (map.size() < 256) {
          problems.push_back({ErrorCode::truncated, 0, "REMP has less than 256 bytes"});
        } else {
          rooms.actor_color.insert(rooms.actor_color.end(), map.begin(), map.begin() + 256);
        }
      }
      fail_all(number, block.payload_at(), problems);
    }
    rooms.actor_color_offset.back() = static_cast<uint32_t>(rooms.actor_color.size());
    add_palettes(row, palettes, tables_.palettes);
    return row;
  }

  const GameFile& file_;
  BlockWalk walk_;
  bool small_;  ///< whether blocks are of BlockStyle::size_first
  ContainerTags tags_;
  uint64_t size_;
  uint32_t source_;
  const GameIndex& index_;
  Resources& out_;
  Tables& tables_;
  std::vector<RoomPlace> places_;  ///< by offset
  std::vector<uint64_t> lflfs_;    ///< offsets of the LFLFs that places_ lead to, rising
};

}  // namespace

void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index,
                        bool only_file, Resources& out, Tables& tables) {
  ResourceScan(file, source, index, out, tables).run(only_file);
}

void add_ega_palettes(Tables& tables) {
  const RoomPalettes ega = ega_palette();
  for (uint32_t room = 0; room < tables.rooms.number.size(); ++room) {
    add_palettes(room, ega, tables.palettes);
  }
}

}  // namespace wardrobe
