#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "tools/export/costume_files.h"
#include "tools/export/names.h"
#include "tools/export/png_writer.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

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

/// The groups of a costume that an export has: if there are chores, only those that they show.
/// Fails if one of their pictures cannot be exported.
Result<std::vector<SlotGroup>> exported_groups(PictureReader& reader, uint32_t costume,
                                               const ExportOptions& options) {
  const TablesView& tables = reader.archive().tables();
  const PicturesView& pictures = tables.pictures;
  std::vector<SlotGroup> groups = slot_groups(tables, costume);
  if (!options.chores.empty()) {
    const std::set<uint32_t> entries = entries_shown(tables, costume, options.chores);
    std::erase_if(groups, [&](const SlotGroup& group) {
      return std::ranges::none_of(group, [&](uint32_t entry) { return entries.contains(entry); });
    });
  }
  std::vector<uint32_t> shown;
  for (const SlotGroup& group : groups) {
    const uint32_t picture = shown.emplace_back(tables.entries.picture[group[0]]);
    if (uint64_t{pictures.width[picture]} * pictures.height[picture] * options.scale *
            options.scale >
        kMaxFramePixels) {
      return Error{ErrorCode::limit, kNoOffset,
                   fmt::format("a picture of {}×{} at scale {} has more than {} pixels",
                               pictures.width[picture], pictures.height[picture], options.scale,
                               limit_text(kMaxFramePixels))};
    }
  }
  TRY(check_pictures(reader, std::move(shown)));
  return groups;
}

/// Where timelines show entries: [[chore, direction, [tick, …]], …]. The archive must have passed
/// check_shown_cels().
class ShownTicks {
 public:
  ShownTicks(const TablesView& tables, uint32_t costume) {
    const unsigned directions = tables.costumes.directions[costume];
    for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
      const auto frames =
          elements_at(tables.timelines.tick_offset, tables.timelines.tick, timeline);
      const RecordKey key = record_key(tables.records.number[timeline], directions);
      keys_.emplace(timeline, Row::array({key.chore, direction_row(key.facing, directions)}));
      for (uint32_t tick = 0; tick < frames.size(); ++tick) {
        for (const uint32_t cel : rows_of(tables.frames.cel_offset, frames[tick])) {
          std::vector<uint32_t>& ticks = ticks_[entry_of_cel(tables, costume, cel)][timeline];
          if (ticks.empty() || ticks.back() != tick) ticks.push_back(tick);
        }
      }
    }
  }

  Row row(const SlotGroup& group) const {
    std::map<uint32_t, std::set<uint32_t>> all;
    for (const uint32_t entry : group) {
      const auto found = ticks_.find(entry);
      if (found == ticks_.end()) continue;
      for (const auto& [timeline, ticks] : found->second) {
        all[timeline].insert(ticks.begin(), ticks.end());
      }
    }
    Row rows = Row::array();
    for (const auto& [timeline, ticks] : all) {
      rows.push_back(keys_.at(timeline));
      rows.back().push_back(Row(ticks));
    }
    return rows;
  }

 private:
  std::map<uint32_t, Row> keys_;  ///< by row of Timelines
  /// By rows of Entries and of Timelines.
  std::map<uint32_t, std::map<uint32_t, std::vector<uint32_t>>> ticks_;
};

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
          {"xxh64", hash_text(tables.pictures.xxh64[picture])},
          {"transparent", tables.pictures.transparent[picture]}};
}

/// The palette of a stored picture's PNG, and the number of colours that it has there.
struct StoredPalette {
  ImagePalette palette;
  uint32_t colors;
};
StoredPalette stored_palette(const PicturesView& pictures, uint32_t picture, Bytes pixels,
                             const Look& look) {
  const uint8_t transparent = pictures.transparent[picture];
  StoredPalette stored{look.palette, std::max({look.colors, transparent + 1u, colors_of(pixels)})};
  stored.palette.transparent = transparent;
  return stored;
}

/// Slots of a mod that show the same in both games.
struct ChangedSlots {
  SlotGroup entries;  ///< of the original
  uint32_t edited;    ///< the row of Entries of the first slot in the edited game
};

/// The slots of a costume whose picture or placement differs between two games. Slots without a
/// picture in one of them are left out.
std::vector<ChangedSlots> changed_slots(const TablesView& original, uint32_t costume,
                                        const TablesView& edited, uint32_t edited_costume) {
  const auto looks = [](const TablesView& tables, uint32_t entry) {
    const EntriesView& e = tables.entries;
    const uint32_t picture = e.picture[entry];
    return std::tuple(tables.pictures.xxh64[picture], tables.pictures.width[picture],
                      tables.pictures.height[picture], e.x[entry], e.y[entry], e.xinc[entry],
                      e.yinc[entry]);
  };
  std::vector<ChangedSlots> changed;
  for (const SlotGroup& group : slot_groups(original, costume)) {
    const size_t first = changed.size();
    for (const uint32_t entry : group) {
      const auto other = entry_at(edited, edited_costume, slot_of(original, costume, entry));
      if (!other || edited.entries.picture[*other] == kNone ||
          looks(edited, *other) == looks(original, entry)) {
        continue;
      }
      const auto same = std::find_if(changed.begin() + static_cast<std::ptrdiff_t>(first),
                                     changed.end(), [&](const ChangedSlots& one) {
                                       return looks(edited, one.edited) == looks(edited, *other);
                                     });
      if (same == changed.end()) {
        changed.push_back({{entry}, *other});
      } else {
        same->entries.push_back(entry);
      }
    }
  }
  return changed;
}

}  // namespace

