#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/render.h"
#include "tools/render/room_place.h"

namespace wardrobe {

/// Returns a check for an option whose value must be one of `names`.
CLI::Validator one_of(const std::vector<std::string>& names);

/// Look-ups for options that several commands have. Errors say what was expected or how to list it.

/// Looks up the value of --costume, ID or #ROW: a row of Costumes.
Result<uint32_t> costume_named(const TablesView& tables, std::string_view name);

/// Looks up the timeline of a costume with the values of --chore and --dir, either of which may be
/// empty: a row of Timelines, the best_timeline() of those that match.
Result<uint32_t> timeline_named(const TablesView& tables, uint32_t costume, std::string_view chore,
                                std::string_view direction);

/// Looks up the value of --palette, ROOM or ROOM:N: a row of Palettes; nullopt if it is empty.
Result<std::optional<uint32_t>> palette_named(const TablesView& tables, std::string_view name);

/// A room and one of its palettes: rows of Rooms and of Palettes.
struct RoomChoice {
  uint32_t room = 0;
  uint32_t palette = 0;
};

/// Looks up the value of --room, ROOM or ROOM:N.
Result<RoomChoice> room_named(const TablesView& tables, std::string_view name);

/// Reads the value of --at, X,Y.
Result<RoomPoint> point_named(std::string_view name);

/// An error about something that is not in the archive.
Error not_found(std::string message);

/// Adds the option --shadows.
CLI::Option* add_shadows_option(CLI::App& command, Shadows& shadows);

/// The help text of --palette.
inline constexpr const char* kPaletteHelp =
    "ROOM or ROOM:N: a palette of a room, by its number or #ROW (default: the costume's true "
    "colours; without these, the "
    "first palette of its room; if the costume is all black in that one, the first in which it is "
    "not)";

}  // namespace wardrobe
