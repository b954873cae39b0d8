#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/limits.h"
#include "formats/result.h"
#include "tools/apply/color_edits.h"
#include "tools/apply/edits.h"
#include "tools/apply/manifest.h"
#include "tools/apply/nearest_colors.h"
#include "tools/apply/palette_order.h"
#include "tools/apply/png_file.h"

namespace wardrobe {
namespace {

class PngEditReader {
 public:
  PngEditReader(const LoadFile& load, const ReadGame& game, const Manifest& manifest,
                const ColorOptions& options)
      : load_(load),
        game_(game),
        tables_(game.tables),
        manifest_(manifest),
        scale_(options.scale == 0 ? manifest.scale : options.scale),
        matches_(options.quantize || scale_ > 1),
        palettes_(game, manifest.palettes, options.palette) {}

  Result<Edits> read() {
    TRY(check_exported_game(kManifestName, manifest_.files, tables_));
    for (const ManifestPicture& picture : manifest_.pictures) {
      TRY(read_picture(picture));
    }
    ASSIGN_OR_RETURN(out_.colors, palettes_.edits(out_.notes));
    return std::move(out_);
  }

 private:
  /// An error that names the slot that was looked up last.
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
    TRY(find_costume(picture));
    for (const Slot& slot : picture.slots) {
      TRY(find_entry(picture, slot));
    }
    const Result<std::vector<uint8_t>> file = load_(picture.file);
    if (!file && file.error().code == ErrorCode::not_found) {
      out_.missing.push_back(picture.file);
      return ok();
    }
    if (!file) return file.error();
    palettes_.add(edit_.costume);
    TRY(read_picture_file(picture, *file));
    const Result<bool> changed = compare_with_game(game_, edit_);
    if (!changed) return refused(picture, changed.error().message);
    if (*changed) out_.pictures.push_back(std::move(edit_));
    return ok();
  }

  Status find_costume(const ManifestPicture& picture) {
    const Costumes& costumes = tables_.costumes;
    if (picture.costume_row >= costumes.id.size() ||
        costumes.id[picture.costume_row] != picture.costume) {
      return refused(picture, fmt::format("costume @{} is not costume {}{}", picture.costume_row,
                                          picture.costume, kOtherGame));
    }
    edit_.costume = picture.costume_row;
    return ok();
  }

  /// Adds the entry of a slot to the edit. Fails if the slot does not hold the exported picture, or
  /// was named before.
  Status find_entry(const ManifestPicture& picture, const Slot& slot) {
    const std::optional<uint32_t> entry = entry_at(tables_, edit_.costume, slot);
    if (!entry || tables_.entries.picture[*entry] == kNone) {
      return refused(picture,
                     "the game has no picture at " + slot_text(tables_, edit_.costume, slot));
    }
    edit_.entries.push_back(*entry);
    const uint32_t row = tables_.entries.picture[*entry];
    if (tables_.pictures.xxh64[row] != picture.xxh64 ||
        tables_.pictures.transparent[row] != picture.transparent) {
      return refused(picture,
                     fmt::format("the game's picture differs from the exported one{}", kOtherGame));
    }
    if (shape_at(tables_, *entry) != shape_at(tables_, edit_.entries[0])) {
      return refused(picture, "the manifest's slots differ in size or placement");
    }
    const auto [known, is_new] = file_of_entry_.try_emplace(*entry, picture.file);
    if (!is_new) {
      return refused(picture, "the manifest has this slot twice, also in " + known->second);
    }
    return ok();
  }

  /// Sets the shape and the pixels of the edit; the pixels are values of the costume's palette.
  Status read_picture_file(const ManifestPicture& picture, Bytes file) {
    const Result<PngHeader> header = read_png_header(file);
    if (!header) return refused(picture, header.error().message);
    TRY(check_size(picture, *header));
    if (!header->is_indexed() && !matches_) {
      return refused(picture, fmt::format("the PNG is {}; save it as indexed, with its original "
                                          "palette, or use --quantize",
                                          header->kind()));
    }
    Result<PngPicture> png = read_png(file, *header);
    if (!png) return refused(picture, png.error().message);
    if (header->is_indexed() && scale_ == 1) {
      const Result<bool> kept = keep_values(picture, *png);
      if (!kept) return refused(picture, kept.error().message);
      if (*kept) return ok();
    }
    return match_colors(picture, to_rgba(*header, *std::move(png)));
  }

