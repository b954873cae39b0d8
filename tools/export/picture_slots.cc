#include "tools/export/picture_slots.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>

#include <fmt/core.h>

#include "formats/scumm/version.h"
#include "tools/export/names.h"
#include "tools/export/png_writer.h"

namespace wardrobe {
namespace {

constexpr uint8_t kNoRedirect = 0xFF;

/// "costume-001/limb-02-003.png", for AKOS "costume-001/cel-003.png".
std::string file_name(const std::string& name, const PictureSlot& slot) {
  const std::string index = padded(slot.index, 0);
  if (slot.limb == kNoLimb) return fmt::format("{}/cel-{}.png", name, index);
  return fmt::format("{}/limb-{:02}-{}.png", name, slot.limb, index);
}

Row limb_row(uint8_t limb) { return limb == kNoLimb ? Row() : Row(limb); }

Row redirect_row(const Entries& entries, uint32_t entry) {
  const uint8_t limb = entries.redirect_limb[entry];
  const uint8_t index = entries.redirect_index[entry];
  if (limb == kNoLimb && index == kNoRedirect) return {};
  return Row::array({limb, index});
}

Row manifest_row(const Tables& tables, uint32_t costume, const SlotGroup& group,
                 const std::string& file) {
  const Entries& entries = tables.entries;
  const uint32_t entry = group[0].entry;
  const uint32_t picture = entries.picture[entry];
  Row slots = Row::array();
  for (const PictureSlot& slot : group) {
    slots.push_back(Row::array({limb_row(slot.limb), slot.index}));
  }
  return {{"file", file},
          {"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"slots", slots},
          {"redirect", redirect_row(entries, entry)},
          {"width", tables.pictures.width[picture]},
          {"height", tables.pictures.height[picture]},
          {"x", entries.x[entry]},
          {"y", entries.y[entry]},
          {"xinc", entries.xinc[entry]},
          {"yinc", entries.yinc[entry]},
          {"xxh64", fmt::format("{:016x}", tables.pictures.xxh64[picture])},
          {"transparent", tables.pictures.transparent[picture]}};
}

}  // namespace

std::vector<SlotGroup> slot_groups(const Tables& tables, uint32_t costume) {
  const Entries& e = tables.entries;
  std::vector<SlotGroup> groups;
  std::map<std::tuple<uint32_t, int, int, int, int, int, int>, size_t> known;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange rows = rows_of(tables.limb_tables.entry_offset, table);
    for (const uint32_t row : rows) {
      if (e.picture[row] == kNone) continue;
      const auto [found, is_new] =
          known.try_emplace({e.picture[row], e.x[row], e.y[row], e.xinc[row], e.yinc[row],
                             e.redirect_limb[row], e.redirect_index[row]},
                            groups.size());
      if (is_new) groups.emplace_back();
      groups[found->second].push_back({tables.limb_tables.limb[table], row - rows.front(), row});
    }
  }
  return groups;
}

std::vector<uint32_t> picture_rows_of(const Tables& tables, const std::vector<SlotGroup>& groups) {
  std::vector<uint32_t> rows;
  for (const SlotGroup& group : groups) rows.push_back(tables.entries.picture[group[0].entry]);
  return rows;
}

Status export_slots(const Tables& tables, uint32_t costume, const std::vector<SlotGroup>& groups,
                    const PicturePixels& pixels, const Look& look, const std::string& name,
                    CostumeExport& out) {
  const Pictures& pictures = tables.pictures;
  out.pictures = Row::array();
  uint32_t most_colors = look.colors;
  for (const SlotGroup& group : groups) {
    const uint32_t picture = tables.entries.picture[group[0].entry];
    const Bytes stored = pixels(picture);
    ImagePalette palette = look.palette;
    palette.transparent = pictures.transparent[picture];
    const uint32_t colors =
        std::max({look.colors, *palette.transparent + 1u, *std::ranges::max_element(stored) + 1u});
    most_colors = std::max(most_colors, colors);
    Result<std::vector<uint8_t>> png = write_png(
        {pictures.width[picture], pictures.height[picture], {stored.begin(), stored.end()}},
        palette, colors);
    if (!png) return png.error();
    out.files.push_back({file_name(name, group[0]), *std::move(png)});
    out.pictures.push_back(manifest_row(tables, costume, group, out.files.back().name));
  }
  out.palette = exported_palette(costume, look, most_colors);
  return ok();
}

Row exported_palette(uint32_t costume, const Look& look, uint32_t colors) {
  std::string rgb;
  for (const uint8_t part : std::span(look.palette.rgb).first(size_t{3} * colors)) {
    rgb += fmt::format("{:02x}", part);
  }
  return {{"costume_row", costume}, {"rgb", rgb}};
}

Row game_row(const Tables& tables) {
  Row files = Row::array();
  for (size_t i = 0; i < tables.sources.size.size(); ++i) {
    files.push_back(
        {{"name", std::string(text_at(tables.sources.name_offset, tables.sources.name, i))},
         {"size", tables.sources.size[i]}});
  }
  return {{"version", version_name(tables.game.version[0])}, {"files", files}};
}

}  // namespace wardrobe
