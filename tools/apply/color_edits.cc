#include "tools/apply/color_edits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "formats/colors.h"
#include "formats/costume.h"
#include "formats/scumm.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

using Rgb = std::array<uint8_t, 3>;

Error refused(const std::string& file, const ReadGame& game, uint32_t costume,
              const std::string& message) {
  return {ErrorCode::damaged, kNoOffset,
          fmt::format("{}: {}: {}", file, costume_text(game.tables, costume), message)};
}

Rgb color_at(Bytes rgb, size_t i) { return {rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]}; }

std::vector<uint8_t> flat(const EditedPalette& palette) {
  std::vector<uint8_t> rgb;
  for (const Rgb& color : palette.rgb) rgb.insert(rgb.end(), color.begin(), color.end());
  return rgb;
}

/// The colours that `export` gives the files of a costume in a row of Palettes; kNone: its true
/// colours, if it has any.
std::vector<uint8_t> shown_colors(const ReadGame& game, uint32_t costume, uint32_t palette) {
  const TablesView tables = game.tables;
  if (palette == kNone) {
    const Bytes rgb = true_rgb(tables, costume);
    return {rgb.begin(), rgb.end()};
  }
  const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette);
  const auto colors = room_colors(tables, costume, tables.palettes.room[palette]);
  std::vector<uint8_t> shown(3 * colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    const size_t from = size_t{3} * colors[i];
    if (from + 3 <= rgb.size()) std::copy_n(&rgb[from], 3, &shown[3 * i]);
  }
  return shown;
}

/// The row of Palettes in which the costume has most of the colours in `rgb`; of several, its
/// default palette, or else one of its room. kNone if more of them are its true colours.
uint32_t exported_palette(const ReadGame& game, uint32_t costume, Bytes rgb) {
  const Palettes& palettes = game.tables.palettes;
  const uint32_t usual = game.tables.costumes.default_palette[costume];
  const auto rank = [&](uint32_t palette) {
    const std::vector<uint8_t> shown = shown_colors(game, costume, palette);
    size_t equal = 0;
    for (size_t i = 0; i < std::min(shown.size(), rgb.size()) / 3; ++i) {
      equal += color_at(shown, i) == color_at(rgb, i) ? 1 : 0;
    }
    if (palette == kNone) return std::pair(equal, 0);
    const bool is_here = palettes.room[palette] == game.tables.costumes.room[costume];
    return std::pair(equal, palette == usual ? 3 : is_here ? 2 : 1);
  };
  uint32_t best = usual;
  auto highest = rank(usual);
  for (uint32_t palette = 0; palette < palettes.room.size(); ++palette) {
    const auto found = rank(palette);
    if (found <= highest) continue;
    highest = found;
    best = palette;
  }
  return best;
}

/// Whether the colours changed in their places. If not, the palette was only sorted, shortened or
/// extended: a colour that is not in its place is in another, or all colours are known.
bool are_recolored(Bytes before, Bytes after, Bytes whole) {
  std::set<Rgb> known;
  std::set<Rgb> moved;
  for (size_t i = 0; i < before.size() / 3; ++i) known.insert(color_at(before, i));
  for (size_t i = 0; i < whole.size() / 3; ++i) {
    const bool is_kept = i < before.size() / 3 && color_at(before, i) == color_at(whole, i);
    if (!is_kept) moved.insert(color_at(whole, i));
  }
  bool is_new = false;
  bool is_gone = false;
  for (size_t i = 0; i < before.size() / 3; ++i) {
    if (color_at(before, i) == color_at(after, i)) continue;
    is_new = is_new || !known.contains(color_at(after, i));
    is_gone = is_gone || !moved.contains(color_at(before, i));
  }
  return is_new && is_gone;
}

