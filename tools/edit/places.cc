#include "tools/edit/places.h"

#include "formats/scumm/index.h"
#include "pipeline/resource_scan.h"

namespace wardrobe {

void find_places(const GameInput& input, Bytes index, Places& out) {
  std::vector<Error> ignored;  // scan() has reported them
  const GameIndex read = read_index(index, ignored, input.index->style);
  const bool only_file = input.resources.size() == 1;
  for (size_t i = 0; i < input.resources.size(); ++i) {
    scan_resource_file(input.resources[i], static_cast<uint32_t>(i), read, only_file,
                       out.resources);
  }
  out.of_room = room_places(input, 0, read, out.resources);
}

}  // namespace wardrobe
