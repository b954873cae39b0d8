#pragma once

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"

namespace wardrobe {

inline Tables packed_tables(const TestGame& game, uint32_t max_ticks = kDefaultMaxTicks) {
  Result<Packed> packed = pack_game(game.input(), {.level = 1, .max_ticks = max_ticks});
  EXPECT_TRUE(packed);
  return packed ? std::move(packed->tables) : Tables();
}

/// A game of one costume.
inline TestGame game_of(const std::vector<uint8_t>& payload, Version version,
                        Kind kind = Kind::cost) {
  RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
  room.costumes = {{{1}, payload, kind}};
  return {write_game({room}, version, 0)};
}

inline std::vector<Cel> baked_cels(const Tables& tables, uint32_t timeline, uint32_t tick) {
  const uint32_t frame = tables.timelines.tick[tables.timelines.tick_offset[timeline] + tick];
  const Cels& from = tables.cels;
  std::vector<Cel> cels;
  for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1]; ++i) {
    cels.push_back(
        {from.limb[i], from.flip[i], from.index[i], from.picture[i], from.x[i], from.y[i]});
  }
  return cels;
}

/// Returns a costume in which each of `limbs` limbs has the same four pictures, of width 1 to 4.
inline CostBuilder four_pictures(size_t limbs) {
  CostBuilder builder;
  std::vector<uint32_t> pictures;
  for (uint16_t width = 1; width <= 4; ++width) pictures.push_back(builder.picture(width, 1, 1));
  for (size_t limb = 0; limb < limbs; ++limb) builder.table(limb, pictures);
  return builder;
}

inline constexpr uint16_t kSouthOf2 = 10;

/// Returns what a timeline of one limb shows: for each tick, the index in the limb table, or -1.
inline std::vector<int> shown(const Tables& tables, uint32_t timeline) {
  std::vector<int> shown;
  const RowRange ticks = rows_of(tables.timelines.tick_offset, timeline);
  for (uint32_t tick = 0; tick < ticks.size(); ++tick) {
    const std::vector<Cel> cels = baked_cels(tables, timeline, tick);
    EXPECT_LE(cels.size(), 1u);
    shown.push_back(cels.empty() ? -1 : cels[0].index);
  }
  return shown;
}

}  // namespace wardrobe
