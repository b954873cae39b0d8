#include "tools/apply/edits.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "tools/apply/edit_files.h"
#include "tools/apply/manifest.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

Result<Edits> read_pngs(Bytes manifest, const EditFiles& files, const ReadGame& game,
                        const ColorOptions& options) {
  if (files.alone.empty()) return read_png_edits(manifest, files.load, game, options);
  ASSIGN_OR_RETURN(const std::vector<uint8_t> own, manifest_of_files(manifest, files, game));
  return read_png_edits(own, files.load, game, options);
}

Result<Edits> read_aseprites(Bytes index, const EditFiles& files, const ReadGame& game,
                             const ColorOptions& options) {
  if (options.scale > 1 || options.quantize) {
    return Error{ErrorCode::not_found, kNoOffset,
                 "--scale and --quantize need PNGs of export --format pictures"};
  }
  if (files.alone.empty()) return read_aseprite_edits(index, files.load, game, options);
  ASSIGN_OR_RETURN(const std::vector<uint8_t> own, index_of_files(index, files, game));
  return read_aseprite_edits(own, files.load, game, options);
}

Result<Edits> read_files(const EditFiles& files, const ReadGame& game,
                         const ColorOptions& options) {
  const Result<std::vector<uint8_t>> manifest = files.load(kManifestName);
  const Result<std::vector<uint8_t>> index = files.load(kExportIndexName);
  const auto text = [](const Result<std::vector<uint8_t>>& file) {
    return file ? Bytes(*file) : Bytes();
  };
  const bool pngs = !files.alone.empty() && files.alone[0].ends_with(".png");
  if (pngs || (files.alone.empty() && manifest))
    return read_pngs(text(manifest), files, game, options);
  const bool no_manifest = !manifest && manifest.error().code == ErrorCode::not_found;
  if (!files.alone.empty() || (index && no_manifest)) {
    return read_aseprites(text(index), files, game, options);
  }
  if (!no_manifest) return manifest.error();
  return Error{ErrorCode::not_found, kNoOffset,
               manifest.error().message +
                   "; expected a folder that wardrobe export --format "
                   "pictures or aseprite wrote, or files of it"};
}

/// Adds to `notes` what became of files, unless there are none.
void note_files(const char* what, const std::vector<std::string>& names,
                std::vector<std::string>& notes) {
  if (names.empty()) return;
  notes.push_back(
      fmt::format("{}: {}{}", what, names[0],
                  names.size() == 1 ? "" : fmt::format(" and {} more", names.size() - 1)));
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
  const uint32_t colors = color_count(game, edit.costume, entry);
  if (highest < colors) return true;
  return Error{ErrorCode::damaged, kNoOffset,
               fmt::format("colour {} is beyond the costume's {} colours", highest, colors)};
}

Result<Edits> recolor(const ReadGame& game, uint32_t costume, const ColorOptions& options) {
  const ExportedPalettes none_exported;
  CostumePalettes palettes(game, none_exported, options.palette);
  palettes.add(costume);
  Edits out;
  ASSIGN_OR_RETURN(out.colors, palettes.edits(out.notes));
  return out;
}

namespace {

/// Adds the edits of a mod to those of others.
Status add_mod(const ReadGame& game, Edits mod, Edits& to) {
  const auto twice = [&](const std::string& file, const std::string& what) {
    return Error{ErrorCode::damaged, kNoOffset,
                 fmt::format("{}: two of the mods change {}; apply only one of them", file, what)};
  };
  std::set<uint32_t> entries;
  std::set<uint32_t> costumes;
  for (const PictureEdit& edit : to.pictures) {
    entries.insert(edit.entries.begin(), edit.entries.end());
  }
  for (const ColorEdit& edit : to.colors) costumes.insert(edit.costume);
  for (PictureEdit& edit : mod.pictures) {
    for (const uint32_t entry : edit.entries) {
      if (entries.contains(entry))
        return twice(edit.file, slot_text(game.tables, edit.costume, entry));
    }
    to.pictures.push_back(std::move(edit));
  }
  for (ColorEdit& edit : mod.colors) {
    if (costumes.contains(edit.costume)) {
      return twice(edit.file, "colours of " + costume_text(game.tables, edit.costume));
    }
    to.colors.push_back(std::move(edit));
  }
  append(to.missing, mod.missing);
  append(to.notes, mod.notes);
  return ok();
}

}  // namespace

Result<Edits> read_edits(const EditFiles& files, const ReadGame& game,
                         const ColorOptions& options) {
  std::set<std::string> used;
  EditFiles watched = files;
  watched.load = [&](const std::string& name) {
    used.insert(name);
    return files.load(name);
  };
  Result<Edits> edits = read_files(watched, game, options);
  if (!edits) return edits;
  std::vector<std::string> unknown;
  std::ranges::set_difference(files.pictures, used, std::back_inserter(unknown));
  note_files("missing, so left unchanged", edits->missing, edits->notes);
  note_files("not exported under this name, so not used", unknown, edits->notes);
  for (const EditFiles& mod : files.mods) {
    ASSIGN_OR_RETURN(Edits more, read_edits(mod, game, options));
    TRY(add_mod(game, std::move(more), *edits));
  }
  return edits;
}

}  // namespace wardrobe
