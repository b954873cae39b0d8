#pragma once

#include <functional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/diff/small_input.h"
#include "tools/diff/diff.h"
#include "tools/sample/sample.h"

namespace wardrobe {

/// A game as stored in its archive, to be changed.
struct GameVersion {
  Tables tables;
  std::vector<std::vector<uint8_t>> pixels;

  DiffInput input() const {
    return {tables, [this](uint32_t picture) { return Bytes(pixels[picture]); }};
  }

  /// Bakes all timelines again, after a change to their records.
  void rebake() {
    tables.timelines = {};
    tables.frames = {};
    tables.cels = {};
    tables.events = {};
    Progress progress;
    bake(tables, kDefaultMaxTicks, progress);
  }

  /// Adds a picture whose pixels are all `value`; returns its row.
  uint32_t add_picture(uint16_t width, uint16_t height, uint8_t value) {
    Pictures& pictures = tables.pictures;
    pixels.emplace_back(size_t{width} * height, value);
    pictures.width.push_back(width);
    pictures.height.push_back(height);
    pictures.transparent.push_back(0);
    pictures.xxh64.push_back(xxh64(pixels.back()));
    pictures.pixel_offset.push_back(pictures.pixel_offset.back() + pixels.back().size());
    return static_cast<uint32_t>(pixels.size() - 1);
  }

  void change_pixel(uint32_t picture, size_t at) {
    pixels[picture][at] ^= 1;
    tables.pictures.xxh64[picture] = xxh64(pixels[picture]);
  }

  /// Returns the row of the entry at `index` of a costume's limb.
  uint32_t entry(uint32_t costume, uint8_t limb, uint32_t index) const {
    uint32_t table = tables.costumes.table_offset[costume];
    while (tables.limb_tables.limb[table] != limb) ++table;
    return tables.limb_tables.entry_offset[table] + index;
  }

  void swap_entries(uint32_t a, uint32_t b) {
    Entries& entries = tables.entries;
    std::swap(entries.state[a], entries.state[b]);
    std::swap(entries.picture[a], entries.picture[b]);
    std::swap(entries.x[a], entries.x[b]);
    std::swap(entries.y[a], entries.y[b]);
    std::swap(entries.xinc[a], entries.xinc[b]);
    std::swap(entries.yinc[a], entries.yinc[b]);
  }

  void clear_entry(uint32_t row) {
    Entries& entries = tables.entries;
    entries.state[row] = EntryState::empty;
    entries.picture[row] = kNone;
    entries.x[row] = entries.y[row] = entries.xinc[row] = entries.yinc[row] = 0;
  }
};

/// Packs a game.
GameVersion packed(const TestGame& game, const PackOptions& options = {});
GameVersion packed(const std::vector<RoomDraft>& rooms, Version version,
                   const PackOptions& options = {});

/// The sample game of version 6 and of version 7, packed.
const GameVersion& sample();
GameVersion akos_sample();

inline constexpr uint32_t kHero = 0;  ///< row of the sample's Costumes

/// Returns the findings; checks that comparing in reverse gives the mirrored ones.
std::vector<Finding> findings(const GameVersion& before, const GameVersion& after);

/// Returns the findings after a change to the sample.
std::vector<Finding> findings_after(const std::function<void(GameVersion&)>& change);

using Kinds = std::vector<std::string>;
Kinds kinds_of(const std::vector<Finding>& findings);

/// Returns the costume, without who wears it, the kind and the text of each finding.
Lines lines_of(const GameVersion& before, const GameVersion& after);

}  // namespace wardrobe
