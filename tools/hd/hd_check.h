#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/hd/hd_set.h"

namespace wardrobe {

/// What is wrong with a file of a set; README.md describes the kinds.
struct HdFinding {
  std::string kind;
  std::string file;
  std::string text;
  std::set<uint32_t> costumes;  ///< that show it
};

/// How many pictures of a costume or room are remade without a finding.
struct HdDone {
  uint32_t row = 0;  ///< of Costumes, or of Rooms
  size_t pictures = 0;
  size_t remade = 0;
};

struct HdReport {
  uint32_t scale = 1;  ///< of most pictures
  std::vector<HdFinding> findings;
  std::vector<std::string> left;  ///< the files that are as they were exported
  std::vector<HdDone> costumes;
  std::vector<HdDone> rooms;
  HdDone all;
};

/// Compares the pictures of a set with those of the game. Fails only if the archive is damaged or
/// shows too much, or if the PNGs have too many pixels.
Result<HdReport> check_hd_set(const HdSet& set);

/// What became of a picture of the set.
struct CheckedPicture {
  std::string kind;  ///< of its finding; empty: none
  std::string text;
  bool is_remade = false;
  uint32_t scale = 0;             ///< how many times as large as the game's; 0: no whole number
  uint64_t pixels = 0;            ///< a hash; 0: unreadable
  std::array<double, 4> color{};  ///< as in ArtChange
};

/// Finds pictures that flicker: which differ from the game's in another way than those beside them
/// in a timeline.
void find_flicker(const HdSet& set, std::vector<CheckedPicture>& checked);

}  // namespace wardrobe
