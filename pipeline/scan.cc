#include "pipeline/scan.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/scripts.h"

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

/// Bytes of a nameless room's payload that hold its size.
constexpr uint64_t kRoomHeader = 4;

bool is_room(Tag block_tag) {
  return block_tag == tag("ROOM") || block_tag == tag("RMDA") || block_tag == tag("RO");
}

/// Returns the kind of costume that a block with this tag holds, if any.
std::optional<Kind> costume_kind(Tag block_tag) {
  if (block_tag == tag("COST") || block_tag == tag("CO")) return Kind::cost;
  if (block_tag == tag("AKOS")) return Kind::akos;
  return std::nullopt;
}

/// Whether the tag occurs in an LF of version 4 or a room file of version 3.
bool is_in_room_file(Tag block_tag) {
  return block_tag == tag("RO") || block_tag == tag("SC") || block_tag == tag("SO") ||
         block_tag == tag("CO");
}

/// The bytes of a room: an LFLF, an LF or a room's file.
struct Extent {
  uint64_t end = 0;
  bool whole = false;              ///< its blocks follow each other to its end
  std::vector<uint64_t> starts{};  ///< of nameless blocks: their offsets, rising
};

/// What is found, in any order. Payloads are not read yet.
struct Resources {
  std::map<std::pair<uint32_t, uint64_t>, FoundCostume> costumes;  ///< by source and offset
  std::vector<FoundRoom> rooms;
  std::vector<FoundScripts> scripts;
  std::vector<RoomPlace> places;
  std::map<std::pair<uint32_t, uint64_t>, Extent> extents;  ///< by source and start
  VersionHints hints;                                       ///< from all blocks but costumes

  /// The extent of the room at a place; null if there is none.
  const Extent* extent_of(const RoomPlace& place) const {
    auto extent = extents.upper_bound({place.source, place.offset});
    if (extent == extents.begin() || (--extent)->first.first != place.source) return nullptr;
    return place.offset < extent->second.end ? &extent->second : nullptr;
  }
};

/// Keeps a block of a room if it is the first of its kind, or of an object.
void keep(const Block& block, RoomBlocks& blocks) {
  std::optional<Block>* kept = nullptr;
  for (const char* const name : {"OBIM", "OBCD", "OI", "OC"}) {
    if (block.tag == tag(name)) blocks.objects.push_back(block);
  }
  if (block.tag == tag("CYCL") || block.tag == tag("CC")) kept = &blocks.cycles;
  if (block.tag == tag("RMHD") || block.tag == tag("HD")) kept = &blocks.header;
  if (block.tag == tag("TRNS")) kept = &blocks.transparent;
  if (block.tag == tag("BOXD")) kept = &blocks.boxes;
  if (block.tag == tag("SCAL")) kept = &blocks.scales;
  for (const char* const name : {"RMIM", "IMAG", "BM"}) {
    if (block.tag == tag(name)) kept = &blocks.image;
  }
  if (kept != nullptr && !*kept) *kept = block;
}

/// Finds the rooms and costumes of one resource file, a row of Sources.
class ResourceScan {
 public:
  ResourceScan(const GameFile& file, uint32_t source, const GameIndex& index, Resources& out,
               Failures& failures)
      : file_(file),
        walk_(*file.bytes, file.style, file.xor_key),
        small_(file.style == BlockStyle::size_first),
        tags_(small_ ? kTagsOfV4 : kTags),
        size_(file.bytes->size()),
        source_(source),
        index_(index),
        out_(out),
        failures_(failures) {
    const Directory& costumes = index.costumes;
    for (size_t id = 1; id < costumes.room.size(); ++id) {
      named_.emplace_back(costumes.room[id], costumes.offset[id]);
    }
    std::ranges::sort(named_);
  }

