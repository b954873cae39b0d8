#include "tools/edit/edits.h"

#include <algorithm>

#include <fmt/core.h>

#include "tools/edit/manifest.h"

namespace wardrobe {
namespace {

Result<Edits> read_folder(const LoadFile& load, const ReadGame& game, const ColorOptions& options) {
  const Result<std::vector<uint8_t>> manifest = load(kManifestName);
  if (manifest) return read_png_edits(*manifest, load, game, options);
  const Result<std::vector<uint8_t>> index = load(kExportIndexName);
  if (index && manifest.error().code == ErrorCode::not_found) {
    if (options.scale > 1 || options.quantize || options.dither || options.most) {
      return Error{ErrorCode::not_found, kNoOffset,
                   "--scale, --quantize, --dither and --most need a folder of export --format "
                   "pictures"};
    }
    return read_aseprite_edits(*index, load, game);
  }
  return manifest.error();
}

}  // namespace

Result<bool> compare_with_game(const ReadGame& game, PictureEdit& edit) {
  const uint32_t entry = edit.entries[0];
  const PictureShape old = shape_at(game.tables, entry);
  edit.repainted =
      !edit.shape.same_size(old) ||
      !std::ranges::equal(edit.pixels, game.pixels(game.tables.entries.picture[entry]));
  if (!edit.repainted) return edit.shape != old;
  const uint8_t highest = *std::ranges::max_element(edit.pixels);
  const uint32_t colors = color_count(game, entry);
  if (highest < colors) return true;
  return Error{ErrorCode::damaged, kNoOffset,
               fmt::format("colour {} is beyond the costume's {} colours", highest, colors)};
}

Result<Edits> read_edits(const LoadFile& load, const ReadGame& game, const ColorOptions& options) {
  Result<Edits> edits = read_folder(load, game, options);
  if (!edits || edits->missing.empty()) return edits;
  const size_t others = edits->missing.size() - 1;
  edits->notes.push_back(fmt::format("missing, so left unchanged: {}{}", edits->missing[0],
                                     others == 0 ? "" : fmt::format(" and {} more", others)));
  return edits;
}

}  // namespace wardrobe
