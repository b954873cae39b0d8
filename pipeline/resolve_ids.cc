#include "pipeline/resolve_ids.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "formats/cost/cost.h"
#include "formats/cost/layout.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

class IdResolver {
 public:
  IdResolver(const GameInput& input, uint32_t first_source, const GameIndex& index,
             Resources& resources)
      : input_(input),
        first_source_(first_source),
        index_(index),
        resources_(resources),
        place_(room_places(input, first_source, index, resources)) {
    room_row_.fill(kNone);
    const Column<uint16_t>& numbers = resources.rooms.number;
    for (uint32_t row = 0; row < numbers.size(); ++row) {
      if (numbers[row] < kRoomNumbers) add_room(row);
    }
  }

  void resolve(Game& game) {
    // First the ids of blocks that are costumes beyond doubt. A doubtful block inside one of them
    // is not a costume.
    std::vector<size_t> doubtful;
    for (size_t id = 1; id < index_.costumes.room.size(); ++id) {
      ++game.index_entries[0];
      const uint8_t room = index_.costumes.room[id];
      if (room == 0) {
        ++game.index_unused[0];
      } else if (place_[room] == nullptr) {
        ++game.index_no_room[0];
      } else if (!name_costume(id, false)) {
        doubtful.push_back(id);
      }
    }
    for (const size_t id : doubtful) {
      if (!name_costume(id, true)) ++game.index_no_costume[0];
    }
  }

 private:
  /// Notes the row of a room by its number. Of several rooms with one number, the one in the file
  /// of place_ counts, or else the first.
  void add_room(uint32_t row) {
    const Rooms& rooms = resources_.rooms;
    uint32_t& known = room_row_[rooms.number[row]];
    const RoomPlace* const place = place_[rooms.number[row]];
    const auto at_place = [&](uint32_t r) { return place && rooms.source[r] == place->source; };
    if (known == kNone || (!at_place(known) && at_place(row))) known = row;
  }

  const GameFile& file_of(const RoomPlace& place) const {
    return input_.resources[place.source - first_source_];
  }

  /// Gives the id to the costume to which the id's index entry leads. Returns false if there is
  /// none.
  bool name_costume(size_t id, bool doubtful) {
    const RoomPlace& place = *place_[index_.costumes.room[id]];
    const uint64_t offset = uint64_t{place.offset} + index_.costumes.offset[id];
    FoundCostume* const costume = find_costume(place, offset, doubtful);
    if (costume != nullptr) costume->ids.push_back(static_cast<uint16_t>(id));
    return costume != nullptr;
  }

  /// Returns the costume at `offset`; null if there is none. If the scan of the file missed it,
  /// adds it, provided that it is beyond doubt or `doubtful` is set. If it lies inside another
  /// costume, the size of the outer one is wrong, and the outer one is cut where this one starts. A
  /// doubtful block inside a costume is not added.
  FoundCostume* find_costume(const RoomPlace& place, uint64_t offset, bool doubtful) {
    auto& costumes = resources_.costumes;
    const std::pair key{place.source, offset};
    const auto next = costumes.lower_bound(key);
    if (next != costumes.end() && next->first == key) return &next->second;
    const GameFile& file = file_of(place);
    uint64_t end = file.bytes->size();
    if (next != costumes.end() && next->first.first == place.source) end = next->first.second;
    FoundCostume* around = nullptr;
    if (next != costumes.begin() && std::prev(next)->first.first == place.source &&
        std::prev(next)->second.block.end > offset) {
      around = &std::prev(next)->second;
    }
    if (doubtful && around != nullptr) return nullptr;
    auto block = BlockWalk(file).at(offset, end);
    if (block && is_cost(file, *block, doubtful)) block->tag = tag("CO");
    const auto kind = block ? costume_kind(block->tag) : std::nullopt;
    if (!kind) return nullptr;
    if (around != nullptr) around->block.end = std::max(offset, around->block.payload());
    FoundCostume& added = costumes[key];
    added = {*block, *kind, room_row_[place.number], {}};
    return &added;
  }

  /// Whether a block without a name is a costume of the game. If `doubtful`, only its format is
  /// checked; otherwise it must be a costume beyond doubt.
  bool is_cost(const GameFile& file, const FileBlock& block, bool doubtful) const {
    constexpr uint64_t kFormatAt = 1;
    if (file.style != BlockStyle::nameless || block.end - block.payload() <= kFormatAt) {
      return false;
    }
    std::vector<uint8_t> payload(doubtful ? kFormatAt + 1 : block.end - block.payload());
    if (!read_plain(file, block.payload(), payload)) return false;
    const Version version = index_.version.value_or(Version::v3_16);
    return doubtful ? facts(version).cost.colors(payload[kFormatAt]) != 0
                    : !block.damaged() && is_consistent_cost(payload, version);
  }

  const GameInput& input_;
  uint32_t first_source_;
  const GameIndex& index_;
  Resources& resources_;
  RoomPlaces place_;
  std::array<uint32_t, kRoomNumbers> room_row_{};  ///< row of Rooms, by room number
};

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
                 Resources& resources, Game& game) {
  IdResolver(input, first_source, index, resources).resolve(game);
}

}  // namespace wardrobe
