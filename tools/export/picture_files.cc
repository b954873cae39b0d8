#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "formats/limits.h"
#include "tools/export/costume_files.h"
#include "tools/export/names.h"
#include "tools/export/png_writer.h"
#include "tools/rows/slots.h"

namespace wardrobe {
namespace {

/// The entries of slots with the same picture and placement, in their order.
using SlotGroup = std::vector<uint32_t>;

/// Groups all slots of a costume that have pictures. The groups are in the order of their first
/// slots.
std::vector<SlotGroup> slot_groups(const TablesView& tables, uint32_t costume) {
  const EntriesView& e = tables.entries;
  std::vector<SlotGroup> groups;
  std::map<std::tuple<uint32_t, int, int, int, int, int, int>, size_t> known;
  for (const uint32_t row : entries_of(tables, costume)) {
    if (e.picture[row] == kNone) continue;
    const auto [found, is_new] =
        known.try_emplace({e.picture[row], e.x[row], e.y[row], e.xinc[row], e.yinc[row],
                           e.redirect_limb[row], e.redirect_index[row]},
                          groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(row);
  }
  return groups;
}

Row redirect_row(const EntriesView& entries, uint32_t entry) {
  if (!has_redirect(entries, entry)) return {};
  return Row::array({entries.redirect_limb[entry], entries.redirect_index[entry]});
}

Row manifest_row(const TablesView& tables, uint32_t costume, const SlotGroup& group,
                 const std::string& file, int64_t scale) {
  const EntriesView& entries = tables.entries;
  const uint32_t entry = group[0];
  const uint32_t picture = entries.picture[entry];
  Row slots = Row::array();
  for (const uint32_t row : group) slots.push_back(slot_row(slot_of(tables, costume, row)));
  return {{"file", file},
          {"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"slots", slots},
          {"redirect", redirect_row(entries, entry)},
          {"width", scale * tables.pictures.width[picture]},
          {"height", scale * tables.pictures.height[picture]},
          {"x", scale * entries.x[entry]},
          {"y", scale * entries.y[entry]},
          {"xinc", scale * entries.xinc[entry]},
          {"yinc", scale * entries.yinc[entry]},
          {"xxh64", fmt::format("{:016x}", tables.pictures.xxh64[picture])},
          {"transparent", tables.pictures.transparent[picture]}};
}

}  // namespace

Status add_pictures(ExportWorker& worker, uint32_t costume, const Look& look,
                    const std::string& name, const ExportOptions& options, CostumeFiles& files,
                    CostumeExport& out) {
  const uint32_t scale = options.scale;
  const TablesView& tables = worker.pictures.archive().tables();
  const PicturesView& pictures = tables.pictures;
  std::vector<SlotGroup> groups = slot_groups(tables, costume);
  if (options.chore) {
    const std::set<uint32_t> entries = entries_shown(tables, costume, *options.chore);
    std::erase_if(groups, [&](const SlotGroup& group) {
      return std::ranges::none_of(group, [&](uint32_t entry) { return entries.contains(entry); });
    });
  }
  std::vector<uint32_t> shown;
  for (const SlotGroup& group : groups) {
    const uint32_t picture = shown.emplace_back(tables.entries.picture[group[0]]);
    if (uint64_t{pictures.width[picture]} * pictures.height[picture] * scale * scale >
        kMaxFramePixels) {
      return Error{ErrorCode::limit, kNoOffset,
                   fmt::format("a picture of {}×{} at scale {} has more than {} pixels",
                               pictures.width[picture], pictures.height[picture], scale,
                               limit_text(kMaxFramePixels))};
    }
  }
  TRY(check_pictures(worker.pictures, std::move(shown)));
  uint32_t most_colors = look.colors;
  for (const SlotGroup& group : groups) {
    const uint32_t picture = tables.entries.picture[group[0]];
    ASSIGN_OR_RETURN(Bytes pixels, worker.pictures.read(picture));
    IndexImage enlarged;
    if (scale != 1) {
      enlarged = magnified(
          {pictures.width[picture], pictures.height[picture], {pixels.begin(), pixels.end()}},
          scale);
      pixels = enlarged.pixels;
    }
    ImagePalette palette = look.palette;
    palette.transparent = pictures.transparent[picture];
    const uint32_t colors = std::max({look.colors, *palette.transparent + 1u, colors_of(pixels)});
    most_colors = std::max(most_colors, colors);
    ASSIGN_OR_RETURN(const Bytes png,
                     worker.png.write(pictures.width[picture] * scale,
                                      pictures.height[picture] * scale, pixels, palette, colors));
    const std::string file = picture_file_name(name, slot_of(tables, costume, group[0]));
    TRY(files.add(file, png));
    add_line(manifest_row(tables, costume, group, file, scale), out.pictures);
  }
  add_line(palette_row(costume, look, most_colors), out.palette);
  return ok();
}

}  // namespace wardrobe
