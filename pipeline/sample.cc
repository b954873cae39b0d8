#include "pipeline/sample.h"

#include "pipeline/sample_costumes.h"
#include "pipeline/sample_palette.h"

namespace wardrobe {

std::vector<RoomDraft> sample_rooms(int version, unsigned scale) {
  (void)scale;
  RoomDraft quay;
  quay.name = "quay";
  quay.palettes.add(room_palette(Daylight::day));
  quay.palettes.add(room_palette(Daylight::night));
  quay.costumes.push_back({{1}, make_hero().payload(version)});
  quay.costumes.push_back({{2}, make_caterpillar().payload(version)});
  quay.costumes.push_back({{3}, make_jester().payload(version)});
  quay.costumes.push_back({{4}, make_ghost().payload(version)});
  quay.costumes.push_back({{}, make_cat().payload(version)});
  return {quay};
}

}  // namespace wardrobe
