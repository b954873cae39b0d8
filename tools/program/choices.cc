#include "tools/program/choices.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/colors.h"
#include "formats/script.h"
#include "pipeline/find_game.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"
#include "tools/program/input.h"
#include "tools/program/options.h"
#include "tools/render/render.h"

namespace wardrobe {

namespace {

/// Whether a name is a row, @ROW or #ROW; if so, takes the sign away. Shells take # for a comment.
bool take_row_sign(std::string_view& name) {
  const bool by_row = name.starts_with('@') || name.starts_with('#');
  if (by_row) name.remove_prefix(1);
  return by_row;
}

/// A room as messages name it: its number or, without one, its row.
std::string room_text(const TablesView& tables, uint32_t room) {
  const uint16_t number = tables.rooms.number[room];
  return number == 0 ? fmt::format("@{}", room) : std::to_string(number);
}

/// The room whose name contains `part`, a row of Rooms. Of several with one number, it is the one
/// that find_room() returns.
Result<uint32_t> room_of_name(const TablesView& tables, std::string_view option,
                              std::string_view part) {
  NamedRows all;
  std::map<uint16_t, uint32_t> first;  // by number
  for (uint32_t row = 0; row < tables.rooms.number.size(); ++row) {
    const uint16_t number = tables.rooms.number[row];
    const uint32_t room = number == 0 ? row : first.try_emplace(number, row).first->second;
    all[std::string(text_at(tables.rooms.name_offset, tables.rooms.name, row))].insert(room);
  }
  all.erase("");
  std::set<uint32_t> found;
  std::vector<std::string> names;
  for (const auto& [name, rooms] : rows_named_like(all, part)) {
    for (const uint32_t room : rooms) {
      if (!found.insert(room).second) continue;
      names.push_back(fmt::format("{} ({})", name, room_text(tables, room)));
    }
  }
  if (found.size() == 1) return *found.begin();
  return not_found(fmt::format(
      "{} {}: {}", option, part,
      found.empty() ? "expected the number of a room, a part of its name, or @ROW, "
                      "and :N for its palette N; see: wardrobe list ARCHIVE rooms"
                    : "several rooms have such a name: " + first_names(names, names.size())));
}

/// Reads the value of an option, ROOM or ROOM:N. ROOM is a room's number, its row or a part of its
/// name.
Result<RoomChoice> choose(const TablesView& tables, std::string_view option,
                          std::string_view text) {
  const size_t colon = std::min(text.rfind(':'), text.size());
  const std::optional<uint32_t> number =
      parse_decimal(text.substr(std::min(colon + 1, text.size())));
  const std::string_view name = number ? text.substr(0, colon) : text;
  std::string_view digits = name;
  const bool by_row = take_row_sign(digits);
  const std::optional<uint32_t> wanted = parse_decimal(digits);
  uint32_t room = kNone;
  if (!wanted) {
    ASSIGN_OR_RETURN(room, room_of_name(tables, option, name));
  } else {
    room = by_row ? *wanted : find_room(tables, *wanted).value_or(kNone);
  }
  if (room >= tables.rooms.number.size()) {
    return not_found(fmt::format("there is no room {}; see: wardrobe list ARCHIVE rooms", name));
  }
  const uint32_t palette =
      number ? palette_of_room(tables, room, *number).value_or(kNone) : tables.rooms.palette[room];
  if (palette != kNone) return RoomChoice{room, palette};
  return not_found(fmt::format("room {} has no palette {}; see: wardrobe list ARCHIVE palettes",
                               name, number.value_or(0)));
}

/// A coordinate in a room: an optional sign and at most six digits.
std::optional<int32_t> parse_coordinate(std::string_view text) {
  constexpr uint32_t kMost = 999'999;
  const bool negative = text.starts_with('-');
  const std::optional<uint32_t> number = parse_decimal(text.substr(negative ? 1 : 0));
  if (!number || *number > kMost) return std::nullopt;
  const auto value = static_cast<int32_t>(*number);
  return negative ? -value : value;
}

/// The first `most` names. If there are more, says how to list them all.
std::string some_of(const std::vector<std::string>& all, size_t most, std::string_view table) {
  if (all.size() <= most) return first_names(all, most);
  return first_names(all, most) + fmt::format("; see: wardrobe list ARCHIVE {}", table);
}

std::string known_costumes(const CostumesView& costumes, bool by_row) {
  constexpr size_t kMost = 12;
  std::vector<uint16_t> ids(costumes.id.begin(), costumes.id.end());
  std::erase(ids, 0);
  if (by_row || ids.empty()) {
    return fmt::format("{}the rows are @0 to @{}", by_row ? "" : "none has an id; ",
                       costumes.id.size() - 1);
  }
  std::ranges::sort(ids);
  std::vector<std::string> names;
  for (const uint16_t id : ids) names.push_back(std::to_string(id));
  return "ids are " + some_of(names, kMost, "costumes");
}

template <class Rows>
std::vector<std::string> names_of(const TablesView& tables, const Rows& rows) {
  std::vector<std::string> names;
  for (const uint32_t row : rows) {
    const uint16_t id = tables.costumes.id[row];
    names.push_back(id == 0 ? "@" + std::to_string(row) : std::to_string(id));
  }
  return names;
}

/// The costumes of the only wearer whose name contains this.
Result<std::set<uint32_t>> costumes_of_name(const TablesView& tables, std::string_view part,
                                            const GivenNames& given) {
  const auto found = costumes_by_name(tables, part, given);
  if (found.size() == 1) return found.begin()->second;
  if (found.empty()) {
    return not_found(
        fmt::format("--costume {}: expected an id or @ROW, such as 6, @0 or 6-9, or a part of the "
                    "name of someone who wears it; see: wardrobe list ARCHIVE wearers",
                    part));
  }
  std::vector<std::string> names;
  for (const auto& [name, rows] : found) {
    names.push_back(fmt::format("{} ({})", name, first_names(names_of(tables, rows))));
  }
  return not_found(
      fmt::format("--costume {}: several have such a name: {}", part, first_names(names)));
}

RecordKey key_of(const TablesView& tables, uint32_t costume, uint32_t record) {
  return record_key(tables.records.number[record], tables.costumes.directions[costume]);
}

/// The chores of a costume: "it has: walk W E S N, 6 W".
std::string known_chores(const TablesView& tables, uint32_t costume) {
  constexpr size_t kMost = 8;
  std::vector<std::string> chores;
  std::optional<unsigned> last;
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    const RecordKey key = key_of(tables, costume, row);
    if (key.chore != last) {
      const std::string_view name = chore_name(key.chore, tables.game.version[0]);
      chores.push_back(name.empty() ? std::to_string(key.chore) : std::string(name));
    }
    chores.back() += " " + direction_name(key.facing, tables.costumes.directions[costume]);
    last = key.chore;
  }
  if (chores.empty()) return "it has none";
  return "it has: " + some_of(chores, kMost, "timelines");
}

}  // namespace