/// Why a costume has no colours to change; empty if it has.
std::string not_recolored(const ReadGame& game, uint32_t costume, uint32_t palette) {
  const TablesView tables = game.tables;
  const uint8_t codec = tables.costumes.codec[costume];
  if (tables.costumes.kind[costume] == Kind::akos && codec != kAkosRle) {
    return fmt::format(
        "its pixels (codec {}) are colours of the room, so it has no palette of its "
        "own to change",
        codec);
  }
  for (const uint32_t entry : entries_of(tables, costume)) {
    if (slot_of(tables, costume, entry).limb == kAuxiliaryLimb) {
      return "it has auxiliary pictures, whose pixels are colours of the room; such a palette "
             "cannot be changed";
    }
  }
  if (palette != kNone) return {};
  if (true_rgb(tables, costume).empty()) return "there is no palette of a room to choose from";
  return "these are its true colours (RGBS), which cannot be changed; export it with --palette "
         "ROOM, in those of a room";
}

/// The colours that pixels of actors can have in a row of Palettes.
std::vector<uint8_t> colors_to_choose(const ReadGame& game, uint32_t palette) {
  const Tables& tables = game.tables;
  const Bytes rgb = elements_at(tables.palettes.rgb_offset, tables.palettes.rgb, palette);
  const Bytes map = actor_colors(tables.rooms, tables.palettes.room[palette]);
  std::vector<uint8_t> colors(rgb.begin(), rgb.end());
  for (size_t i = 0; i < std::min(map.size(), rgb.size() / 3); ++i) {
    const size_t from = std::min<size_t>(map[i], rgb.size() / 3 - 1);
    std::copy_n(&rgb[3 * from], 3, &colors[3 * i]);
  }
  return colors;
}

}  // namespace

std::vector<uint8_t> likely_colors(const ReadGame& game, uint32_t costume,
                                   const EditedPalette& palette) {
  const std::vector<uint8_t> rgb = flat(palette);
  std::vector<uint8_t> shown = shown_colors(game, costume, exported_palette(game, costume, rgb));
  if (shown.size() < rgb.size()) {
    std::ranges::copy(Bytes(rgb).subspan(shown.size()), std::back_inserter(shown));
  }
  return shown;
}

CostumePalettes::Colors CostumePalettes::drawn_colors(uint32_t costume, const std::string& file,
                                                      Bytes before,
                                                      const EditedPalette& palette) const {
  const TablesView tables = game_.tables;
  const size_t count = std::min(before.size() / 3,
                                room_colors(tables, costume, tables.costumes.room[costume]).size());
  before = before.first(3 * count);
  Colors colors{file, {before.begin(), before.end()}, {before.begin(), before.end()}};
  for (size_t i = 0; i < std::min(count, palette.rgb.size()); ++i) {
    if (i == transparent_value(tables, costume) || palette.alpha[i] == 0) continue;
    std::ranges::copy(palette.rgb[i], &colors.after[3 * i]);
  }
  return colors;
}

Result<std::vector<uint8_t>> CostumePalettes::colors_of(uint32_t costume, const std::string& file,
                                                        const EditedPalette& palette) {
  const auto known = exported_.find(costume);
  if (known == exported_.end()) return std::vector<uint8_t>();
  if (given_) return known->second;
  const std::vector<uint8_t> whole = flat(palette);
  Colors colors = drawn_colors(costume, file, known->second, palette);
  const bool recolored =
      whole.size() >= colors.before.size() && are_recolored(colors.before, colors.after, whole);
  if (!recolored) colors.after = colors.before;
  const auto [first, is_new] = colors_.try_emplace(costume, colors);
  if (!is_new && first->second.after != colors.after) {
    return Error{ErrorCode::damaged, kNoOffset,
                 fmt::format("its palette is not that of {}; all files of a costume must have the "
                             "same colours: change them alike, or use --palette",
                             first->second.file)};
  }
  return recolored ? whole : known->second;
}

