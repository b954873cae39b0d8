#include "pipeline/scan.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/cost.h"
#include "formats/hash.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"

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
namespace {

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
  BlockWalk walk(*file.bytes, file.style, file.xor_key);
  std::optional<Block> block = walk.at(offset, end);
  if (block && is_cost(walk, *block, version, doubtful)) block->tag = tag("CO");
  const auto kind = block ? costume_kind(block->tag) : std::nullopt;
  if (!kind) return nullptr;
  if (around != nullptr) around->block.end = std::max(offset, around->block.payload_at());
  FoundCostume& added = costumes[key];
  added = {*block, *kind, room, {}};
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
void note(const std::string& what, const std::set<unsigned>& numbers, Tables& tables) {
  if (numbers.empty()) return;
  std::vector<std::string> names;
  for (const unsigned number : numbers) names.push_back(std::to_string(number));
  add_failure(tables.failures, {.source = 0, .kind = FailureKind::note},
              what + ": " + first_names(names));
}

/// Moves the rooms for which `is_copy` is true behind all others. Rows of Rooms change everywhere.
void move_copies_back(const std::vector<bool>& is_copy, Resources& resources, Tables& tables) {
  std::vector<uint32_t> order(is_copy.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_partition(order.begin(), order.end(), [&](uint32_t row) { return !is_copy[row]; });
  const Rooms old = std::exchange(tables.rooms, {});
  std::vector<RoomBlocks> blocks = std::exchange(resources.room_blocks, {});
  const Palettes palettes = std::exchange(tables.palettes, {});
  std::vector<uint32_t> new_row(order.size());
  for (const uint32_t row : order) {
    new_row[row] = static_cast<uint32_t>(tables.rooms.number.size());
    add_room(tables.rooms, old.number[row], old.source[row], old.offset[row]);
    const Bytes map = actor_colors(old, row);
    tables.rooms.actor_color.insert(tables.rooms.actor_color.end(), map.begin(), map.end());
    tables.rooms.actor_color_offset.back() = static_cast<uint32_t>(tables.rooms.actor_color.size());
    resources.room_blocks.push_back(std::move(blocks[row]));
  }
  std::vector<uint32_t> rows(palettes.room.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const auto room_of = [&](uint32_t row) { return new_row[palettes.room[row]]; };
  std::ranges::stable_sort(rows, {}, room_of);
  for (const uint32_t row : rows) {
    const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, row);
    tables.palettes.room.push_back(room_of(row));
    tables.palettes.number.push_back(palettes.number[row]);
    tables.palettes.rgb.insert(tables.palettes.rgb.end(), rgb.begin(), rgb.end());
    tables.palettes.rgb_offset.push_back(static_cast<uint32_t>(tables.palettes.rgb.size()));
  }
  for (auto& [key, costume] : resources.costumes) {
    if (costume.room != kNone) costume.room = new_row[costume.room];
  }
}

}  // namespace

RoomPlaces room_places(const GameInput& input, uint32_t first_source, const GameIndex& index,
                       const Resources& resources) {
  RoomPlaces places{};
  for (const RoomPlace& place : resources.places) {
    if (place.number >= kRoomNumbers) continue;
    const RoomPlace*& known = places[place.number];
    const unsigned disk = index.disk_of(place.number);
    const auto on_disk = [&](const RoomPlace& p) {
      return input.resources[p.source - first_source].disk == disk;
    };
    if (known == nullptr || (!on_disk(*known) && on_disk(place))) known = &place;
  }
  return places;
}

void resolve_ids(const GameInput& input, uint32_t first_source, const GameIndex& index,
                 Resources& resources, Tables& tables) {
  const RoomPlaces places = room_places(input, first_source, index, resources);
  // The rows of the rooms by their numbers. Of several rooms with one number, the one in the file
  // of its place counts, or else the first.
  std::array<uint32_t, kRoomNumbers> room_row{};
  room_row.fill(kNone);
  const Rooms& rooms = tables.rooms;
  for (uint32_t row = 0; row < rooms.number.size(); ++row) {
    const uint16_t number = rooms.number[row];
    if (number >= kRoomNumbers) continue;
    const RoomPlace* const place = places[number];
    const auto at_place = [&](uint32_t r) { return place && rooms.source[r] == place->source; };
    uint32_t& known = room_row[number];
    if (known == kNone || (!at_place(known) && at_place(row))) known = row;
  }
  Game& game = tables.game;
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
    } else if (places[room] == nullptr) {
      ++game.index_no_room[0];
      if (lacks_file(input, index, room)) lost_rooms.insert(room);
    } else if (!name_costume(id, false)) {
      doubtful.push_back(id);
    }
  }
  for (const size_t id : doubtful) {
    if (name_costume(id, true)) continue;
    ++game.index_no_costume[0];
    const RoomPlace& place = *places[index.costumes.room[id]];
    const uint64_t offset = uint64_t{place.offset} + index.costumes.offset[id];
    const auto fault = fault_of_entry(input.resources[place.source - first_source],
                                      {place.source, offset}, resources);
    if (!fault) continue;
    add_failure(tables.failures,
                {.id = static_cast<uint16_t>(id),
                 .room = place.number,
                 .source = place.source,
                 .offset = offset,
                 .kind = kind_of(fault->code)},
                fault->message);
  }
  if (input.problems.empty()) note("files of rooms with costumes are missing", lost_rooms, tables);
  note("ids with an offset, but without a room", roomless, tables);
  std::vector<bool> is_copy(rooms.number.size());
  for (uint32_t row = 0; row < is_copy.size(); ++row) {
    const uint16_t number = rooms.number[row];
    is_copy[row] = number != 0 && number < kRoomNumbers && room_row[number] != row;
  }
  if (std::ranges::count(is_copy, true) > 0) move_copies_back(is_copy, resources, tables);
}
namespace {

void add_source(const GameFile& file, Tables& tables) {
  Sources& sources = tables.sources;
  if (file.doubt) {
    const auto source = static_cast<uint32_t>(sources.size.size());
    add_failure(tables.failures, {.source = source, .kind = kind_of(file.doubt->code)},
                file.doubt->message);
  }
  append_text(sources.name_offset, sources.name, file.name);
  sources.size.push_back(file.bytes->size());
  sources.xor_key.push_back(file.xor_key);
  sources.xxh64.push_back(0);
}

/// Adds unusable files as sources, so that their failures have a file.
void add_problems(const std::vector<InputProblem>& problems, Tables& tables) {
  for (const InputProblem& problem : problems) {
    const auto source = static_cast<uint32_t>(tables.sources.size.size());
    append_text(tables.sources.name_offset, tables.sources.name, problem.name);
    tables.sources.size.push_back(problem.size);
    tables.sources.xor_key.push_back(0);
    tables.sources.xxh64.push_back(0);
    add_failure(tables.failures, {.source = source, .offset = problem.error.offset},
                problem.error.message);
  }
}

/// Reads and hashes the index of the game; `version` is the one that the user gave.
Result<GameIndex> load_index(const GameInput& input, std::optional<Version> version, uint64_t& hash,
                             Failures& failures) {
  const GameFile& file = *input.index;
  std::vector<uint8_t> bytes(file.bytes->size());
  TRY(file.bytes->read(0, bytes));
  hash = xxh64(bytes);
  toggle_xor(file.xor_key, bytes);
  std::vector<Error> problems;
  GameIndex index = file.style == BlockStyle::nameless
                        ? read_nameless_index(bytes, version, input.resources.back().disk, problems)
                        : read_index(bytes, problems, file.style);
  for (const Error& problem : problems) {
    add_failure(failures, {.source = 0, .offset = problem.offset}, problem.message);
  }
  if (problems.empty() && index.costumes.room.empty()) {
    add_failure(failures, {.source = 0},
                "the index has no directory of costumes, so costumes have no ids");
  }
  return index;
}

/// Gives every room its name from the index. If the index has several names for its number, the
/// first one counts.
void name_rooms(const GameIndex& index, Rooms& rooms) {
  std::unordered_map<uint16_t, std::string_view> names;
  for (size_t i = 0; i < index.named_room.size(); ++i) {
    names.try_emplace(index.named_room[i], index.room_name[i]);
  }
  rooms.name_offset = Offsets();
  for (const uint16_t number : rooms.number) {
    append_text(rooms.name_offset, rooms.name, names[number]);
  }
}

/// Returns the version hints from the rooms and from the costumes. Only the first readable COST is
/// checked for a signature.
VersionHints all_hints(const Resources& found) {
  VersionHints hints = found.hints;
  bool checked_cost = false;
  for (const auto& [key, costume] : found.costumes) {
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

/// Cuts costumes above the size limit. A cut costume counts as damaged.
void cut_costumes(Resources& found) {
  uint64_t left = kMaxCostumesSize;
  for (auto& [key, costume] : found.costumes) {
    Block& block = costume.block;
    const uint64_t size = std::min({block.end - block.payload_at(), kMaxCostumeSize, left});
    block.end = block.payload_at() + size;
    left -= size;
  }
}

void add_blocks(const Resources& found, Scanned& out, Tables& tables) {
  CostumeBlocks& blocks = out.blocks;
  for (const auto& [key, costume] : found.costumes) {
    const uint16_t id = costume.ids.empty() ? uint16_t{0} : costume.ids[0];
    if (costume.block.damaged()) {
      add_failure(tables.failures,
                  {.id = id,
                   .room = number_of_room(tables.rooms, costume.room),
                   .source = key.first,
                   .offset = key.second},
                  costume.block.damage());
    }
    blocks.kind.push_back(costume.kind);
    blocks.id.push_back(id);
    for (size_t i = 1; i < costume.ids.size(); ++i) blocks.alias.push_back(costume.ids[i]);
    blocks.alias_offset.push_back(static_cast<uint32_t>(blocks.alias.size()));
    blocks.room.push_back(costume.room);
    blocks.source.push_back(key.first);
    blocks.offset.push_back(static_cast<uint32_t>(key.second));
    blocks.payload.push_back(static_cast<uint32_t>(costume.block.payload_at()));
    blocks.size.push_back(static_cast<uint32_t>(costume.block.end - key.second));
    blocks.data_offset.push_back(blocks.data_offset.back() + costume.block.end -
                                 costume.block.payload_at());
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
void read_files(const GameInput& input, uint32_t first_source, Resources& found, Scanned& out,
                Tables& tables, Progress& progress) {
  const size_t count = input.resources.size();
  std::vector<std::vector<Kept>> kept(count);
  out.data = HugeBuffer(out.blocks.data_offset.back());
  size_t row = 0;
  for (auto& [key, costume] : found.costumes) {
    const uint64_t begin = out.blocks.data_offset[row++];
    const auto to = std::span(out.data).subspan(begin, out.blocks.data_offset[row] - begin);
    kept[key.first - first_source].push_back({&costume.block, to, &costume.trouble});
  }
  for (size_t room = 0; room < found.room_blocks.size(); ++room) {
    RoomBlocks& blocks = found.room_blocks[room];
    for (auto* block :
         {&blocks.header, &blocks.transparent, &blocks.boxes, &blocks.scales, &blocks.image}) {
      if (!*block) continue;
      const uint64_t size = std::min(kMaxRoomBlock, (*block)->end - (*block)->payload_at());
      std::vector<uint8_t>& to = out.room_bytes.emplace_back(size);
      kept[tables.rooms.source[room] - first_source].push_back({&**block, to, &blocks.trouble});
    }
  }
  std::vector<Status> status(count, ok());
  parallel_for(count, progress, [&](size_t i, size_t) {
    std::ranges::sort(kept[i], {}, &Kept::begin);
    const Result<uint64_t> hash = read_once(input.resources[i], kept[i]);
    if (hash) tables.sources.xxh64[first_source + i] = *hash;
    if (!hash) status[i] = hash.error();
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
  row = 0;
  for (const auto& [key, costume] : found.costumes) {
    if (costume.trouble) {
      add_failure(tables.failures,
                  {.id = out.blocks.id[row],
                   .room = number_of_room(tables.rooms, costume.room),
                   .source = key.first,
                   .offset = costume.trouble->offset},
                  costume.trouble->message);
    }
    ++row;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (status[i]) continue;
    add_failure(out.unhashed, {.source = first_source + i}, status[i].error().message);
  }
}

std::string first_failure(const Failures& failures) {
  if (failures.costume.empty()) return "";
  return "; " + std::string(text_at(failures.error_offset, failures.error, 0));
}

}  // namespace

Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Tables& tables,
                     Progress& progress) {
  GameIndex index;
  if (input.index) {
    add_source(*input.index, tables);
    Result<GameIndex> loaded = load_index(input, version, tables.sources.xxh64[0], tables.failures);
    if (!loaded) {
      return Error{ErrorCode::io, loaded.error().offset,
                   input.index->name + ": " + loaded.error().message};
    }
    index = *std::move(loaded);
  }
  const auto first_source = static_cast<uint32_t>(tables.sources.size.size());
  if (input.lacks_index && !input.index && input.rivals.empty()) {
    add_failure(tables.failures, {.source = first_source, .kind = FailureKind::note},
                "there is no index file, so costumes have no ids");
  }
  Resources found;
  for (const GameFile& file : input.resources) {
    const auto source = static_cast<uint32_t>(tables.sources.size.size());
    add_source(file, tables);
    if (file.bytes->size() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset, file.name + ": larger than 4 GiB"};
    }
    scan_resource_file(file, source, index, input.resources.size() == 1, found, tables);
  }
  resolve_ids(input, first_source, index, found, tables);
  name_rooms(index, tables.rooms);
  found.hints.style = input.resources[0].style;
  found.hints.room_files = input.resources[0].has_room_files;
  const bool may_lack_palettes = found.hints.style != BlockStyle::tag_first;
  if (may_lack_palettes && tables.palettes.room.empty()) add_ega_palettes(tables);
  add_problems(input.problems, tables);
  if (found.costumes.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 input.resources[0].name + ": no costume found" + first_failure(tables.failures)};
  }
  cut_costumes(found);
  Scanned out;
  add_blocks(found, out, tables);
  read_files(input, first_source, found, out, tables, progress);
  if (progress.cancelled()) return Error{ErrorCode::cancelled, kNoOffset, "cancelled"};
  set_version(detect_version(version, index, all_hints(found)), tables.game);
  if (!facts(tables.game.version[0]).maps_actor_colors()) {
    tables.rooms.actor_color.clear();
    for (uint32_t& offset : tables.rooms.actor_color_offset) offset = 0;
  }
  out.room_blocks = std::move(found.room_blocks);
  return out;
}

}  // namespace wardrobe
