#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/apply/edits.h"
#include "tools/apply/manifest.h"
#include "tools/apply/read_game.h"
#include "tools/export/png_writer.h"

namespace wardrobe {

/// A picture of a game, as an editor has it open.
struct OpenPicture {
  std::string file = "picture.png";
  uint32_t costume = 0;           ///< row of Costumes
  std::vector<uint32_t> entries;  ///< rows of Entries
  PictureShape shape;
  std::vector<uint8_t> pixels;

  /// Gives the picture this size, and `color` to all its pixels.
  void repaint(uint16_t width, uint16_t height, uint8_t color) {
    shape.width = width;
    shape.height = height;
    pixels.assign(size_t{width} * height, color);
  }
};

/// Returns the pictures of a game. Those with equal content and placement appear once.
inline std::vector<OpenPicture> open_pictures(const ReadGame& game) {
  const Tables& t = game.tables;
  std::vector<OpenPicture> pictures;
  for (uint32_t costume = 0; costume < t.costumes.id.size(); ++costume) {
    std::map<std::vector<int64_t>, size_t> known;
    for (const uint32_t e : entries_of(t, costume)) {
      const uint32_t picture = t.entries.picture[e];
      if (picture == kNone) continue;
      const std::vector<int64_t> key = {picture,
                                        t.entries.x[e],
                                        t.entries.y[e],
                                        t.entries.xinc[e],
                                        t.entries.yinc[e],
                                        t.entries.redirect_limb[e],
                                        t.entries.redirect_index[e]};
      const auto [found, is_new] = known.try_emplace(key, pictures.size());
      if (is_new) {
        const Bytes pixels = game.pixels(picture);
        pictures.push_back({std::to_string(e) + ".png",
                            costume,
                            {},
                            {t.pictures.width[picture], t.pictures.height[picture], t.entries.x[e],
                             t.entries.y[e], t.entries.xinc[e], t.entries.yinc[e]},
                            {pixels.begin(), pixels.end()}});
      }
      pictures[found->second].entries.push_back(e);
    }
  }
  return pictures;
}

/// A folder in memory: {file name: bytes}.
using MemoryFolder = std::map<std::string, std::vector<uint8_t>>;

inline LoadFile load_from(const MemoryFolder& folder) {
  return [&folder](const std::string& name) -> Result<std::vector<uint8_t>> {
    const auto found = folder.find(name);
    if (found != folder.end()) return found->second;
    return Error{ErrorCode::not_found, kNoOffset, name + ": not there"};
  };
}

/// Returns the [limb, index] of each entry that shows `picture`.
inline nlohmann::json slots_of(const Tables& tables, const OpenPicture& picture) {
  nlohmann::json slots = nlohmann::json::array();
  for (const uint32_t entry : picture.entries) {
    const Slot slot = slot_of(tables, picture.costume, entry);
    slots.push_back(
        {slot.limb == kNoLimb ? nlohmann::json() : nlohmann::json(slot.limb), slot.index});
  }
  return slots;
}

/// Returns the manifest of these pictures. It has their current placement, but otherwise describes
/// the unchanged game.
inline nlohmann::json manifest_of(const ReadGame& game, const std::vector<OpenPicture>& pictures) {
  const Tables& t = game.tables;
  nlohmann::json files = nlohmann::json::array();
  for (size_t i = 0; i < t.sources.size.size(); ++i) {
    files.push_back(
        {{"name", text_at(t.sources.name_offset, t.sources.name, i)}, {"size", t.sources.size[i]}});
  }
  nlohmann::json rows = nlohmann::json::array();
  for (const OpenPicture& picture : pictures) {
    const uint32_t old = t.entries.picture[picture.entries[0]];
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx",
                  static_cast<unsigned long long>(t.pictures.xxh64[old]));
    const uint16_t id = t.costumes.id[picture.costume];
    rows.push_back({{"file", picture.file},
                    {"costume", id == 0 ? nlohmann::json() : nlohmann::json(id)},
                    {"costume_row", picture.costume},
                    {"slots", slots_of(t, picture)},
                    {"width", t.pictures.width[old]},
                    {"height", t.pictures.height[old]},
                    {"x", picture.shape.x},
                    {"y", picture.shape.y},
                    {"xinc", picture.shape.xinc},
                    {"yinc", picture.shape.yinc},
                    {"xxh64", hash},
                    {"transparent", t.pictures.transparent[old]}});
  }
  return {{"game", {{"files", files}}}, {"palettes", nlohmann::json::array()}, {"pictures", rows}};
}

inline std::vector<uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

/// Returns the folder that export would have written, with these repainted pictures.
inline MemoryFolder folder_of(const ReadGame& game, const std::vector<OpenPicture>& pictures) {
  MemoryFolder folder{{kManifestName, bytes_of(manifest_of(game, pictures).dump())}};
  for (const OpenPicture& picture : pictures) {
    ImagePalette palette;
    for (size_t i = 0; i < palette.rgb.size(); ++i) palette.rgb[i] = static_cast<uint8_t>(i / 3);
    palette.transparent =
        game.tables.pictures.transparent[game.tables.entries.picture[picture.entries[0]]];
    Result<std::vector<uint8_t>> png =
        write_png({picture.shape.width, picture.shape.height, picture.pixels}, palette);
    if (png) folder[picture.file] = *std::move(png);
  }
  return folder;
}

}  // namespace wardrobe
