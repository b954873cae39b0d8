#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "tests/unit/formats/cost/cost_builder.h"
#include "tools/sample/write_game.h"

namespace wardrobe {

/// A game in memory, to be damaged and scanned. Its files are not XORed.
struct TestGame {
  GameFiles files;
  BlockStyle style = BlockStyle::tag_first;
  bool has_room_files = false;

  /// Returns the files as open_game would. They refer to this game, which must outlive them.
  GameInput input(bool with_index = true) const {
    GameInput input;
    if (with_index) {
      input.index = GameFile{"GAME.000", 0, 0, open_memory(files.index), style, has_room_files};
    }
    for (unsigned i = 0; i < files.disks.size(); ++i) {
      const unsigned number = has_room_files ? files.numbers[i] : i + 1;
      input.resources.push_back({"GAME.00" + std::to_string(number), 0, number,
                                 open_memory(files.disks[i]), style, has_room_files});
    }
    return input;
  }
};

inline RoomPalettes grey_palette() {
  RoomPalettes palettes;
  std::vector<uint8_t> colors(768);
  for (size_t i = 0; i < colors.size(); ++i) colors[i] = static_cast<uint8_t>(i / 3);
  palettes.add(colors);
  return palettes;
}

/// Returns a costume of one limb that shows `pictures` pictures. Costumes with different seeds
/// share none.
inline CostBuilder simple_costume(uint8_t seed, size_t pictures = 2,
                                  Version version = Version::v5) {
  const bool v1 = version == Version::v1;
  CostBuilder builder(v1 ? 0x57 : 0x58);
  std::vector<uint32_t> entries;
  std::vector<uint8_t> commands;
  for (size_t i = 0; i < pictures; ++i) {
    entries.push_back(v1 ? builder.picture(static_cast<uint16_t>(8 * seed),
                                           static_cast<uint16_t>(3 + i), 1, 0, -3)
                         : builder.picture(static_cast<uint16_t>(4 + seed),
                                           static_cast<uint16_t>(3 + i), 5, -2, -3));
    commands.push_back(static_cast<uint8_t>(i));
  }
  builder.table(0, entries);
  builder.record(4, 0, commands);
  return builder;
}

/// Returns rooms 3 and 7 with two costumes each. Room 3 has ids 1 and 2, the latter with alias 9;
/// room 7 has id 3 and a costume without an id.
inline std::vector<RoomDraft> two_rooms(Version version) {
  std::vector<RoomDraft> rooms(2);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  const auto costume = [&](uint8_t seed) {
    return simple_costume(seed, 2, version).write(version);
  };
  rooms[0].costumes = {{{1}, costume(1)}, {{2, 9}, costume(2)}};
  rooms[1] = {7, "tower", 1, 320, 144, grey_palette(), {}};
  rooms[1].costumes = {{{3}, costume(3)}, {{}, costume(4)}};
  return rooms;
}

inline BlockStyle style_of(Version version) {
  if (facts(version).style == BlockStyle::nameless) return BlockStyle::nameless;
  return facts(version).style == BlockStyle::size_first ? BlockStyle::size_first
                                                        : BlockStyle::tag_first;
}

inline TestGame test_game(const std::vector<RoomDraft>& rooms, Version version) {
  return {write_game(rooms, version, 0), style_of(version), facts(version).room_files};
}

inline TestGame test_game(Version version) { return test_game(two_rooms(version), version); }

/// Returns the start of the n-th block of this name in a file.
inline size_t find_block(const std::vector<uint8_t>& file, std::string_view name, size_t n = 0) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  size_t at = text.find(name);
  for (; n > 0 && at != std::string_view::npos; --n) at = text.find(name, at + 1);
  EXPECT_NE(at, std::string_view::npos) << name;
  return at;
}

}  // namespace wardrobe
