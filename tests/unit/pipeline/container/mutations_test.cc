// Damage in what leads to costumes, but has no checksum: the tables of containers, and the indexes
// of versions 1 to 3. A game that is packed all the same and is no longer the same tells so.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/pipeline.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// Returns the files of a game of three rooms, the index first. Every costume has one id.
ContainerFiles game_files(Version version) {
  std::vector<RoomDraft> rooms;
  uint8_t id = 0;
  for (const uint8_t number : {1, 2, 5}) {
    RoomDraft& room = rooms.emplace_back(two_rooms(version)[0]);
    room.number = number;
    room.costumes.clear();
    for (int i = 0; i < 2; ++i) {
      ++id;
      room.costumes.push_back({{id}, simple_costume(id, 2, version).write(version)});
    }
  }
  const bool nameless = facts(version).style == BlockStyle::nameless;
  const GameFiles game = write_game(rooms, version, nameless ? kNamelessKey : 0);
  const bool room_files = facts(version).room_files;
  ContainerFiles files = {{room_files ? "00.LFL" : "GAME.000", game.index}};
  for (size_t i = 0; i < game.disks.size(); ++i) {
    const std::string number = std::to_string(game.numbers[i]);
    files.emplace_back(room_files ? "0" + number + ".LFL" : "GAME.00" + number, game.disks[i]);
  }
  return files;
}

/// Packs what is in a folder of these files; nullopt if there is nothing to pack.
std::optional<Tables> pack(const ContainerFiles& files) {
  std::vector<NamedBytes> named;
  for (const auto& [name, bytes] : files) named.push_back({name, bytes});
  const Result<GameInput> input = open_game(*open_files(named));
  if (!input) {
    EXPECT_NE(input.error().message, "");
    return std::nullopt;
  }
  Result<Packed> packed = pack_game(*input, {.level = 1, .threads = 1, .max_ticks = 64});
  if (!packed) return std::nullopt;
  return std::move(packed->tables);
}

/// Leaves what `list` shows of costumes, pictures and timelines.
Tables listed(Tables tables) {
  for (uint32_t& room : tables.costumes.room) room = room == kNone ? 0 : tables.rooms.number[room];
  std::ranges::fill(tables.costumes.source, 0u);
  std::ranges::fill(tables.costumes.default_palette, 0u);
  tables.game = {};
  tables.sources = {};
  tables.rooms = {};
  tables.palettes = {};
  tables.failures = {};
  return tables;
}

/// By id, the room and the offset of each costume.
std::map<unsigned, std::pair<unsigned, uint32_t>> places_of(const Tables& tables) {
  std::map<unsigned, std::pair<unsigned, uint32_t>> places;
  const Costumes& costumes = tables.costumes;
  for (uint32_t row = 0; row < costumes.id.size(); ++row) {
    const std::pair<unsigned, uint32_t> place(costumes.room[row], costumes.offset[row]);
    places[costumes.id[row]] = place;
    for (const uint16_t id : elements_at(costumes.alias_offset, costumes.alias, row)) {
      places[id] = place;
    }
  }
  places.erase(0);
  return places;
}

/// Whether all ids lead to costumes of the intact game. Several ids may lead to one costume, and
/// none to another, so nobody can tell that they led elsewhere.
bool may_be_meant(const Tables& found, const Tables& intact) {
  const auto places = places_of(found);
  const auto known = places_of(intact);
  return places.size() == known.size() && std::ranges::all_of(places, [&](const auto& one) {
           return std::ranges::any_of(known, [&](const auto& k) { return k.second == one.second; });
         });
}

/// Part of a file, to be damaged.
struct Target {
  std::string name;
  ContainerFiles files;  ///< the first has the part
  size_t begin;
  size_t end;
};

std::vector<Target> indexes() {
  struct Index {
    Version version;
    size_t begin;  ///< of lists or blocks; before are objects, which lead nowhere
    size_t end;    ///< of rooms and costumes; 0: the file's end
  };
  std::vector<Target> targets;
  for (const auto& [version, begin, end] :
       {Index{Version::v1, 802, 1072}, Index{Version::v2, 804, 0}, Index{Version::v3_16, 3204, 0},
        Index{Version::v3, 0, 0}}) {
    const ContainerFiles files = game_files(version);
    const std::string name = "index of version " + std::string(facts(version).name);
    if (begin > 0) targets.push_back({"head of an " + name, files, 0, 4});
    targets.push_back({name, files, begin, end > 0 ? end : files[0].second.size()});
  }
  return targets;
}

