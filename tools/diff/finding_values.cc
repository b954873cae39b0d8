#include "tools/diff/finding_values.h"

#include <algorithm>
#include <array>
#include <bit>

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

std::string failure_text(const DiffTables& tables, const Finding& finding) {
  const DiffSide side = latest_side(tables, finding.failure);
  const Failures& failures = side.tables.failures;
  return std::string(text_at(failures.error_offset, failures.error, side.row(finding.failure)));
}

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

std::array<int64_t, 11> box_values(const Tables& tables, uint32_t box) {
  const Boxes& boxes = tables.boxes;
  return {boxes.ulx[box],  boxes.uly[box],   boxes.urx[box],  boxes.ury[box],
          boxes.lrx[box],  boxes.lry[box],   boxes.llx[box],  boxes.lly[box],
          boxes.mask[box], boxes.flags[box], boxes.scale[box]};
}

std::array<int32_t, 4> scale_values(const Tables& tables, uint32_t slot) {
  const Scales& scales = tables.scales;
  return {scales.scale1[slot], scales.y1[slot], scales.scale2[slot], scales.y2[slot]};
}

uint64_t hidden_pixels(const Tables& tables, uint32_t plane) {
  uint64_t count = 0;
  for (const uint8_t bits : elements_at(tables.planes.bits_offset, tables.planes.bits, plane)) {
    count += static_cast<uint64_t>(std::popcount(bits));
  }
  return count;
}

std::vector<uint32_t> see_through_strips(const Tables& tables, uint32_t room) {
  const Rooms& rooms = tables.rooms;
  std::vector<uint32_t> strips;
  const auto flags = elements_at(rooms.see_through_offset, rooms.see_through, room);
  for (uint32_t strip = 0; strip < flags.size(); ++strip) {
    if (flags[strip] != 0) strips.push_back(strip);
  }
  return strips;
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
