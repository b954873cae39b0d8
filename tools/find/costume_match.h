#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "formats/play_rules.h"
#include "formats/tables.h"
#include "tools/find/match.h"
#include "tools/find/query.h"

namespace wardrobe {

/// The matches of pictures, by their rows.
using Matches = std::map<uint32_t, std::vector<Match>>;

/// A picture of a costume in the image.
struct PictureMatch {
  uint32_t picture = 0;  ///< row of Pictures
  Match match;
};

/// The ticks of a timeline that show what was found.
struct ShownTicks {
  uint32_t timeline = 0;
  bool mirrored = false;  ///< as the mirror image of the image
  std::vector<uint32_t> ticks;
};

/// What of a costume is in the image.
struct CostumeMatch {
  uint32_t score = 0;                  ///< of all pictures
  std::vector<PictureMatch> pictures;  ///< that agree on the place of the anchor; the best first
  std::vector<ShownTicks> shown;       ///< where they are shown together
};

/// The distinct frames of a costume's timelines.
std::set<uint32_t> frames_of(const TablesView& tables, uint32_t costume);

Placement placement_of(const Cel& cel);

/// A rectangle in the image. Right and bottom are behind it.
struct Box {
  int64_t left = 0;
  int64_t top = 0;
  int64_t right = 0;
  int64_t bottom = 0;
};
Box box_of(const Match& match, const Query& query);

/// The pictures of a costume that belong together; none if what matches can be a coincidence.
std::optional<CostumeMatch> match_costume(const TablesView& tables, uint32_t costume,
                                          const Query& query, const Matches& matches);

}  // namespace wardrobe
