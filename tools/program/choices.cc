#include "tools/program/choices.h"

#include <utility>

#include <fmt/core.h>

#include "formats/decimal.h"
#include "tools/render/lookup.h"

namespace wardrobe {

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
  const size_t colon = name.find(':');
  const std::optional<uint32_t> room = parse_decimal(name.substr(0, colon));
  const std::optional<uint32_t> number =
      colon == std::string_view::npos ? 0 : parse_decimal(name.substr(colon + 1));
  if (!room || !number)
    return not_found(fmt::format("--palette {}: expected ROOM or ROOM:N", name));
  const std::optional<uint32_t> row = find_palette(tables, *room, *number);
  if (row) return row;
  return not_found(fmt::format("room {} has no palette {}; see: wardrobe list ARCHIVE palettes",
                               *room, *number));
}

}  // namespace wardrobe
