#pragma once

#include <vector>

#include "tools/edit/changes.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// What reading the new game must give: the old tables, changed as asked and baked again.
struct ExpectedGame {
  Tables tables;
  std::vector<Bytes> pixels;  ///< by row of Pictures
};

ExpectedGame expected_game(const ReadGame& old, const std::vector<CostumeChange>& changes);

/// Compares every costume, slot, record and timeline. Where costumes and pictures are in the files
/// does not count, nor do slots that no window shows and that held no picture.
Status check_tables_equal(const ExpectedGame& expected, const ReadGame& found);

}  // namespace wardrobe