Error not_found(std::string message) {
  return {ErrorCode::not_found, kNoOffset, std::move(message)};
}

Result<std::vector<uint32_t>> costumes_named(const TablesView& tables, std::string_view list,
                                             const GivenNames& names) {
  const CostumesView& costumes = tables.costumes;
  std::set<uint32_t> found;
  for (const std::string& name : CLI::detail::split(std::string(list), ',')) {
    std::string_view numbers = name;
    const bool by_row = take_row_sign(numbers);
    const size_t dash = std::min(numbers.find('-'), numbers.size());
    const std::optional<uint32_t> first = parse_decimal(numbers.substr(0, dash));
    const std::optional<uint32_t> last =
        dash == numbers.size() ? first : parse_decimal(numbers.substr(dash + 1));
    if (!first || !last) {
      ASSIGN_OR_RETURN(std::set<uint32_t> rows, costumes_of_name(tables, name, names));
      found.merge(rows);
      continue;
    }
    const auto is_meant = [&](uint32_t number) { return *first <= number && number <= *last; };
    bool is_there = false;
    for (uint32_t row = 0; row < costumes.id.size() && !(is_there && first == last); ++row) {
      const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
      const bool by_id = (costumes.id[row] != 0 && is_meant(costumes.id[row])) ||
                         std::ranges::any_of(aliases, is_meant);
      if (!(by_row ? is_meant(row) : by_id)) continue;
      found.insert(row);
      is_there = true;
    }
    if (is_there) continue;
    return not_found(
        fmt::format("there is no costume {}; {}", name, known_costumes(costumes, by_row)));
  }
  return std::vector(found.begin(), found.end());
}