std::vector<Target> containers() {
  std::vector<Target> targets;
  for (const Version version : {Version::v1, Version::v2, Version::v3, Version::v5}) {
    const ContainerFiles files = game_files(version);
    const std::string name = " with version " + std::string(facts(version).name);
    const std::vector<uint8_t> mac = make_mac(files);
    targets.push_back({"head of a Mac container" + name, {{"M", mac}}, 0, 8});
    const size_t directory = ByteReader(mac).u32_be();
    targets.push_back({"Mac container" + name, {{"M", mac}}, directory, mac.size()});
    size_t data = 0;
    for (const auto& [file, content] : files) data += content.size();
    for (const bool wide : {false, true}) {
      const std::vector<uint8_t> pak = make_pak(files, wide);
      targets.push_back(
          {(wide ? "wide .pak" : ".pak") + name, {{"M.pak", pak}}, 0, pak.size() - data});
    }
    const std::vector<uint8_t> zip = make_zip(files);
    const size_t central = find_block(zip, "PK\1\2");
    targets.push_back({"directory of a .zip" + name, {{"M.zip", zip}}, central, zip.size()});
    targets.push_back({"first header of a .zip" + name, {{"M.zip", zip}}, 0, 38});
  }
  return targets;
}

struct Counts {
  size_t all = 0;
  size_t refused = 0;
  size_t same = 0;
  size_t told = 0;
  size_t noted = 0;
  size_t meant = 0;  ///< may_be_meant()
};

/// Packs the game with `bytes` at `at`.
void check(const Target& target, size_t at, Bytes bytes, const Tables& intact, Counts& counts) {
  ContainerFiles files = target.files;
  std::ranges::copy(bytes, files[0].second.begin() + static_cast<ptrdiff_t>(at));
  ++counts.all;
  const std::optional<Tables> found = pack(files);
  if (!found) {
    ++counts.refused;
    return;
  }
  const Tables now = listed(*found);
  if (same_tables(TablesView(now), TablesView(intact))) {
    ++counts.same;
  } else if (!found->failures.kind.empty()) {
    ++(damage_count(view(found->failures)) > 0 ? counts.told : counts.noted);
  } else if (may_be_meant(now, intact)) {
    ++counts.meant;
  } else {
    ADD_FAILURE() << target.name << ": "
                  << testing::PrintToString(std::vector(bytes.begin(), bytes.end())) << " at " << at
                  << ": nothing tells that this is another game";
  }
}

/// Damages a target `rounds` times: a bit, a byte, or two to four bytes.
void mutate(const Target& target, size_t rounds) {
  const std::optional<Tables> intact = pack(target.files);
  ASSERT_TRUE(intact) << target.name;
  ASSERT_TRUE(intact->failures.kind.empty()) << target.name;
  const Tables expected = listed(*intact);
  const std::vector<uint8_t>& whole = target.files[0].second;
  Counts counts;
  if (std::getenv("WARDROBE_EXHAUSTIVE") != nullptr) {
    for (size_t at = target.begin; at < target.end; ++at) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        const auto changed = static_cast<uint8_t>(whole[at] ^ (1u << bit));
        check(target, at, {&changed, 1}, expected, counts);
      }
    }
    rounds *= 10;
  }
  std::mt19937 random(43);
  for (size_t round = 0; round < rounds; ++round) {
    const size_t at = target.begin + random() % (target.end - target.begin);
    const size_t most = std::min<size_t>(target.end - at, 4);
    std::vector<uint8_t> bytes(round % 4 == 3 ? 1 + random() % most : 1);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    if (round % 2 == 0) bytes[0] = static_cast<uint8_t>(whole[at] ^ (1u << random() % 8));
    check(target, at, bytes, expected, counts);
  }
  std::printf("%s: %zu, of which %zu refused, %zu the same, %zu damage, %zu notes, %zu legal\n",
              target.name.c_str(), counts.all, counts.refused, counts.same, counts.told,
              counts.noted, counts.meant);
}

TEST(Mutations, OfIndexesAreTold) {
  for (const Target& target : indexes()) mutate(target, target.end < 40 ? 40 : 500);
}

TEST(Mutations, OfContainersAreTold) {
  for (const Target& target : containers())
    mutate(target, target.end - target.begin < 40 ? 40 : 200);
}

}  // namespace
}  // namespace wardrobe