  /// `only_file` means that the game has no other resource file.
  void run(bool only_file) {
    const auto number = static_cast<uint16_t>(file_.disk);
    if (!file_.has_room_files) {
      take_index_rooms(only_file);
      run_container();
    } else {
      out_.places.push_back({number, source_, 0});
      if (small_) {
        read_room_file(0, size_, number);
      } else {
        read_nameless_room(number);
      }
    }
    if (walk_.trouble()) fail(0, 0, *walk_.trouble());
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
      fail(0, 0,
           {lecf && stated == 0 ? ErrorCode::odd : ErrorCode::damaged, 0,
            std::string(tags_.file) + " claims " + std::to_string(stated) +
                " bytes; the file has " + std::to_string(size_)});
    }
    const uint64_t outer_end = stated < header ? size_ : stated;
    uint64_t at = header;
    while (at < size_) {
      auto block = walk_.at(at, next_lflf(at));
      if (block && !is_top(block->tag) && at < outer_end) {
        block = block_from(at, next_lflf(at), 0);
      }
      const bool known = block && is_top(block->tag);
      if (!known && at >= outer_end) {
        note_rest(at, next_lflf(at));
      } else if (block) {
        read_top_block(*block);
      }
      at = known && block->stated_size >= header ? block->end : next_lflf(at);
    }
  }

  /// Returns the block at `at` or behind stray bytes, which are noted; nullopt if there is none.
  /// Where the index has a costume, no bytes are stray.
  std::optional<Block> block_from(uint64_t at, uint64_t end, uint16_t number) {
    const bool named =
        at >= base_ && std::ranges::binary_search(named_, std::pair(number, at - base_));
    const auto block = named ? walk_.at(at, end) : walk_.next(at, end);
    if (walk_.trouble()) return block;
    const uint64_t begin = block ? block->offset : end;
    const uint64_t least = block ? 1 : header_size(file_.style);  // Less is usual at an end.
    if (begin >= at + least) {
      fail(number, at,
           {ErrorCode::odd, 0, std::to_string(begin - at) + " bytes belong to no block"});
    }
    return block;
  }

  bool is_top(Tag block_tag) const {
    return block_tag == tag(tags_.room_offsets) || block_tag == tag(tags_.room_file);
  }

  /// Notes bytes that belong to no block.
  void note_rest(uint64_t at, uint64_t end) {
    fail(0, at,
         {ErrorCode::odd, 0,
          std::to_string(end - at) + " bytes behind the end of " + std::string(tags_.file)});
  }

  /// `base` is where the error's offset counts from.
  void fail(uint16_t room, uint64_t base, const Error& error) {
    add_failure(failures_, {.room = room, .source = source_, .offset = base}, error);
  }

  void fail_if_damaged(uint16_t room, const Block& block) {
    if (block.damaged()) fail(room, block.offset, {ErrorCode::damaged, 0, block.damage()});
  }

  /// Reads a block between the rooms.
  void read_top_block(const Block& block) {
    if (block.tag == tag(tags_.room_offsets)) {
      read_loff(block);
    } else if (block.tag == tag(tags_.room_file)) {
      read_lflf(block);
    } else {
      return fail(
          0, block.offset,
          {ErrorCode::damaged, 0, "unexpected block " + tag_name(block.tag) + " between rooms"});
    }
    fail_if_damaged(0, block);
  }

  void read_loff(const Block& block) {
    if (!index_.room_offset.empty() || !places_.empty()) return;
    std::vector<Error> problems;
    const RoomOffsets offsets =
        read_room_offsets(tags_.room_offsets, walk_.payload(block), problems);
    for (const Error& problem : problems) fail(0, block.payload_at(), problem);
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
    base_ = known ? place->offset : lflf.offset + kRoomInFile;
    read_room_file(lflf.offset + kRoomInFile, lflf.end, known ? place->number : own_number(lflf));
  }

  /// Reads the blocks of a room from `begin` to `end`, up to the first damaged one. Leaves out
  /// sounds where the index tells their ends.
  void read_room_file(uint64_t begin, uint64_t end, uint16_t number) {
    uint32_t room = kNone;
    const size_t first_scripts = out_.scripts.size();
    RoomBlocks beside;  // From HE 70 on the picture is not in the room's block.
    uint64_t at = begin;
    bool whole = true;
    while (const std::optional<Block> block = block_from(at, end, number)) {
      if (block->tag == tag("SO") && number < index_.starts.size()) {
        at = end_of_sound(*block, begin, end, index_.starts[number]);
        whole = whole && (at < end || block->end == end);
        continue;
      }
      at = block->end;
      const bool music = small_ && room != kNone;
      if (is_room(block->tag) && !music) room = read_room(*block, number);
      keep(*block, beside);
      keep_scripts(*block);
      if (block->tag == tag("RMSC")) {
        uint64_t inner = block->payload_at();
        while (const std::optional<Block> part = walk_.at(inner, block->end)) {
          keep(*part, beside);
          keep_scripts(*part);
          if (part->damaged()) break;
          inner = part->end;
        }
      }
      const std::optional<Kind> kind = costume_kind(block->tag);
      if (kind) out_.costumes[{source_, block->offset}] = {*block, *kind, source_, room};
      if (!kind) fail_if_damaged(number, *block);  // Costumes: once their ids are known.
      whole = whole && !block->damaged();
      if (block->damaged()) break;
    }
    const uint64_t start = begin - (file_.has_room_files ? 0 : kRoomInFile);
    out_.extents[{source_, start}] = {end, whole && !walk_.trouble()};
    if (room == kNone) return;
    for (FoundScripts& found : std::span(out_.scripts).subspan(first_scripts)) found.room = room;
    RoomBlocks& blocks = out_.rooms[room].blocks;
    if (!blocks.image) blocks.image = beside.image;
    blocks.objects.insert(blocks.objects.end(), beside.objects.begin(), beside.objects.end());
  }

  void keep_scripts(const Block& block) {
    if (holds_scripts(block.tag)) out_.scripts.push_back({block, source_});
  }

  /// Reads the chain of blocks of a room's file without names (SCUMM.md §1 "Versions 1 to 3"). The
  /// first block is the room.
  void read_nameless_room(uint16_t number) {
    FoundRoom room{number, source_, 0};
    Extent& extent = out_.extents[{source_, 0}];
    extent = {size_, false, walk_.chain()};
    extent.whole = !extent.starts.empty();
    if (const auto block = walk_.at(0, size_); extent.whole && block) {
      room.blocks.header = walk_.at(0, std::min(size_, header_size(file_.style) + kRoomHeader));
      room.blocks.image = block;
      out_.scripts.push_back({*block, source_, static_cast<uint32_t>(out_.rooms.size())});
    }
    out_.rooms.push_back(std::move(room));
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

  uint32_t read_room(const Block& block, uint16_t number) {
    if (block.tag == tag("RMDA")) out_.hints.rmda = true;
    FoundRoom room{number, source_, static_cast<uint32_t>(block.offset)};
    uint64_t at = block.payload_at();
    while (const std::optional<Block> part = block_from(at, block.end, number)) {
      fail_if_damaged(number, *part);
      keep(*part, room.blocks);
      keep_scripts(*part);
      std::vector<Error> problems;
      read_part(*part, room, problems);
      for (const Error& problem : problems) fail(number, part->payload_at(), problem);
      if (part->damaged()) break;
      at = part->end;
    }
    out_.rooms.push_back(std::move(room));
    return static_cast<uint32_t>(out_.rooms.size() - 1);
  }

  /// Reads the palettes and the colours of actors, and takes hints.
  void read_part(const Block& part, FoundRoom& room, std::vector<Error>& problems) {
    VersionHints& hints = out_.hints;
    if (part.tag == tag("RMHD") && hints.rmhd_size == 0 && !part.damaged()) {
      hints.rmhd_size = part.stated_size;
    } else if (part.tag == tag("CLUT")) {
      hints.clut = true;
      read_clut(walk_.payload(part), room.palettes, problems);
    } else if (part.tag == tag("PA")) {
      read_pa(walk_.payload(part), file_.has_room_files, room.palettes, problems);
    } else if (part.tag == tag("PALS")) {
      hints.pals = true;
      read_pals(walk_.payload(part), room.palettes, problems);
    } else if (part.tag == tag("REMP")) {
      hints.remp = true;
      if (!room.actor_colors.empty()) return;
      room.actor_colors = walk_.payload(part);
      const bool whole = room.actor_colors.size() >= kMaxColors;
      room.actor_colors.resize(whole ? kMaxColors : 0);
      if (!whole) problems.push_back({ErrorCode::truncated, 0, "REMP has less than 256 bytes"});
    }
  }

  const GameFile& file_;
  BlockWalk walk_;
  bool small_;  ///< whether blocks are of BlockStyle::size_first
  ContainerTags tags_;
  uint64_t size_;
  uint32_t source_;
  const GameIndex& index_;
  Resources& out_;
  Failures& failures_;
  std::vector<RoomPlace> places_;  ///< by offset
  std::vector<uint64_t> lflfs_;    ///< offsets of the LFLFs that places_ lead to, rising
  /// Rooms and offsets of the index's costumes, in order.
  std::vector<std::pair<uint16_t, uint64_t>> named_;
  uint64_t base_ = 0;  ///< from where offsets of the room count that is read
};

