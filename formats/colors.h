#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/play_rules.h"
#include "formats/tables.h"

namespace wardrobe {

/// What the pixel values of a costume mean: SCUMM.md §6 "Colours".

/// The value of transparent pixels.
uint8_t transparent_value(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its colour in the palettes of a row of Rooms;
/// kNone: of any room that does not map the colours of actors.
std::vector<uint8_t> room_colors(const TablesView& tables, uint32_t costume, uint32_t room);

/// The pixel values that are shadows, rising.
Bytes shadows_of(const TablesView& tables, uint32_t costume);

/// For each value that the costume's pixels can have: its true colour as red, green and blue; empty
/// if the costume has no true colours.
Bytes true_rgb(const TablesView& tables, uint32_t costume);

/// What a costume is shown as where nothing is chosen: the columns costumes.default_timeline and
/// costumes.default_palette (FORMAT.md "costumes"). Baking computes them; readers take them from
/// the columns.

/// The timeline, a row of Timelines, that shows a costume best, among those with this chore and
/// this direction (nullopt: any): a walk that moves, which is one that shows two frames or more, to
/// the West if there is one; or else one that shows the most distinct frames; of these, a walk, to
/// the West if there is one, or else one that draws the fewest cels flipped, tick by tick; of
/// these, one to the West. nullopt if there is no such timeline.
std::optional<uint32_t> best_timeline(const TablesView& tables, uint32_t costume,
                                      std::optional<unsigned> chore = {},
                                      std::optional<Direction> facing = {});

/// The default palettes of costumes.
class DefaultPalettes {
 public:
  explicit DefaultPalettes(const TablesView& tables);

  /// Returns kNone if the costume has true colours; with codec 32, only if the first palette of its
  /// room does not show it (SCUMM.md §6 "Colours"). Otherwise a row of Palettes: that of its
  /// room; if the costume is all black in that one, the first of all in which it is not. Some rooms
  /// of games only have costumes, and their palette is all black. kNone if there is none.
  uint32_t of(uint32_t costume) const;

 private:
  /// Whether colour `color` of a palette is not black.
  bool shows(uint32_t palette, uint8_t color) const;

  const TablesView tables_;
  std::array<uint32_t, 256>
      showing_color_;  ///< by colour of actors: the first palette that shows it
};

}  // namespace wardrobe
