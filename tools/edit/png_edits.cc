#include "tools/edit/png_edits.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "formats/limits.h"
#include "tools/edit/manifest.h"
#include "tools/edit/palette_order.h"
#include "tools/edit/png_picture.h"

namespace wardrobe {
namespace {

class PngEditReader {
 public:
  PngEditReader(const LoadFile& load, const ReadGame& game, const Manifest& manifest)
      : load_(load), game_(game), tables_(game.tables), manifest_(manifest) {}

  Result<Edits> read() {
    const Status same = check_exported_game(kManifestName, manifest_.files, tables_);
    if (!same) return same.error();
    for (const ManifestPicture& picture : manifest_.pictures) {
      if (Status read = read_picture(picture); !read) return read.error();
    }
    return std::move(out_);
  }

 private:
  /// Names the slot that was looked up last.
  Error refused(const ManifestPicture& picture, const std::string& message) const {
    std::string where = picture.file;
    if (!edit_.entries.empty()) {
      where += ": " + slot_text(tables_, edit_.costume, edit_.entries.back());
    }
    return {ErrorCode::damaged, kNoOffset, where + ": " + message};
  }

  Status read_picture(const ManifestPicture& picture) {
    edit_ = PictureEdit{};
    edit_.file = picture.file;
    if (Status found = find_costume(picture); !found) return found;
    for (const SlotId& slot : picture.slots) {
      if (Status found = find_entry(picture, slot); !found) return found;
    }
    const Result<std::vector<uint8_t>> file = load_(picture.file);
    if (!file && file.error().code == ErrorCode::not_found) {
      out_.missing.push_back(picture.file);
      return ok();
    }
    if (!file) return file.error();
    Result<PngPicture> png = read_picture_file(picture, *file);
    if (!png) return png.error();
    const PictureShape old = shape_at(tables_, edit_.entries[0]);
    edit_.shape = picture.shape;
    edit_.shape.width = png->width;
    edit_.shape.height = png->height;
    if (!picture.shape.same_size(old) && !picture.shape.same_size(edit_.shape)) {
      return refused(picture, "the manifest says " + size_text(picture.shape) +
                                  " pixels; the PNG has " + size_text(edit_.shape));
    }
    const Bytes pixels = game_.pixels(tables_.entries.picture[edit_.entries[0]]);
    edit_.repainted = !edit_.shape.same_size(old) || !std::ranges::equal(png->pixels, pixels);
    if (!edit_.repainted && edit_.shape == old) return ok();
    edit_.pixels = std::move(png->pixels);
    const uint8_t highest = *std::ranges::max_element(edit_.pixels);
    if (edit_.repainted && highest >= color_count(tables_, edit_.costume)) {
      return refused(picture, beyond_colors(tables_, edit_.costume, highest));
    }
    out_.pictures.push_back(std::move(edit_));
    return ok();
  }

  Status find_costume(const ManifestPicture& picture) {
    const Costumes& costumes = tables_.costumes;
    if (picture.costume_row >= costumes.id.size() ||
        costumes.id[picture.costume_row] != picture.costume) {
      return refused(picture, "costume #" + std::to_string(picture.costume_row) +
                                  " is not costume " + std::to_string(picture.costume) +
                                  kOtherGame);
    }
    edit_.costume = picture.costume_row;
    return ok();
  }

  /// Adds the entry of a slot, which must hold what was exported from it, and be named only once.
  Status find_entry(const ManifestPicture& picture, const SlotId& slot) {
    const std::optional<uint32_t> entry = entry_at(tables_, edit_.costume, slot);
    if (!entry || tables_.entries.picture[*entry] == kNone) {
      return refused(picture,
                     "the game has no picture at " + slot_text(tables_, edit_.costume, slot));
    }
    edit_.entries.push_back(*entry);
    const uint32_t row = tables_.entries.picture[*entry];
    if (tables_.pictures.xxh64[row] != picture.xxh64 ||
        tables_.pictures.transparent[row] != picture.transparent) {
      return refused(
          picture, std::string("the game's picture is not the one that was exported") + kOtherGame);
    }
    if (shape_at(tables_, *entry) != shape_at(tables_, edit_.entries[0])) {
      return refused(picture, "the manifest's slots differ in size or placement");
    }
    const auto [known, is_new] = file_of_entry_.try_emplace(*entry, picture.file);
    if (!is_new)
      return refused(picture, "the manifest has this slot twice, also in " + known->second);
    return ok();
  }

  /// The PNG, with the values of its pixels in the costume's palette.
  Result<PngPicture> read_picture_file(const ManifestPicture& picture, Bytes file) {
    Result<PngPicture> png = read_png(file);
    if (!png) return refused(picture, png.error().message);
    read_pixels_ += png->pixels.size();
    if (read_pixels_ > kMaxEditPixels) {
      return refused(picture, "the pictures up to this one have more than " +
                                  limit_text(kMaxEditPixels) + " pixels");
    }
    if (const auto rgb = manifest_.palettes.find(edit_.costume); rgb != manifest_.palettes.end()) {
      const Result<bool> restored =
          restore_palette(rgb->second, picture.transparent, png->palette, png->width, png->pixels);
      if (!restored) return refused(picture, restored.error().message);
      if (*restored) out_.notes.push_back(picture.file + kOtherOrder);
    }
    return png;
  }

  const LoadFile& load_;
  const ReadGame& game_;
  const Tables& tables_;
  const Manifest& manifest_;
  std::unordered_map<uint32_t, std::string> file_of_entry_;
  PictureEdit edit_;
  uint64_t read_pixels_ = 0;  ///< of all PNGs
  Edits out_;
};

}  // namespace

Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game) {
  const Result<Manifest> read = read_manifest(as_text(manifest));
  if (!read) return read.error();
  return PngEditReader(load, game, *read).read();
}

}  // namespace wardrobe
