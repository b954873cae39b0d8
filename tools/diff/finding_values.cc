#include "tools/diff/finding_values.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "tools/diff/akos_listing.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

Bytes colors_of(const DiffSide& side, const Finding& finding) {
  if (const auto* change = std::get_if<PaletteChange>(&finding.change)) {
    const Palettes& palettes = side.tables.palettes;
    return elements_at(palettes.rgb_offset, palettes.rgb, side.row(change->palette));
  }
  const uint32_t costume = side.row(finding.costume);
  return has_color_indices(finding) ? color_indices(side.tables, costume)
                                    : true_colors(side.tables, costume);
}

}  // namespace

uint8_t pair_directions(const DiffTables& tables, Sides costume) {
  const auto directions = [&](const DiffSide& side) {
    const uint32_t row = side.row(costume);
    return row == kNone ? uint8_t{0} : side.tables.costumes.directions[row];
  };
  return std::max(directions(old_side(tables)), directions(new_side(tables)));
}

bool has_color_indices(const Finding& finding) {
  return finding.costume != Sides{} && finding.field == "colors";
}

std::vector<ColorChange> changed_colors(const DiffTables& tables, const Finding& finding) {
  const Bytes old_colors = colors_of(old_side(tables), finding);
  const Bytes new_colors = colors_of(new_side(tables), finding);
  const bool indices = has_color_indices(finding);
  const size_t width = indices ? 1 : 3;
  // A different number of indices is a finding of its own, of kind format.
  const size_t size = indices ? std::min(old_colors.size(), new_colors.size())
                              : std::max(old_colors.size(), new_colors.size());
  const auto at = [&](Bytes colors, size_t offset) {
    return offset < colors.size() ? colors.subspan(offset, std::min(width, colors.size() - offset))
                                  : Bytes();
  };
  std::vector<ColorChange> changes;
  for (size_t offset = 0; offset < size; offset += width) {
    const ColorChange change{offset / width, at(old_colors, offset), at(new_colors, offset)};
    if (!std::ranges::equal(change.old_color, change.new_color)) changes.push_back(change);
  }
  return changes;
}

int16_t placement_value(const Tables& tables, std::string_view field, uint32_t entry) {
  if (entry == kNone) return 0;
  const Entries& entries = tables.entries;
  if (field == "x") return entries.x[entry];
  if (field == "y") return entries.y[entry];
  return field == "xinc" ? entries.xinc[entry] : entries.yinc[entry];
}

std::string hex_text(Bytes bytes, std::string_view between) {
  std::string text;
  for (const uint8_t byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : between, byte);
  }
  return text;
}

std::string_view kind_text(const Tables& tables, uint32_t costume) {
  return Kind{tables.costumes.kind[costume]} == Kind::cost ? "COST" : "AKOS";
}

std::string_view mode_name(uint8_t mode) {
  constexpr std::array<std::string_view, 9> kNames = {
      "empty", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"};
  return kNames[mode];
}

std::string window_text(const Tables& tables, uint32_t costume, uint32_t window) {
  const auto commands = commands_of(tables, costume, window);
  return std::string(mode_name(tables.windows.mode[window])) + (commands.empty() ? "" : " ") +
         hex_text(commands, " ");
}

}  // namespace wardrobe
