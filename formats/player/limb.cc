#include "formats/player/limb.h"

namespace wardrobe {

bool draw_entry(const Tables& tables, uint32_t entry, uint8_t limb, uint16_t index, bool flip,
                int32_t unit, Moves& moves, std::vector<Cel>& cels) {
  const Entries& entries = tables.entries;
  const auto state = static_cast<EntryState>(entries.state[entry]);
  if (state == EntryState::empty || state == EntryState::missing) {
    return state == EntryState::empty;
  }
  if (state == EntryState::picture) {
    const uint32_t picture = entries.picture[entry];
    cels.push_back(
        {limb, flip ? uint8_t{1} : uint8_t{0}, index, picture,
         left_edge(moves.x + entries.x[entry], tables.pictures.width[picture], flip, unit),
         moves.y + entries.y[entry]});
  }
  moves.x += entries.xinc[entry];
  moves.y -= entries.yinc[entry];
  return true;
}

}  // namespace wardrobe