  /// Sets the shape of the edit.
  Status check_size(const ManifestPicture& picture, const PngHeader& png) {
    if (png.width % scale_ != 0 || png.height % scale_ != 0) {
      return refused(picture, fmt::format("the PNG has {}×{} pixels, which are not multiples of {}",
                                          png.width, png.height, scale_));
    }
    const uint32_t width = png.width / scale_;
    const uint32_t height = png.height / scale_;
    if (!is_picture_size(width, height)) {
      return refused(picture, "the PNG has " + bad_size_text(width, height));
    }
    const uint64_t pixels = uint64_t{png.width} * png.height;
    if (pixels > kMaxFramePixels) {
      return refused(picture,
                     fmt::format("the PNG has more than {} pixels", limit_text(kMaxFramePixels)));
    }
    read_pixels_ += pixels;
    if (read_pixels_ > kMaxEditPixels) {
      return refused(picture, fmt::format("the pictures up to this one have more than {} pixels",
                                          limit_text(kMaxEditPixels)));
    }
    edit_.shape = picture.shape;
    edit_.shape.width = static_cast<uint16_t>(width);
    edit_.shape.height = static_cast<uint16_t>(height);
    const PictureShape old = shape_at(tables_, edit_.entries[0]);
    if (!picture.shape.same_size(old) && !picture.shape.same_size(edit_.shape)) {
      return refused(picture, fmt::format("the manifest says {} pixels; the PNG has {}",
                                          size_text(picture.shape), size_text(edit_.shape)));
    }
    return ok();
  }

  /// The colours of the costume as exported; empty: unknown.
  std::vector<uint8_t> exported_colors() const {
    const auto rgb = manifest_.palettes.find(edit_.costume);
    return rgb == manifest_.palettes.end() ? std::vector<uint8_t>() : rgb->second;
  }

  /// Takes over the values of an indexed PNG. Returns false if its colours must be matched instead.
  Result<bool> keep_values(const ManifestPicture& picture, PngPicture& png) {
    ASSIGN_OR_RETURN(const std::vector<uint8_t> rgb,
                     matches_ ? exported_colors()
                              : palettes_.colors_of(edit_.costume, picture.file, png.palette));
    if (!rgb.empty()) {
      std::vector<uint8_t> pixels = png.pixels;
      const Result<bool> restored =
          restore_palette(rgb, picture.transparent, png.palette, edit_.shape.width, pixels);
      if (!restored && matches_) return false;
      if (!restored) return restored.error();
      if (*restored) out_.notes.push_back(picture.file + kOtherOrder);
      png.pixels = std::move(pixels);
    }
    edit_.pixels = std::move(png.pixels);
    return true;
  }

  /// Reduces the image, and takes the costume's nearest colours.
  Status match_colors(const ManifestPicture& picture, const RgbaImage& image) {
    const std::vector<uint8_t> rgb = exported_colors();
    if (rgb.empty()) {
      return refused(picture, fmt::format("{} lists no colours of costume @{} to match",
                                          kManifestName, edit_.costume));
    }
    const size_t count =
        std::min<size_t>(rgb.size() / 3, color_count(game_, edit_.costume, edit_.entries[0]));
    std::vector<uint8_t> undrawn = {picture.transparent};
    if (manifest_.has_dark_shadows) {
      const auto shadows =
          elements_at(tables_.costumes.shadow_offset, tables_.costumes.shadow, edit_.costume);
      undrawn.insert(undrawn.end(), shadows.begin(), shadows.end());
    }
    NearestColors colors(Bytes(rgb).first(3 * count), undrawn);
    if (colors.empty()) return refused(picture, "the costume has no colour to draw with");
    const PictureShape old = shape_at(tables_, edit_.entries[0]);
    const Bytes old_pixels = old.same_size(edit_.shape)
                                 ? game_.pixels(tables_.entries.picture[edit_.entries[0]])
                                 : Bytes();
    MatchedPicture matched = colors.match(reduced(image, scale_), old_pixels);
    edit_.pixels = std::move(matched.pixels);
    edit_.error = matched.error;
    return ok();
  }

  const LoadFile& load_;
  const ReadGame& game_;
  const Tables& tables_;
  const Manifest& manifest_;
  const uint32_t scale_;  ///< of the PNGs
  const bool matches_;    ///< whether other colours are matched
  CostumePalettes palettes_;
  std::unordered_map<uint32_t, std::string> file_of_entry_;
  PictureEdit edit_;
  uint64_t read_pixels_ = 0;  ///< of all PNGs
  Edits out_;
};

}  // namespace

Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game,
                             const ColorOptions& options) {
  ASSIGN_OR_RETURN(const Manifest read, read_manifest(as_text(manifest)));
  return PngEditReader(load, game, read, options).read();
}

}  // namespace wardrobe
