#include "pipeline/resolve_ids.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/cost/cost.h"
#include "formats/cost/layout.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/game_names.h"

namespace wardrobe {
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

}  // namespace wardrobe
