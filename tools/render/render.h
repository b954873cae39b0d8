#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/player.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "kernels/blit.h"

namespace wardrobe {

/// Look-ups by the numbers that games use. Each returns nullopt if there is no such thing.

/// The costume with this id or alias: a row of Costumes.
std::optional<uint32_t> find_costume(const TablesView& tables, uint32_t id);

/// Palette `number`, counted from 0, of a row of Rooms: a row of Palettes.
std::optional<uint32_t> palette_of_room(const TablesView& tables, uint32_t room, uint32_t number);

/// The same of the room that find_room() returns.
std::optional<uint32_t> find_palette(const TablesView& tables, uint32_t room, uint32_t number);

/// The room with this number: a row of Rooms. Of several, the one that the game's index means,
/// which comes first (FORMAT.md "rooms").
std::optional<uint32_t> find_room(const TablesView& tables, uint32_t number);

/// An open archive.
struct OpenArchive {
  Archive archive;
  const TablesView& tables = archive.tables();
};

/// Opens an archive. Errors name the file.
Result<OpenArchive> open_archive(const std::filesystem::path& path);

/// A rectangle in pixels. Its position is relative to an actor's anchor.
struct Rect {
  int64_t left = 0;
  int64_t top = 0;
  int64_t width = 1;
  int64_t height = 1;

  friend bool operator==(const Rect&, const Rect&) = default;
};

/// An image of indices, row-major.
struct IndexImage {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> pixels;
};

/// The colours of an image's indices.
struct ImagePalette {
  static constexpr size_t kColors = 256;
  std::array<uint8_t, 3 * kColors> rgb{};
  std::array<bool, kColors> shadow{};  ///< drawn with kShadowAlpha, over what is behind the image
  std::optional<uint8_t> transparent;

  /// Sets the first colours to these: red, green and blue of each.
  void set_first(Bytes colors) {
    std::ranges::copy(colors.first(std::min(colors.size(), rgb.size())), rgb.begin());
  }
};

/// Whether pixels that the engine darkens (SCUMM.md §6 "Shadows") are drawn as black at half
/// strength, or in the colours of their values.
enum class Shadows : uint8_t { darken, as_stored };
inline constexpr uint8_t kShadowAlpha = 128;

/// How shadows are drawn on an image of indices. The default draws none.
struct Shading {
  std::array<bool, ImagePalette::kColors> is_shadow{};  ///< by pixel value
  std::array<uint8_t, ImagePalette::kColors> darker{};  ///< the image's index → the one in shadow
  bool any = false;
};

inline BlitPicture picture_with(const PicturesView& pictures, uint32_t row, Bytes pixels) {
  const uint16_t width = pictures.width[row];
  return {pixels, width, pictures.height[row], width, pictures.transparent[row]};
}

/// Reads the picture in a row of Pictures. The result is valid as long as the archive is open.
inline Result<BlitPicture> read_picture(const Archive& archive, uint32_t row) {
  ASSIGN_OR_RETURN(const Bytes pixels, archive.read_picture(row));
  return picture_with(archive.tables().pictures, row, pixels);
}

/// The smallest box around rectangles.
class Extent {
 public:
  void add(int32_t x, int32_t y, uint32_t width, uint32_t height);

  bool empty() const { return right_ == left_; }
  /// Has at least one pixel.
  Rect box() const { return empty() ? Rect() : Rect{left_, top_, right_ - left_, bottom_ - top_}; }

