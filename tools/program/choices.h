#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/list/given_names.h"
#include "tools/list/rows.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// Look-ups for options that several commands have. Errors say what was expected or how to list it.
/// Wherever a row may be named, it is @ROW or #ROW; ROOM is a room's number, its row, or a part of
/// its name.

/// Looks up a list of costumes, each an id, a row, or a range of them such as 6-9: rows of
/// Costumes, ascending. Those that a person named are also found by these `names`.
Result<std::vector<uint32_t>> costumes_named(const TablesView& tables, std::string_view list,
                                             const GivenNames& names = {});

/// The same for a single costume.
Result<uint32_t> costume_named(const TablesView& tables, std::string_view name);

/// Looks up the name of a chore; nullopt if it is empty.
Result<std::optional<unsigned>> chore_named(const TablesView& tables, std::string_view name);

/// Reads the file after --names; no names if there is none.
Result<GivenNames> given_names(const std::filesystem::path& path);

/// The names of an archive. If it is the only one, they must be for its game.
Result<GivenNames> names_for(const GivenNames& names, const TablesView& tables, bool only = true);

/// The rows that --costume and --chore choose, two lists; either may be empty.
Result<RowChoice> rows_named(const TablesView& tables, std::string_view costumes,
                             std::string_view chores, GivenNames names = {});

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

/// The meaning of the value of --shadows.
Shadows shadows_named(std::string_view name);

/// An error about something that is not in the archive.
Error not_found(std::string message);

}  // namespace wardrobe
