#include "formats/scumm/nameless_index.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/scumm/version.h"

namespace wardrobe {
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
    for (const uint8_t room : directory.room) out.highest_room = std::max(out.highest_room, room);
  }
  if (list == rooms) {
    out.index.rooms = std::move(directory);
  } else if (list == costumes) {
    out.index.costumes = std::move(directory);
  }
}

Walked walk(Bytes file, Version version) {
  Walked out;
  out.index.version = version;
  ByteReader reader(file, 2);
  const size_t objects = reader.u16();
  reader.take(objects * (version == Version::v2 ? 1 : 4));
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
  reader.take(game.objects);
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
  return std::move(found.index);
}

}  // namespace wardrobe
