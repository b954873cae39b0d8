#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// Shows a room with its objects: SCUMM.md §8 "Objects".

/// The states of a room's objects, in the order of their rows.
using ObjectStates = std::vector<uint8_t>;

/// Which objects are shown.
enum class ShownObjects : uint8_t {
  none,
  first,    ///< as when the game starts
  all,      ///< those that are not shown at first, too, in the first of their states with an image
  entered,  ///< as first, but for the states that the room's entry script sets by constants
};

/// The states of the objects of a row of Rooms.
ObjectStates object_states(const TablesView& tables, uint32_t room, ShownObjects shown);

/// Sets the state of an object, a row of Objects, as scripts do: up to version 5, those with the
/// same place and size are no longer shown.
void set_object_state(const TablesView& tables, uint32_t room, uint32_t object, uint8_t state,
                      ObjectStates& states);

/// Sets the states in texts such as "7=1": the number of an object and a state. The first object of
/// the room with that number counts.
Status set_object_states(const TablesView& tables, uint32_t room,
                         const std::vector<std::string>& texts, ObjectStates& states);

/// The rows of Images that the room shows, in drawing order; none without states. Takes linear
/// time.
std::vector<uint32_t> images_shown(const TablesView& tables, uint32_t room,
                                   const std::optional<ObjectStates>& states);

/// The bits of plane `plane`, from 1, of a row of Rooms, with those of these images.
std::vector<uint8_t> plane_with(const TablesView& tables, uint32_t room, uint32_t plane,
                                const std::vector<uint32_t>& images);

/// For each colour of a row of Rooms, the colour that it has after `frames` of a game, by the
/// room's cycles (SCUMM.md §8 "Objects").
std::array<uint8_t, 256> cycled_colors(const TablesView& tables, uint32_t room, size_t frames);

/// The background of a row of Rooms, row-major, with these images drawn into it. No pixels if the
/// archive has no background of the room. Fails if a picture is damaged, or if the images are too
/// many (LIMITS.md).
Result<std::vector<uint8_t>> draw_room(const Archive& archive, uint32_t room,
                                       const std::vector<uint32_t>& images);

}  // namespace wardrobe
