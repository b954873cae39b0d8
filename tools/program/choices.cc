#include "tools/program/choices.h"

#include <utility>

#include <fmt/core.h>

#include "formats/decimal.h"
#include "tools/render/lookup.h"

namespace wardrobe {

namespace {

/// ROOM or ROOM:N.
struct RoomAndNumber {
  uint32_t room = 0;
  uint32_t number = 0;
};

std::optional<RoomAndNumber> room_and_number(std::string_view name) {
  const size_t colon = name.find(':');
  const std::optional<uint32_t> room = parse_decimal(name.substr(0, colon));
  const std::optional<uint32_t> number =
      colon == std::string_view::npos ? 0 : parse_decimal(name.substr(colon + 1));
  if (!room || !number) return std::nullopt;
  return RoomAndNumber{*room, *number};
}

Result<uint32_t> palette_of(const Tables& tables, const RoomAndNumber& wanted) {
  const std::optional<uint32_t> row = find_palette(tables, wanted.room, wanted.number);
  if (row) return *row;
  return not_found(fmt::format("room {} has no palette {}; see: wardrobe list ARCHIVE palettes",
                               wanted.room, wanted.number));
}

/// Of a room: at most six digits, and a sign.
std::optional<int32_t> parse_coordinate(std::string_view text) {
  constexpr uint32_t kMost = 999'999;
  const bool negative = text.starts_with('-');
  const std::optional<uint32_t> number = parse_decimal(text.substr(negative ? 1 : 0));
  if (!number || *number > kMost) return std::nullopt;
  const auto value = static_cast<int32_t>(*number);
  return negative ? -value : value;
}

}  // namespace

Error not_found(std::string message) {
  return {ErrorCode::not_found, kNoOffset, std::move(message)};
}

Result<uint32_t> costume_named(const Tables& tables, std::string_view name) {
  const bool by_row = name.starts_with('#');
  const std::optional<uint32_t> number = parse_decimal(name.substr(by_row ? 1 : 0));
  if (!number) return not_found(fmt::format("--costume {}: expected an id, or #ROW", name));
  if (by_row && *number < tables.costumes.id.size()) return *number;
  const std::optional<uint32_t> row = by_row ? std::nullopt : find_costume(tables, *number);
  if (row) return *row;
  return not_found(
      fmt::format("there is no costume {}; see: wardrobe list ARCHIVE costumes", name));
}

Result<std::optional<uint32_t>> palette_named(const Tables& tables, std::string_view name) {
  if (name.empty()) return std::optional<uint32_t>();
  const std::optional<RoomAndNumber> wanted = room_and_number(name);
  if (!wanted) return not_found(fmt::format("--palette {}: expected ROOM or ROOM:N", name));
  const Result<uint32_t> row = palette_of(tables, *wanted);
  if (!row) return row.error();
  return std::optional(*row);
}

Result<RoomChoice> room_named(const Tables& tables, std::string_view name) {
  const std::optional<RoomAndNumber> wanted = room_and_number(name);
  if (!wanted) return not_found(fmt::format("--room {}: expected ROOM or ROOM:PALETTE", name));
  const std::optional<uint32_t> room = find_room(tables.rooms.number, wanted->room);
  if (!room) {
    return not_found(
        fmt::format("there is no room {}; see: wardrobe list ARCHIVE rooms", wanted->room));
  }
  const Result<uint32_t> palette = palette_of(tables, *wanted);
  if (!palette) return palette.error();
  return RoomChoice{*room, *palette};
}

Result<RoomPoint> point_named(std::string_view name) {
  const size_t comma = name.find(',');
  if (comma != std::string_view::npos) {
    const std::optional<int32_t> x = parse_coordinate(name.substr(0, comma));
    const std::optional<int32_t> y = parse_coordinate(name.substr(comma + 1));
    if (x && y) return RoomPoint{*x, *y};
  }
  return not_found(fmt::format("--at {}: expected X,Y, a point of the room", name));
}

}  // namespace wardrobe