/// Whether a block without a name is a costume of the game. If `doubtful`, only its format is
/// checked; otherwise it must be a costume beyond doubt.
bool is_cost(BlockWalk& walk, Block block, Version version, bool doubtful) {
  constexpr size_t kFormatAt = 1;
  if (block.style != BlockStyle::nameless) return false;
  if (doubtful) block.end = std::min(block.end, block.payload_at() + kFormatAt + 1);
  const std::vector<uint8_t> payload = walk.payload(block);
  if (payload.size() <= kFormatAt) return false;
  return doubtful ? facts(version).cost.colors(payload[kFormatAt]) != 0
                  : !block.damaged() && is_consistent_cost(payload, version);
}

/// Returns the costume at an offset from the start of the file; null if there is none. If the scan
/// of the file missed it, adds it, provided that it is beyond doubt or `doubtful` is set. If it
/// lies inside another costume, the size of the outer one is wrong, and the outer one is cut where
/// this one starts. A doubtful block inside a costume is not added.
FoundCostume* find_costume(const GameFile& file, const std::pair<uint32_t, uint64_t>& key,
                           uint32_t room, Version version, bool doubtful, Resources& resources) {
  const auto [source, offset] = key;
  auto& costumes = resources.costumes;
  const auto next = costumes.lower_bound(key);
  if (next != costumes.end() && next->first == key) return &next->second;
  uint64_t end = file.bytes->size();
  if (next != costumes.end() && next->first.first == source) end = next->first.second;
  FoundCostume* around = nullptr;
  if (next != costumes.begin() && std::prev(next)->first.first == source &&
      std::prev(next)->second.block.end > offset) {
    around = &std::prev(next)->second;
  }
  if (doubtful && around != nullptr) return nullptr;
  if (file.style == BlockStyle::nameless) {
    const Extent& room_file = resources.extents.at({source, 0});
    const bool starts = std::ranges::binary_search(room_file.starts, offset);
    if (room_file.whole && !starts) return nullptr;
  }
  BlockWalk walk(*file.bytes, file.style, file.xor_key);
  std::optional<Block> block = walk.at(offset, end);
  if (block && is_cost(walk, *block, version, doubtful)) block->tag = tag("CO");
  const auto kind = block ? costume_kind(block->tag) : std::nullopt;
  if (!kind) return nullptr;
  if (around != nullptr) around->block.end = std::max(offset, around->block.payload_at());
  FoundCostume& added = costumes[key];
  added = {*block, *kind, source, room};
  return &added;
}

