#include "pipeline/resource_scan.h"

#include <algorithm>
#include <string>

namespace wardrobe {
namespace {

std::string damage_text(const FileBlock& block) {
  return tag_name(block.tag) + " says it has " + std::to_string(block.stated_size) +
         " bytes; there are " + std::to_string(block.end - block.offset) + " at most";
}

class ResourceScan {
 public:
  ResourceScan(const GameFile& file, uint32_t source, const GameIndex& index, Resources& out)
      : walk_(file), size_(file.bytes->size()), source_(source), index_(index), out_(out) {}

  void run() {
    const auto lecf = walk_.at(0, size_);
    if (!lecf || lecf->stated_size < kBlockHeaderSize || lecf->stated_size > size_) {
      fail(0, 0,
           "LECF says it has " + std::to_string(lecf ? lecf->stated_size : 0) +
               " bytes, the file has " + std::to_string(size_));
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

  /// False where there is neither LOFF nor LFLF.
  bool read_top_block(const FileBlock& block) {
    if (block.tag == tag("LOFF")) {
      read_loff(block);
    } else if (block.tag == tag("LFLF")) {
      read_lflf(block);
    } else {
      fail(0, block.offset, "unexpected block " + tag_name(block.tag) + " among the rooms");
      return false;
    }
    if (block.damaged()) fail(0, block.offset, damage_text(block));
    return true;
  }

  void read_loff(const FileBlock& block) {
    std::vector<Error> problems;
    offsets_ = read_room_offsets(walk_.payload(block), problems);
    fail_all(0, block.payload(), problems);
    for (size_t i = 0; i < offsets_.room.size(); ++i) {
      out_.places.push_back({offsets_.room[i], source_, offsets_.offset[i]});
      // LOFF names the ROOM in v5 to v7, its LFLF in v8.
      for (const uint64_t ahead : {uint64_t{kBlockHeaderSize}, uint64_t{0}}) {
        if (offsets_.offset[i] < ahead) continue;
        const auto lflf = walk_.at(offsets_.offset[i] - ahead, size_);
        if (lflf && lflf->tag == tag("LFLF")) lflfs_.push_back(lflf->offset);
      }
    }
    std::ranges::sort(lflfs_);
  }

  /// Where the next LFLF behind `at` starts that LOFF knows, or the end of the file.
  uint64_t next_lflf(uint64_t at) const {
    const auto next = std::ranges::upper_bound(lflfs_, at);
    return next == lflfs_.end() ? size_ : *next;
  }

  void read_lflf(const FileBlock& lflf) {
    uint8_t number = 0;
    for (size_t i = 0; i < offsets_.room.size() && number == 0; ++i) {
      const uint32_t offset = offsets_.offset[i];
      if (offset >= lflf.offset && offset < lflf.end) number = offsets_.room[i];
    }
    uint32_t room = kNone;
    for (const FileBlock& block : walk_.children(lflf)) {
      if (block.tag == tag("ROOM") || block.tag == tag("RMDA")) room = read_room(block, number);
      const std::optional<Kind> kind = costume_kind(block.tag);
      if (kind) out_.costumes[{source_, block.offset}] = {block, *kind, room, {}};
      // A damaged costume is told when its id is known.
      if (!kind && block.damaged()) fail(number, block.offset, damage_text(block));
    }
  }

  uint32_t read_room(const FileBlock& room, uint8_t number) {
    Rooms& rooms = out_.rooms;
    const auto row = static_cast<uint32_t>(rooms.number.size());
    rooms.number.push_back(number);
    rooms.source.push_back(source_);
    rooms.offset.push_back(static_cast<uint32_t>(room.offset));
    const auto named = std::ranges::find(index_.named_room, number);
    const bool has_name = number != 0 && named != index_.named_room.end();
    append_text(rooms.name_offset, rooms.name,
                has_name ? index_.room_name[static_cast<size_t>(named - index_.named_room.begin())]
                         : std::string());
    RoomPalettes palettes;
    for (const FileBlock& block : walk_.children(room)) {
      if (block.damaged()) fail(number, block.offset, damage_text(block));
      std::vector<Error> problems;
      if (block.tag == tag("RMHD")) out_.hints.rmhd_size = block.stated_size;
      if (block.tag == tag("CLUT")) {
        out_.hints.has_clut = true;
        read_clut(walk_.payload(block), palettes, problems);
      } else if (block.tag == tag("PALS")) {
        out_.hints.has_pals = true;
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
      const uint32_t begin = palettes.rgb_offset[i];
      const uint32_t end = palettes.rgb_offset[i + 1];
      to.room.push_back(room);
      to.number.push_back(static_cast<uint16_t>(i));
      to.rgb.insert(to.rgb.end(), palettes.rgb.begin() + begin, palettes.rgb.begin() + end);
      to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
    }
  }

  BlockWalk walk_;
  uint64_t size_;
  uint32_t source_;
  const GameIndex& index_;
  Resources& out_;
  RoomOffsets offsets_;
  std::vector<uint64_t> lflfs_;
};

}  // namespace

void scan_resource_file(const GameFile& file, uint32_t source, const GameIndex& index,
                        Resources& out) {
  ResourceScan(file, source, index, out).run();
}

std::optional<Kind> costume_kind(Tag tag) {
  if (tag == wardrobe::tag("COST")) return Kind::cost;
  if (tag == wardrobe::tag("AKOS")) return Kind::akos;
  return std::nullopt;
}

}  // namespace wardrobe
