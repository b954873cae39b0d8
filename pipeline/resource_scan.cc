#include "pipeline/resource_scan.h"

#include <algorithm>
#include <string>

#include "formats/scumm/room.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

class ResourceScan {
 public:
  ResourceScan(const GameFile& file, uint32_t source, const GameIndex& index, Resources& out)
      : walk_(file), size_(file.bytes->size()), source_(source), index_(index), out_(out) {}

  /// Takes from DLFL the rooms that are in this file, which is on disk `disk`.
  void take_index_rooms(unsigned disk, bool only_file) {
    for (size_t room = 1; room < index_.room_offset.size(); ++room) {
      // In these games DROO's byte need not be a disk number; DISK's is.
      const bool certain = room < index_.disk.size() && disk != 0;
      const bool here = index_.disk_of(room) == disk || (only_file && !certain);
      const uint32_t offset = index_.room_offset[room];
      if (here && offset != 0 && offset < size_) {
        places_.push_back({static_cast<uint16_t>(room), source_, offset});
      }
    }
    know_places();
  }

  void run() {
    const auto lecf = walk_.at(0, size_);
    if (!lecf || lecf->stated_size < kBlockHeaderSize || lecf->stated_size > size_) {
      fail(0, 0,
           "LECF claims " + std::to_string(lecf ? lecf->stated_size : 0) + " bytes; the file has " +
               std::to_string(size_));
    }
    uint64_t at = kBlockHeaderSize;
    while (at < size_) {
      const auto block = walk_.at(at, next_lflf(at));
      const bool found = block && read_top_block(*block) && block->stated_size >= kBlockHeaderSize;
      at = found ? block->end : next_lflf(at);
    }
    if (walk_.trouble()) {
      fail(0, walk_.trouble()->offset, walk_.trouble()->message);
    }
  }

 private:
  void fail(uint16_t room, uint64_t offset, std::string_view error) {
    FailurePlace place;
    place.room = room;
    place.source = source_;
    place.offset = offset;
    add_failure(out_.failures, place, error);
  }

  void fail_all(uint16_t room, uint64_t base, const std::vector<Error>& problems) {
    for (const Error& problem : problems) fail(room, base + problem.offset, problem.message);
  }

  /// False if the block is neither LOFF nor LFLF.
  bool read_top_block(const FileBlock& block) {
    if (block.tag == tag("LOFF")) {
      read_loff(block);
    } else if (block.tag == tag("LFLF")) {
      read_lflf(block);
    } else {
      fail(0, block.offset, "unexpected block " + tag_name(block.tag) + " between rooms");
      return false;
    }
    if (block.damaged()) fail(0, block.offset, block.damage());
    return true;
  }

  void read_loff(const FileBlock& block) {
    if (!index_.room_offset.empty() || !places_.empty()) return;
    std::vector<Error> problems;
    const RoomOffsets offsets = read_room_offsets(walk_.payload(block), problems);
    fail_all(0, block.payload(), problems);
    for (size_t i = 0; i < offsets.room.size(); ++i) {
      places_.push_back({offsets.room[i], source_, offsets.offset[i]});
    }
    know_places();
  }

  /// Finds the LFLF of each place, which names either that or the room's block just inside it.
  void know_places() {
    out_.places.insert(out_.places.end(), places_.begin(), places_.end());
    std::ranges::stable_sort(places_, {}, &RoomPlace::offset);
    for (const RoomPlace& place : places_) {
      for (const uint32_t ahead : {uint32_t{kBlockHeaderSize}, 0u}) {
        if (place.offset < ahead) continue;
        const auto lflf = walk_.at(place.offset - ahead, size_);
        if (lflf && lflf->tag == tag("LFLF")) lflfs_.push_back(lflf->offset);
      }
    }
    std::ranges::sort(lflfs_);
  }

  /// Where the next known LFLF after `at` starts, or the end of the file.
  uint64_t next_lflf(uint64_t at) const {
    const auto next = std::ranges::upper_bound(lflfs_, at);
    return next == lflfs_.end() ? size_ : *next;
  }

  void read_lflf(const FileBlock& lflf) {
    const auto place = std::ranges::lower_bound(places_, lflf.offset, {}, &RoomPlace::offset);
    const bool known = place != places_.end() && place->offset < lflf.end;
    const uint16_t number = known ? place->number : uint16_t{0};
    uint32_t room = kNone;
    for (const FileBlock& block : walk_.children(lflf)) {
      if (block.tag == tag("ROOM") || block.tag == tag("RMDA")) room = read_room(block, number);
      const std::optional<Kind> kind = costume_kind(block.tag);
      if (kind) out_.costumes[{source_, block.offset}] = {block, *kind, room, {}};
      // Damaged costumes are reported once their ids are known.
      if (!kind && block.damaged()) fail(number, block.offset, block.damage());
    }
  }

  uint32_t read_room(const FileBlock& room, uint16_t number) {
    if (room.tag == tag("RMDA")) out_.hints.rmda = true;
    Rooms& rooms = out_.rooms;
    const auto row = static_cast<uint32_t>(rooms.number.size());
    rooms.number.push_back(number);
    rooms.source.push_back(source_);
    rooms.offset.push_back(static_cast<uint32_t>(room.offset));
    RoomPalettes palettes;
    for (const FileBlock& block : walk_.children(room)) {
      if (block.damaged()) fail(number, block.offset, block.damage());
      std::vector<Error> problems;
      const bool first_header = block.tag == tag("RMHD") && out_.hints.rmhd_size == 0;
      if (first_header && !block.damaged()) out_.hints.rmhd_size = block.stated_size;
      if (block.tag == tag("CLUT")) {
        out_.hints.clut = true;
        read_clut(walk_.payload(block), palettes, problems);
      } else if (block.tag == tag("PALS")) {
        out_.hints.pals = true;
        read_pals(walk_.payload(block), palettes, problems);
      }
      fail_all(number, block.payload(), problems);
    }
    add_palettes(row, palettes);
    return row;
  }

  void add_palettes(uint32_t room, const RoomPalettes& palettes) {
    Palettes& to = out_.palettes;
    for (size_t i = 0; i < palettes.count(); ++i) {
      const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, i);
      to.room.push_back(room);
      to.number.push_back(static_cast<uint16_t>(i));
      to.rgb.insert(to.rgb.end(), rgb.begin(), rgb.end());
      to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
    }
  }

  BlockWalk walk_;
  uint64_t size_;
  uint32_t source_;
  const GameIndex& index_;
  Resources& out_;
  std::vector<RoomPlace> places_;  ///< by offset
  std::vector<uint64_t> lflfs_;    ///< offsets of the LFLFs that places_ lead to, rising
};

}  // namespace

void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index,
                        bool only_file, Resources& out) {
  ResourceScan scan(file, source, index, out);
  scan.take_index_rooms(file.disk, only_file);
  scan.run();
}

}  // namespace wardrobe