Result<std::vector<ColorEdit>> CostumePalettes::edits(std::vector<std::string>& notes) const {
  std::map<uint32_t, Colors> all = colors_;
  if (given_) {
    const auto& [file, palette, changes] = *given_;
    if (costumes_.size() != 1) {
      return Error{ErrorCode::not_found, kNoOffset,
                   fmt::format("{}: a palette is of one costume, but the edits are of {}; name the "
                               "files of one",
                               file, costumes_.size())};
    }
    const uint32_t costume = *costumes_.begin();
    const auto known = exported_.find(costume);
    const std::vector<uint8_t> before =
        known != exported_.end() ? known->second
        : changes.empty()
            ? likely_colors(game_, costume, palette)
            : shown_colors(game_, costume, game_.tables.costumes.default_palette[costume]);
    Colors colors = drawn_colors(costume, file, before, palette);
    const size_t count = colors.before.size() / 3;
    if (changes.empty() && palette.rgb.size() < count) {
      return refused(file, game_, costume,
                     fmt::format("the palette has {} colours, but the costume has {}",
                                 palette.rgb.size(), count));
    }
    for (const auto& [value, rgb] : changes) {
      if (value >= count || value == transparent_value(game_.tables, costume)) {
        return refused(file, game_, costume,
                       value >= count
                           ? fmt::format("there is no colour {}, only 0 to {}", value, count - 1)
                           : fmt::format("colour {} is not drawn", value));
      }
      std::ranges::copy(rgb, &colors.after[3 * value]);
    }
    all.emplace(costume, std::move(colors));
  }
  std::vector<ColorEdit> out;
  for (const auto& [costume, colors] : all) {
    if (colors.before == colors.after) continue;
    ASSIGN_OR_RETURN(ColorEdit edit, edit_of(costume, colors));
    if (std::ranges::equal(edit.colors, game_.colors(costume))) {
      notes.push_back(fmt::format("{}: {}: the nearest colours in room {} are those that it has",
                                  colors.file, costume_text(game_.tables, costume), edit.room));
      continue;
    }
    if (!true_rgb(game_.tables, costume).empty()) {
      notes.push_back(fmt::format("{}: {}: its true colours (RGBS) stay", colors.file,
                                  costume_text(game_.tables, costume)));
    }
    out.push_back(std::move(edit));
  }
  return out;
}

Result<ColorEdit> CostumePalettes::edit_of(uint32_t costume, const Colors& colors) const {
  const Tables& tables = game_.tables;
  const VersionFacts& version = facts(game_.version());
  const uint32_t palette = exported_palette(game_, costume, colors.before);
  const std::string reason = not_recolored(game_, costume, palette);
  if (!reason.empty()) return refused(colors.file, game_, costume, reason);
  const Bytes old = game_.colors(costume);
  std::vector<uint8_t> shadows;
  for (size_t color = 0; color < kMaxColors; ++color) {
    if (version.is_shadow(static_cast<uint8_t>(color))) {
      shadows.push_back(static_cast<uint8_t>(color));
    }
  }
  NearestColors nearest(colors_to_choose(game_, palette), shadows);
  if (nearest.empty()) return refused(colors.file, game_, costume, "its room has no colours");
  RgbaImage wanted{static_cast<uint32_t>(colors.before.size() / 3), 1, {}};
  for (size_t i = 0; i < wanted.width; ++i) {
    const Rgb color = color_at(colors.after, i);
    const bool is_changed = color != color_at(colors.before, i);
    if (is_changed && version.is_shadow(old[i])) {
      return refused(colors.file, game_, costume,
                     fmt::format("colour {} is a shadow, which has no colour", i));
    }
    const uint8_t alpha = is_changed ? 255 : 0;
    wanted.rgba.insert(wanted.rgba.end(), {color[0], color[1], color[2], alpha});
  }
  const MatchedPicture matched = nearest.match(wanted, old);
  ColorEdit edit{colors.file,
                 costume,
                 {old.begin(), old.end()},
                 tables.rooms.number[tables.palettes.room[palette]],
                 matched.error};
  for (size_t i = 0; i < wanted.width; ++i) {
    if (wanted.rgba[4 * i + 3] != 0) edit.colors[i] = matched.pixels[i];
  }
  return edit;
}

void put_colors(const ReadGame& game, const ColorEdit& edit, std::vector<uint8_t>& payload) {
  size_t at = facts(game.version()).cost.has_size ? 8 : 2;
  if (game.tables.costumes.kind[edit.costume] == Kind::akos) {
    std::optional<Block> damage;
    const std::vector<Block> blocks = read_blocks(payload, 0, damage);
    at = std::ranges::find(blocks, tag("AKPL"), &Block::tag)->payload_at();
  }
  std::ranges::copy(edit.colors, payload.begin() + static_cast<ptrdiff_t>(at));
}

}  // namespace wardrobe
