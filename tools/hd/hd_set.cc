#include "tools/hd/hd_set.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "formats/limits.h"
#include "pipeline/io/files.h"
#include "tools/apply/edit_files.h"
#include "tools/apply/png_file.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// Finds the pictures of the manifest's places in the archive.
Status find_pictures(HdSet& set) {
  const TablesView& tables = set.tables();
  std::map<std::string, uint32_t> row_of_file;
  set.picture_of_entry.assign(tables.entries.picture.size(), kNone);
  for (const ManifestPicture& place : set.manifest.pictures) {
    const auto wrong = [&](const std::string& message) {
      return Error{ErrorCode::damaged, kNoOffset,
                   fmt::format("{}: {}: {}", kManifestName, place.file, message)};
    };
    const uint32_t costume = place.costume_row;
    if (costume >= tables.costumes.id.size()) {
      return wrong(fmt::format("{} has no costume #{}", kOriginalName, costume));
    }
    const auto [known, is_new] =
        row_of_file.try_emplace(place.file, static_cast<uint32_t>(set.pictures.size()));
    if (is_new) set.pictures.push_back({place.file, costume, kNone, {}});
    HdPicture& picture = set.pictures[known->second];
    picture.costumes.insert(costume);
    for (const Slot& slot : place.slots) {
      const std::optional<uint32_t> entry = entry_at(tables, costume, slot);
      const uint32_t row = entry ? tables.entries.picture[*entry] : kNone;
      if (row == kNone || tables.pictures.xxh64[row] != place.xxh64) {
        return wrong(fmt::format("{} has another picture or none at {}", kOriginalName,
                                 slot_text(tables, costume, slot)));
      }
      if (std::exchange(set.picture_of_entry[*entry], known->second) != kNone) {
        return wrong(slot_text(tables, costume, slot) + " is named twice");
      }
      if (picture.picture == kNone) picture.picture = row;
    }
  }
  return ok();
}

}  // namespace

Result<RgbaImage> HdSet::original_image(const HdPicture& picture, PictureReader& reader) const {
  ImagePalette palette;
  if (const auto rgb = manifest.palettes.find(picture.costume); rgb != manifest.palettes.end()) {
    palette.set_first(rgb->second);
  }
  palette = picture_palette(tables(), picture.costume, picture.picture, palette);
  ASSIGN_OR_RETURN(const Bytes pixels, reader.read(picture.picture));
  const PicturesView& rows = tables().pictures;
  return RgbaImage{rows.width[picture.picture], rows.height[picture.picture],
                   rgba_of(pixels, palette)};
}

Result<HdSet> open_hd_set(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    return Error{ErrorCode::not_found, kNoOffset, folder.string() + ": no such folder"};
  }
  ASSIGN_OR_RETURN(EditFiles files, find_edits({folder}));
  ASSIGN_OR_RETURN(const std::vector<uint8_t> text, files.load(kManifestName));
  Result<Manifest> manifest = read_manifest(as_text(text));
  if (!manifest) return manifest.error();
  ASSIGN_OR_RETURN(OpenArchive original, open_archive(folder / kOriginalName));
  HdSet set{folder, std::move(original), *std::move(manifest), std::move(files.load), {}, {}};
  TRY(find_pictures(set));
  return set;
}

Result<RgbaImage> read_rgba(Bytes file) {
  ASSIGN_OR_RETURN(const PngHeader header, read_png_header(file));
  const uint64_t pixels = uint64_t{header.width} * header.height;
  if (pixels == 0 || pixels > kMaxFramePixels) {
    return Error{ErrorCode::limit, kNoOffset,
                 fmt::format("it has {}×{} pixels", header.width, header.height)};
  }
  ASSIGN_OR_RETURN(PngPicture picture, read_png(file, header));
  return to_rgba(header, std::move(picture));
}

}  // namespace wardrobe