 private:
  int64_t left_ = 0;
  int64_t top_ = 0;
  int64_t right_ = 0;
  int64_t bottom_ = 0;
};

/// The smallest box that holds all cels of all ticks; at least one pixel. If every frame shows this
/// box, the anchor is at the same place in all of them.
Rect bounds_of(const Trace& trace, const PicturesView& pictures);

/// Whether `size` pixels, the first at `at`, overlap a canvas of `canvas` pixels, in one dimension.
/// Check this first: some cels are too far away for the kernel's arithmetic.
inline bool reaches(int64_t at, size_t size, size_t canvas) {
  return at < static_cast<int64_t>(canvas) && at + static_cast<int64_t>(size) > 0;
}

/// Calls draw(picture, place) for each cel that overlaps the canvas. The other parameters are those
/// of draw_cels.
template <class CelList, class PictureOf, class Draw>
Status for_each_placed(const CelList& cels, const PictureOf& picture_of, const Rect& box,
                       size_t canvas_width, size_t canvas_height, const Draw& draw) {
  for (size_t i = 0; i < cels.size(); ++i) {
    const Cel cel = cels[i];
    ASSIGN_OR_RETURN(const BlitPicture picture, picture_of(cel.picture));
    const int64_t x = cel.x - box.left;
    const int64_t y = cel.y - box.top;
    if (!reaches(x, picture.width, canvas_width)) continue;
    if (!reaches(y, picture.height, canvas_height)) continue;
    draw(picture, BlitAt{static_cast<int32_t>(x), static_cast<int32_t>(y), cel.flip != 0});
  }
  return ok();
}

/// Draws a picture as blit does, but pixels of shadow values darken the canvas.
void blit_shaded(const BlitPicture& picture, BlitAt at, const Shading& shading,
                 const Canvas<uint8_t>& canvas);

/// Draws cels in order on a canvas, clipped to it. The top left of the canvas is that of `box`.
/// `cels` has size(), and elements of type Cel. picture_of(row) returns a row of Pictures as
/// Result<BlitPicture>. Fails with its first error.
template <class CelList, class PictureOf>
Status draw_cels(const CelList& cels, const PictureOf& picture_of, const Rect& box,
                 const Canvas<uint8_t>& canvas, const Shading& shading = {}) {
  return for_each_placed(cels, picture_of, box, canvas.width, canvas.height,
                         [&](const BlitPicture& picture, BlitAt at) {
                           if (shading.any) return blit_shaded(picture, at, shading, canvas);
                           blit(picture, at, canvas);
                         });
}
template <class CelList, class PictureOf>
Status draw_cels(const CelList& cels, const PictureOf& picture_of, const Rect& box,
                 BlitPalette palette, const Canvas<uint32_t>& canvas) {
  return for_each_placed(
      cels, picture_of, box, canvas.width, canvas.height,
      [&](const BlitPicture& picture, BlitAt at) { blit(picture, at, palette, canvas); });
}

/// Returns the colours of indices: red, green, blue and alpha. Transparent pixels are all zero.
std::vector<uint8_t> rgba_of(Bytes pixels, const ImagePalette& palette);

/// Returns the image with every pixel as a square of `scale` × `scale`.
IndexImage magnified(IndexImage image, uint32_t scale);

/// The colours of a costume in a palette of a room, and a pixel value for the background.
struct Look {
  ImagePalette palette;
  Shading shading;  ///< of images of the costume's pixel values
  uint8_t background = 0;
  uint32_t colors = 0;  ///< number of values that the costume's pixels can have
};

/// The shading of a costume in images of a room's colours. `palette` is a row of Palettes.
Shading room_shading(const TablesView& tables, uint32_t costume, uint32_t palette);

/// The look of a costume in `room_palette`, a row of Palettes, or else in its default palette; if
/// that is none, it has its true colours, or else greys. `background` is a colour of that palette
/// to show behind the costume; without it, the background is transparent.
/// Darkening shadows are black, and ImagePalette::shadow, or the background at half strength.
Look make_look(const TablesView& tables, uint32_t costume,
               std::optional<uint32_t> room_palette = {}, std::optional<uint8_t> background = {},
               Shadows shadows = Shadows::darken);

/// The palette of a picture of a costume, a row of Pictures: `palette` with the picture's own
/// transparent value, and shadows as black at half strength.
ImagePalette picture_palette(const TablesView& tables, uint32_t costume, uint32_t picture,
                             ImagePalette palette);

}  // namespace wardrobe