/// What is wrong with an entry of the index that leads to no costume. Released games from version 4
/// on have entries that lead to other blocks: nullopt.
std::optional<Error> fault_of_entry(const GameFile& file, std::pair<uint32_t, uint64_t> key,
                                    const Resources& resources) {
  const auto [source, offset] = key;
  const auto damage = [](const char* where) {
    return Error{ErrorCode::damaged, kNoOffset, std::string("the index places it ") + where};
  };
  const uint64_t size = file.bytes->size();
  if (offset >= size) return damage("behind the end of the file");
  const auto next = resources.costumes.upper_bound(key);
  if (next != resources.costumes.begin()) {
    const auto& [start, costume] = *std::prev(next);
    if (start.first == source && costume.block.end > offset) return damage("inside a costume");
  }
  BlockWalk walk(*file.bytes, file.style, file.xor_key);
  const auto block = walk.at(offset, size);
  if (walk.trouble()) return std::nullopt;  // The scan of the file has reported it.
  const bool nameless = file.style == BlockStyle::nameless;
  const bool named = block && tag_name(block->tag).find('\\') == std::string::npos;
  if (!block || block->damaged() || !(nameless || named)) return damage("where no block starts");
  if (!file.has_room_files) return std::nullopt;
  return Error{ErrorCode::odd, kNoOffset, "the index places it here, but this is no costume"};
}

/// The version of a room's file without names, which the game's index would tell.
DetectedVersion version_of_blocks(const GameFile& file, const Extent& extent) {
  BlockWalk walk(*file.bytes, file.style, file.xor_key);
  const auto of_v1 = [&](uint64_t start) {
    const auto block = walk.at(start, extent.end);
    return block && is_cost(walk, *block, Version::v1, false);
  };
  if (std::ranges::any_of(extent.starts, of_v1)) {
    return {Version::v1, "costumes of the first format, by themselves"};
  }
  const auto room = walk.at(0, extent.end);
  const std::vector<uint8_t> payload = room ? walk.payload(*room) : std::vector<uint8_t>();
  const auto has_objects = [&](Version version) {
    const RoomObjects objects = objects_in_room(payload, version);
    return objects.stated > 0 && objects.inside.size() == objects.stated;
  };
  if (has_objects(Version::v2) && !has_objects(Version::v3_16)) {
    return {Version::v2, "the list of objects of a room by itself"};
  }
  return {Version::v3_16, "blocks of a room by itself: 3, or 2 if it has no objects"};
}

/// Whether the file that should hold a room is missing. Of other rooms, released games may have
/// entries.
bool lacks_file(const GameInput& input, const GameIndex& index, uint8_t room) {
  const bool of_room = input.resources[0].has_room_files;
  // From HE 70 on, only DISK is certain.
  const bool certain = of_room || index.room_offset.empty() || room < index.disk.size();
  const unsigned disk = of_room ? room : index.disk_of(room);
  return certain && disk != 0 && std::ranges::none_of(input.resources, [&](const GameFile& file) {
           return file.disk == disk || file.disk == 0;
         });
}

/// Notes something about the index that concerns these rooms or ids, if any.
void note(const std::string& what, const std::set<unsigned>& numbers, Failures& failures) {
  if (numbers.empty()) return;
  std::vector<std::string> names;
  for (const unsigned number : numbers) names.push_back(std::to_string(number));
  add_failure(failures, {.source = 0},
              {ErrorCode::odd, kNoOffset, what + ": " + first_names(names)});
}

/// Whether the blocks of the room at a place follow each other to its end, and every costume among
/// them has an id. An entry of the index that leads to none of them is then left over.
bool has_named_all(const RoomPlace& place, const Resources& resources) {
  const Extent* const extent = resources.extent_of(place);
  if (extent == nullptr || !extent->whole) return false;
  const auto first = resources.costumes.lower_bound({place.source, place.offset});
  const auto last = resources.costumes.lower_bound({place.source, extent->end});
  return std::none_of(first, last, [](const auto& at) { return at.second.ids.empty(); });
}