Result<size_t> export_mod(const OpenArchive& original, const OpenArchive& edited,
                          std::span<const std::pair<uint32_t, uint32_t>> costumes,
                          const GiveFile& give) {
  const TablesView& tables = original.tables;
  const EntriesView& entries = edited.tables.entries;
  const PicturesView& pictures = edited.tables.pictures;
  const std::vector<std::string> names = costume_names(tables.costumes);
  PictureReader reader(edited.archive);
  PngWriter writer;
  std::vector<CostumeExport> made;
  size_t count = 0;
  for (const auto& [costume, edited_costume] : costumes) {
    const std::vector<ChangedSlots> changed =
        changed_slots(tables, costume, edited.tables, edited_costume);
    if (changed.empty()) continue;
    CostumeExport& out = made.emplace_back();
    const Look look = make_look(tables, costume, {}, {}, Shadows::as_stored);
    uint32_t most_colors = look.colors;
    for (const auto& [group, entry] : changed) {
      const uint32_t picture = entries.picture[entry];
      ASSIGN_OR_RETURN(const Bytes pixels, reader.read(picture));
      const auto [palette, colors] = stored_palette(pictures, picture, pixels, look);
      most_colors = std::max(most_colors, colors);
      ASSIGN_OR_RETURN(
          const Bytes png,
          writer.write(pictures.width[picture], pictures.height[picture], pixels, palette, colors));
      const std::string file =
          picture_file_name(names[costume], slot_of(tables, costume, group[0]));
      TRY(give(file, png));
      Row row = manifest_row(tables, costume, group, file, 1);
      row["width"] = pictures.width[picture];
      row["height"] = pictures.height[picture];
      row["x"] = entries.x[entry];
      row["y"] = entries.y[entry];
      row["xinc"] = entries.xinc[entry];
      row["yinc"] = entries.yinc[entry];
      add_line(row, out.pictures);
    }
    count += changed.size();
    add_line(palette_row(costume, look, most_colors), out.palette);
  }
  if (!made.empty()) TRY(give_mod_manifest(tables, made, give));
  return count;
}

DistinctPictures::DistinctPictures(const OpenArchive& open, std::span<const uint32_t> costumes,
                                   const ExportOptions& options) {
  const TablesView& tables = open.tables;
  const std::vector<std::string> names = costume_names(tables.costumes);
  PictureReader pictures(open.archive);
  std::map<std::tuple<uint64_t, uint16_t, uint16_t>, std::string> known;  // by colours and size
  for (const uint32_t costume : costumes) {
    const auto groups = exported_groups(pictures, costume, options);
    if (!groups) continue;  // The costume is skipped, with this error.
    const Look look = make_look(tables, costume, options.palette, {}, Shadows::as_stored);
    for (const SlotGroup& group : *groups) {
      const uint32_t picture = tables.entries.picture[group[0]];
      const Result<Bytes> pixels = pictures.read(picture);
      if (!pixels) continue;  // cannot be, as exported_groups() has read it
      const ImagePalette palette = picture_palette(tables, costume, picture, look.palette);
      const auto file =
          known.try_emplace({xxh64(rgba_of(*pixels, palette)), tables.pictures.width[picture],
                             tables.pictures.height[picture]},
                            picture_file_name(names[costume], slot_of(tables, costume, group[0])));
      files_.try_emplace({costume, picture}, file.first->second);
    }
  }
}

Result<Bytes> picture_png(ExportWorker& worker, uint32_t picture, const Look& look) {
  const PicturesView& pictures = worker.pictures.archive().tables().pictures;
  ASSIGN_OR_RETURN(const Bytes pixels, worker.pictures.read(picture));
  const auto [palette, colors] = stored_palette(pictures, picture, pixels, look);
  return worker.png.write(pictures.width[picture], pictures.height[picture], pixels, palette,
                          colors);
}

Status add_pictures(ExportWorker& worker, uint32_t costume, const Look& look,
                    const std::string& name, const ExportOptions& options, CostumeFiles& files,
                    CostumeExport& out) {
  const uint32_t scale = options.scale;
  const TablesView& tables = worker.pictures.archive().tables();
  const PicturesView& pictures = tables.pictures;
  ASSIGN_OR_RETURN(const std::vector<SlotGroup> groups,
                   exported_groups(worker.pictures, costume, options));
  const std::optional<ShownTicks> ticks =
      options.distinct ? std::optional<ShownTicks>(std::in_place, tables, costume) : std::nullopt;
  const std::string folder = name + "/";
  std::set<std::string> written;
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
    const auto [palette, colors] = stored_palette(pictures, picture, pixels, look);
    most_colors = std::max(most_colors, colors);
    const uint32_t width = pictures.width[picture] * scale;
    const uint32_t height = pictures.height[picture] * scale;
    if (ticks) {
      const std::string& file = options.distinct->file(costume, picture);
      if (file.starts_with(folder) && written.insert(file).second) {
        const ImagePalette drawn = picture_palette(tables, costume, picture, look.palette);
        ASSIGN_OR_RETURN(const Bytes png,
                         worker.png.write_rgba(width, height, rgba_of(pixels, drawn)));
        TRY(files.add(file, png));
      }
      Row row = manifest_row(tables, costume, group, file, scale);
      row["shown"] = ticks->row(group);
      add_line(row, out.pictures);
      continue;
    }
    ASSIGN_OR_RETURN(const Bytes png, worker.png.write(width, height, pixels, palette, colors));
    const std::string file = picture_file_name(name, slot_of(tables, costume, group[0]));
    TRY(files.add(file, png));
    add_line(manifest_row(tables, costume, group, file, scale), out.pictures);
  }
  add_line(palette_row(costume, look, most_colors), out.palette);
  return ok();
}

}  // namespace wardrobe