Result<uint32_t> costume_named(const TablesView& tables, std::string_view name) {
  ASSIGN_OR_RETURN(const std::vector<uint32_t> rows, costumes_named(tables, name));
  if (rows.size() == 1) return rows[0];
  return not_found(fmt::format("--costume {}: these are {} costumes, {}; expected one", name,
                               rows.size(), first_names(names_of(tables, rows))));
}

Result<GivenNames> given_names(const std::filesystem::path& path) {
  if (path.empty()) return GivenNames{};
  ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, read_input(path));
  Result<GivenNames> names =
      GivenNames::read({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!names) return named(path, names.error());
  return names;
}

Result<GivenNames> names_for(const GivenNames& names, const TablesView& tables, bool only) {
  if (!only || names.are_for(tables)) return names.of(tables);
  return not_found(
      "--names: they were given to another game; without \"game\" in the file, they are for any");
}

Result<RowChoice> rows_named(const TablesView& tables, std::string_view costumes,
                             std::string_view chores, GivenNames names) {
  RowChoice choice;
  choice.names = std::move(names);
  if (!costumes.empty()) {
    ASSIGN_OR_RETURN(choice.costumes, costumes_named(tables, costumes, choice.names));
  }
  for (const std::string& name : CLI::detail::split(std::string(chores), ',')) {
    ASSIGN_OR_RETURN(const std::optional<unsigned> chore, chore_named(tables, name));
    if (chore) choice.chores.push_back(*chore);
  }
  return choice;
}

Result<std::optional<unsigned>> chore_named(const TablesView& tables, std::string_view name) {
  const std::optional<unsigned> chore = chore_of(name, tables.game.version[0]);
  if (chore || name.empty()) return chore;
  const std::vector<std::string> names = {"init", "walk", "stand", "talk-start", "talk-stop"};
  return not_found(
      fmt::format("--chore {}: expected a number, init, walk, stand, talk-start or talk-stop{}",
                  name, did_you_mean(name, names)));
}

Result<uint32_t> timeline_named(const TablesView& tables, uint32_t costume, std::string_view chore,
                                std::string_view direction) {
  ASSIGN_OR_RETURN(const std::optional<unsigned> wanted, chore_named(tables, chore));
  const std::optional<Direction> facing = direction_of(direction);
  if (!facing && !direction.empty()) {
    return not_found(fmt::format(
        "--dir {}: expected W (left), E (right), S (front), N (back), or degrees in steps "
        "of 45",
        direction));
  }
  const std::optional<uint32_t> best = best_timeline(tables, costume, wanted, facing);
  if (best) return *best;
  return not_found(fmt::format("{} has {}{}; {}", costume_text(tables, costume),
                               chore.empty() ? "nothing" : fmt::format("no chore {}", chore),
                               direction.empty() ? "" : fmt::format(" in direction {}", direction),
                               known_chores(tables, costume)));
}

Result<std::optional<uint32_t>> palette_named(const TablesView& tables, std::string_view name) {
  if (name.empty()) return std::optional<uint32_t>();
  ASSIGN_OR_RETURN(const RoomChoice choice, choose(tables, "--palette", name));
  return std::optional(choice.palette);
}

Result<RoomChoice> room_named(const TablesView& tables, std::string_view name) {
  return choose(tables, "--room", name);
}

Result<RoomPoint> point_named(std::string_view name) {
  const size_t comma = name.find(',');
  if (comma != std::string_view::npos) {
    const std::optional<int32_t> x = parse_coordinate(name.substr(0, comma));
    const std::optional<int32_t> y = parse_coordinate(name.substr(comma + 1));
    if (x && y) return RoomPoint{*x, *y};
  }
  return not_found(fmt::format("--at {}: expected X,Y, a point in the room", name));
}

Shadows shadows_named(std::string_view name) {
  return name == "as-stored" ? Shadows::as_stored : Shadows::darken;
}

}  // namespace wardrobe