/// Moves the rooms for which `is_copy` is true behind all others.
void move_copies_back(const std::vector<bool>& is_copy, Resources& resources) {
  std::vector<uint32_t> order(is_copy.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_partition(order.begin(), order.end(), [&](uint32_t row) { return !is_copy[row]; });
  std::vector<FoundRoom> rooms;
  std::vector<uint32_t> new_row(order.size());
  for (const uint32_t row : order) {
    new_row[row] = static_cast<uint32_t>(rooms.size());
    rooms.push_back(std::move(resources.rooms[row]));
  }
  resources.rooms = std::move(rooms);
  for (auto& [key, costume] : resources.costumes) {
    if (costume.room != kNone) costume.room = new_row[costume.room];
  }
  std::erase_if(resources.scripts, [&](const FoundScripts& found) {
    return found.room != kNone && is_copy[found.room];
  });
  for (FoundScripts& found : resources.scripts) {
    if (found.room != kNone) found.room = new_row[found.room];
  }
}

/// Gives the global scripts their numbers, and adds those of files without names. Of several
/// numbers, the first counts. Released games have entries that lead to no script.
void number_scripts(const GameInput& input, uint32_t first_source, const GameIndex& index,
                    const RoomPlaces& places, Resources& resources) {
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> numbers;
  for (uint32_t number = 1; number < index.scripts.room.size(); ++number) {
    const std::optional<RoomPlace>& place = places[index.scripts.room[number]];
    if (!place) continue;
    numbers.try_emplace({place->source, place->offset + index.scripts.offset[number]}, number);
  }
  for (FoundScripts& found : resources.scripts) {
    const auto number = numbers.find({found.source, found.block.offset});
    if (number != numbers.end()) found.number = number->second;
  }
  for (const auto& [key, number] : numbers) {
    const auto [source, offset] = key;
    const GameFile& file = input.resources[source - first_source];
    const auto extent = resources.extents.find({source, 0});
    if (file.style != BlockStyle::nameless || extent == resources.extents.end()) continue;
    const std::vector<uint64_t>& starts = extent->second.starts;
    if (offset == 0 || !extent->second.whole || !std::ranges::binary_search(starts, offset))
      continue;
    std::optional<Block> block =
        BlockWalk(*file.bytes, file.style, file.xor_key).at(offset, file.bytes->size());
    if (!block || resources.costumes.contains(key)) continue;
    const auto room = std::ranges::find(resources.scripts, source, &FoundScripts::source);
    if (room == resources.scripts.end()) continue;
    block->tag = tag("SC");
    resources.scripts.push_back({*block, source, room->room, number});
  }
  std::ranges::stable_sort(resources.scripts, {}, [](const FoundScripts& found) {
    return std::pair(found.source, found.block.offset);
  });
}

/// Resource file i is row `first_source` + i of Sources.
RoomPlaces room_places(const GameInput& input, uint32_t first_source, const GameIndex& index,
                       const Resources& resources) {
  RoomPlaces places;
  for (const RoomPlace& place : resources.places) {
    if (place.number >= kRoomNumbers) continue;
    std::optional<RoomPlace>& known = places[place.number];
    const unsigned disk = index.disk_of(place.number);
    const auto on_disk = [&](const RoomPlace& p) {
      return input.resources[p.source - first_source].disk == disk;
    };
    if (!known || (!on_disk(*known) && on_disk(place))) known = place;
  }
  return places;
}

/// Adds the costumes of room files without names to which no entry of the index leads: blocks that
/// are costumes beyond doubt, and nothing else by the index.
void add_unnamed_costumes(const GameInput& input, uint32_t first_source, const GameIndex& index,
                          const std::array<uint32_t, kRoomNumbers>& room_row,
                          Resources& resources) {
  for (const auto& [key, extent] : resources.extents) {
    const GameFile& file = input.resources[key.first - first_source];
    if (!extent.whole || extent.starts.empty() || file.disk >= kRoomNumbers) continue;
    for (const uint64_t start : std::span(extent.starts).subspan(1)) {
      const bool named = file.disk < index.starts.size() &&
                         std::ranges::binary_search(index.starts[file.disk], start);
      if (named) continue;
      find_costume(file, {key.first, start}, room_row[file.disk],
                   index.version.value_or(Version::v3_16), false, resources);
    }
  }
}

/// Follows every costume entry of the index to its block: gives the costumes their ids, adds
/// costumes that only the index knows, and counts the entries in `game`. Decides the order of the
/// rooms. Resource file i is row `first_source` + i of Sources.
void resolve_ids(const GameInput& input, uint32_t first_source, const GameIndex& index,
                 const RoomPlaces& places, Resources& resources, Game& game, Failures& failures) {
  // The rows of the rooms by their numbers. Of several rooms with one number, the one in the file
  // of its place counts, or else the first.
  std::array<uint32_t, kRoomNumbers> room_row{};
  room_row.fill(kNone);
  const std::vector<FoundRoom>& rooms = resources.rooms;
  for (uint32_t row = 0; row < rooms.size(); ++row) {
    const uint16_t number = rooms[row].number;
    if (number >= kRoomNumbers) continue;
    const std::optional<RoomPlace>& place = places[number];
    const auto at_place = [&](uint32_t r) { return place && rooms[r].source == place->source; };
    uint32_t& known = room_row[number];
    if (known == kNone || (!at_place(known) && at_place(row))) known = row;
  }
  const auto name_costume = [&](size_t id, bool doubtful) {
    const RoomPlace& place = *places[index.costumes.room[id]];
    const uint64_t offset = uint64_t{place.offset} + index.costumes.offset[id];
    FoundCostume* const costume = find_costume(
        input.resources[place.source - first_source], {place.source, offset},
        room_row[place.number], index.version.value_or(Version::v3_16), doubtful, resources);
    if (costume != nullptr) costume->ids.push_back(static_cast<uint16_t>(id));
    return costume != nullptr;
  };
  // First the ids of blocks that are costumes beyond doubt. A doubtful block inside one of them is
  // not a costume.
  std::vector<size_t> doubtful;
  std::set<unsigned> lost_rooms;
  std::set<unsigned> roomless;  ///< ids
  const bool room_files = input.resources[0].has_room_files;
  for (size_t id = 1; id < index.costumes.room.size(); ++id) {
    ++game.index_entries[0];
    const uint8_t room = index.costumes.room[id];
    if (room == 0) {
      ++game.index_unused[0];
      const uint32_t offset = index.costumes.offset[id];
      if (room_files && offset != 0 && offset != kNowhere)
        roomless.insert(static_cast<unsigned>(id));
    } else if (!places[room]) {
      ++game.index_no_room[0];
      if (lacks_file(input, index, room)) lost_rooms.insert(room);
    } else if (!name_costume(id, false)) {
      doubtful.push_back(id);
    }
  }
  std::erase_if(doubtful, [&](size_t id) { return name_costume(id, true); });
  add_unnamed_costumes(input, first_source, index, room_row, resources);
  std::set<unsigned> dead;  ///< ids
  for (const size_t id : doubtful) {
    ++game.index_no_costume[0];
    const RoomPlace& place = *places[index.costumes.room[id]];
    const uint64_t offset = uint64_t{place.offset} + index.costumes.offset[id];
    const auto fault = fault_of_entry(input.resources[place.source - first_source],
                                      {place.source, offset}, resources);
    if (!fault) continue;
    if (fault->code != ErrorCode::odd && has_named_all(place, resources)) {
      dead.insert(static_cast<unsigned>(id));
      continue;
    }
    add_failure(failures,
                {.id = static_cast<uint16_t>(id),
                 .room = place.number,
                 .source = place.source,
                 .offset = offset},
                *fault);
  }
  if (input.problems.empty())
    note("files of rooms with costumes are missing", lost_rooms, failures);
  note("ids with an offset, but without a room", roomless, failures);
  note("ids that lead to no block, in rooms that are whole", dead, failures);
  std::vector<bool> is_copy(rooms.size());
  for (uint32_t row = 0; row < is_copy.size(); ++row) {
    const uint16_t number = rooms[row].number;
    is_copy[row] = number != 0 && number < kRoomNumbers && room_row[number] != row;
  }
  if (std::ranges::count(is_copy, true) > 0) move_copies_back(is_copy, resources);
}

/// Adds a source, whose hash comes later, and what is odd or wrong about the file.
void add_source(const std::string& name, uint64_t size, uint8_t xor_key,
                const std::optional<Error>& trouble, Sources& sources, Failures& failures) {
  const auto source = static_cast<uint32_t>(sources.size.size());
  if (trouble) add_failure(failures, {.source = source}, *trouble);
  append_text(sources.name_offset, sources.name, name);
  sources.size.push_back(size);
  sources.xor_key.push_back(xor_key);
}

/// Reads and hashes the index of the game; `version` is the one that the user gave.
Result<GameIndex> load_index(const GameInput& input, std::optional<Version> version,
                             Sources& sources, Failures& failures) {
  const GameFile& file = *input.index;
  std::vector<uint8_t> bytes(file.bytes->size());
  TRY(file.bytes->read(0, bytes));
  sources.xxh64.push_back(xxh64(bytes));
  toggle_xor(file.xor_key, bytes);
  std::vector<Error> problems;
  GameIndex index = file.style == BlockStyle::nameless
                        ? read_nameless_index(bytes, version, input.resources.back().disk, problems)
                        : read_index(bytes, problems, file.style);
  add_failures(failures, {.source = 0}, problems);
  if (problems.empty() && index.costumes.room.empty()) {
    add_failure(failures, {.source = 0},
                "the index has no directory of costumes, so costumes have no ids");
  }
  return index;
}

/// Gives every room its name from the index, or else from the container. If the index has several
/// names for its number, the first one counts.
void name_rooms(const GameIndex& index, const GameInput& input, std::vector<FoundRoom>& rooms) {
  std::unordered_map<uint16_t, std::string_view> names;
  for (size_t i = 0; i < index.named_room.size(); ++i) {
    names.try_emplace(index.named_room[i], index.room_name[i]);
  }
  names.insert(input.room_names.begin(), input.room_names.end());
  for (FoundRoom& room : rooms) room.name = names[room.number];
}

/// Returns the version hints from the rooms and from the costumes. Only the first readable COST is
/// checked for a signature.
VersionHints all_hints(VersionHints hints, const std::vector<FoundCostume>& costumes) {
  bool checked_cost = false;
  for (const FoundCostume& costume : costumes) {
    if (costume.kind == Kind::akos) hints.akos = true;
    constexpr size_t kSignatureAt = 4;
    ByteReader reader(costume.block.payload, kSignatureAt);
    const bool signature = reader.u16() == kCostSignature;
    if (checked_cost || costume.kind != Kind::cost || !reader.ok()) continue;
    checked_cost = true;
    hints.signature = signature;
  }
  return hints;
}

void set_version(const DetectedVersion& version, Game& game) {
  game.version[0] = version.version;
  game.evidence.assign(version.evidence.begin(), version.evidence.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

/// Lists the costumes in order, with places in Scanned::data. Cuts those above the size limit; a
/// cut costume counts as damaged.
void list_costumes(Resources& found, Scanned& out, Failures& failures) {
  uint64_t left = kMaxCostumesSize;
  for (auto& [key, costume] : found.costumes) {
    FoundCostume& added = out.costumes.emplace_back(std::move(costume));
    const uint64_t size = std::min({added.payload_size(), kMaxCostumeSize, left});
    added.block.end = added.block.payload_at() + size;
    added.data_at = kMaxCostumesSize - left;
    left -= size;
    if (!added.block.damaged()) continue;
    add_failure(failures, out.place_of(out.costumes.size() - 1),
                Error{ErrorCode::damaged, added.block.offset, added.block.damage()});
  }
}

/// The payload of a block that is kept in memory.
struct Kept {
  Block* block;
  std::span<uint8_t> to;
  std::optional<Error>* trouble;  ///< takes the first read error
  bool lost = false;

  uint64_t begin() const { return block->payload_at(); }
  uint64_t end() const { return begin() + to.size(); }
};

/// Reads a file once, from start to end, and returns its XXH64. Fills the payloads in `kept`, which
/// are sorted by their places, XOR removed. Where the file cannot be read, they are tried one by
/// one.
Result<uint64_t> read_once(const GameFile& file, std::span<Kept> kept) {
  constexpr uint64_t kPiece = 128 << 10;  // stays in the cache
  std::vector<uint8_t> piece;
  uint64_t at = 0;
  Status status = ok();
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    at += piece.size();
    while (!kept.empty() && kept[0].end() <= at) kept = kept.subspan(1);
    const uint64_t size = file.bytes->size();
    // Without a hash, only the payloads matter.
    if (!status) at = kept.empty() ? size : std::max(at, kept[0].begin());
    piece.resize(std::min(kPiece, size - at));
    const uint64_t piece_end = at + piece.size();
    const Status read = file.bytes->read(at, piece);
    if (!read && status) status = read;
    for (Kept& part : kept) {
      if (part.begin() >= piece_end) break;
      const uint64_t begin = std::max(at, part.begin());
      const uint64_t end = std::min(piece_end, part.end());
      if (begin >= end) continue;
      const auto to = part.to.subspan(begin - part.begin(), end - begin);
      if (read) std::ranges::copy(std::span(piece).subspan(begin - at, to.size()), to.begin());
      const Status again = read ? ok() : file.bytes->read(begin, to);
      if (!again && !*part.trouble) *part.trouble = again.error();
      if (!again) part.lost = true;
      toggle_xor(file.xor_key, to);
    }
    return piece;
  });
  if (!status) return status.error();
  return hash;
}

/// Reads all resource files, unless cancelled: their hashes, and the payloads of the blocks that
/// were found. An unreadable costume becomes zeros, with a failure.
void read_files(const GameInput& input, uint32_t first_source, Scanned& out, Failures& failures,
                Progress& progress) {
  const size_t count = input.resources.size();
  std::vector<std::vector<Kept>> kept(count);
  std::vector<std::optional<Error>> trouble(out.costumes.size());
  std::vector<std::optional<Error>> ignored(out.scripts.size());  // A script fails alone.
  out.data = HugeBuffer(out.costumes.back().data_at + out.costumes.back().payload_size());
  for (size_t i = 0; i < out.costumes.size(); ++i) {
    FoundCostume& costume = out.costumes[i];
    const auto to = std::span(out.data).subspan(costume.data_at, costume.payload_size());
    kept[costume.source - first_source].push_back({&costume.block, to, &trouble[i]});
  }
  uint64_t object_bytes = kMaxObjectsBytes;
  for (FoundRoom& room : out.rooms) {
    RoomBlocks& blocks = room.blocks;
    for (auto* block : {&blocks.header, &blocks.transparent, &blocks.boxes, &blocks.scales,
                        &blocks.image, &blocks.cycles}) {
      if (!*block) continue;
      const uint64_t size = std::min(kMaxRoomBlock, (*block)->end - (*block)->payload_at());
      // A nameless room has its objects in it.
      const bool nameless = (*block)->style == BlockStyle::nameless;
      std::vector<uint8_t>& to = (nameless ? out.object_bytes : out.room_bytes).emplace_back(size);
      kept[room.source - first_source].push_back({&**block, to, &blocks.trouble});
    }
    constexpr uint64_t kLeast = 64;  // what a block costs, however small it is
    size_t kept_objects = 0;
    const size_t objects = std::erase_if(blocks.objects, [&](const Block& block) {
      const uint64_t size = std::max(kLeast, block.end - block.payload_at());
      const bool fits =
          size <= std::min(kMaxRoomBlock, object_bytes) && kept_objects < kMaxRoomRows;
      object_bytes -= fits ? size : 0;
      kept_objects += fits ? 1 : 0;
      return !fits;
    });
    if (objects > 0) {
      blocks.trouble =
          Error{ErrorCode::limit, room.offset,
                std::to_string(objects) + " blocks of objects are too large or too many"};
    }
    for (Block& block : blocks.objects) {
      std::vector<uint8_t>& to = out.object_bytes.emplace_back(block.end - block.payload_at());
      kept[room.source - first_source].push_back({&block, to, &blocks.trouble});
    }
  }
  uint64_t left = kMaxScriptsCode;
  for (size_t i = 0; i < out.scripts.size(); ++i) {
    FoundScripts& found = out.scripts[i];
    const uint64_t size = found.block.end - found.block.payload_at();
    if (size > left) break;
    left -= size;
    std::vector<uint8_t>& to = out.script_bytes.emplace_back(size);
    kept[found.source - first_source].push_back({&found.block, to, &ignored[i]});
  }
  std::vector<Result<uint64_t>> hash(count, uint64_t{0});
  parallel_for(count, progress, [&](size_t i, size_t) {
    std::ranges::sort(kept[i], {}, &Kept::begin);
    hash[i] = read_once(input.resources[i], kept[i]);
  });
  for (const std::vector<Kept>& parts : kept) {
    for (const Kept& part : parts) {
      if (part.lost) {
        std::ranges::fill(part.to, uint8_t{0});
      } else {
        part.block->payload = part.to;
      }
    }
  }
  for (size_t i = 0; i < trouble.size(); ++i) {
    if (trouble[i]) add_failure(failures, out.place_of(i), *trouble[i]);
  }
  for (uint32_t i = 0; i < count; ++i) {
    out.sources.xxh64.push_back(hash[i] ? *hash[i] : 0);
    if (hash[i]) continue;
    add_failure(out.unhashed, {.source = first_source + i}, hash[i].error().message);
  }
}

}  // namespace

Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Failures& failures,
                     Progress& progress, bool with_scripts) {
  Scanned out;
  GameIndex index;
  if (input.index) {
    out.index_size = input.index->bytes->size();
    add_source(input.index->name, out.index_size, input.index->xor_key, input.index->doubt,
               out.sources, failures);
    Result<GameIndex> loaded = load_index(input, version, out.sources, failures);
    if (!loaded) {
      return Error{ErrorCode::io, loaded.error().offset,
                   input.index->name + ": " + loaded.error().message};
    }
    index = *std::move(loaded);
  }
  const auto first_source = static_cast<uint32_t>(out.sources.size.size());
  if (input.lacks_index && !input.index && input.rivals.empty()) {
    add_failure(
        failures, {.source = first_source},
        Error{ErrorCode::odd, kNoOffset, "there is no index file, so costumes have no ids"});
  }
  Resources found;
  for (const GameFile& file : input.resources) {
    const auto source = static_cast<uint32_t>(out.sources.size.size());
    add_source(file.name, file.bytes->size(), file.xor_key, file.doubt, out.sources, failures);
    if (file.bytes->size() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset, file.name + ": larger than 4 GiB"};
    }
    ResourceScan(file, source, index, found, failures).run(input.resources.size() == 1);
  }
  const GameFile& file = input.resources[0];
  if (!input.index && file.style == BlockStyle::nameless) {
    found.hints.by_blocks = version_of_blocks(file, found.extents.at({first_source, 0}));
    index.version = found.hints.by_blocks->version;
    if (version && facts(*version).style == file.style) index.version = version;
  }
  out.places = room_places(input, first_source, index, found);
  resolve_ids(input, first_source, index, out.places, found, out.game, failures);
  if (with_scripts) number_scripts(input, first_source, index, out.places, found);
  name_rooms(index, input, found.rooms);
  found.hints.style = input.resources[0].style;
  found.hints.room_files = input.resources[0].has_room_files;
  const auto has_palette = [](const FoundRoom& room) { return room.palettes.count() > 0; };
  out.has_16_colors =
      found.hints.style != BlockStyle::tag_first && std::ranges::none_of(found.rooms, has_palette);
  if (out.has_16_colors) {
    for (FoundRoom& room : found.rooms) room.palettes = ega_palette();
  }
  // Unusable files are sources, so that their failures have a file.
  for (const InputProblem& problem : input.problems) {
    add_source(problem.name, problem.size, 0, problem.error, out.sources, failures);
  }
  if (found.costumes.empty()) {
    std::string why = input.resources[0].name + ": no costume found";
    if (!failures.costume.empty()) {
      why.append("; ").append(text_at(failures.error_offset, failures.error, 0));
    }
    return Error{ErrorCode::not_found, kNoOffset, why};
  }
  out.objects = std::move(index.objects);
  out.rooms = std::move(found.rooms);
  if (with_scripts) out.scripts = std::move(found.scripts);
  list_costumes(found, out, failures);
  for (FoundCostume& costume : out.costumes) {
    const auto name = input.costume_names.find(costume.id());
    if (name != input.costume_names.end()) costume.name = name->second;
  }
  read_files(input, first_source, out, failures, progress);
  out.sources.xxh64.resize(out.sources.size.size());
  TRY(progress.check());
  set_version(detect_version(version, index, all_hints(found.hints, out.costumes)), out.game);
  return out;
}

}  // namespace wardrobe
