#include "tools/export/aseprite_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "tools/export/aseprite_format.h"
#include "tools/export/deflate.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

constexpr uint32_t kLayerOpacityIsValid = 1;
constexpr unsigned kLayerFlags = 1 | 2 | 16;  ///< visible, editable, prefers linked cels
// Limits of the fields of a file.
constexpr int64_t kMostPosition = 0x7FFF;  ///< of a cel
constexpr size_t kMostLayers = 0x7FFF;     ///< a cel's z-index is signed
constexpr uint64_t kMostBytes = 0xFFFFFFFF;
/// Places in a frame's header.
constexpr size_t kOldChunkCount = 6;
constexpr size_t kChunkCount = 12;

Error too_large(std::string message) { return {ErrorCode::limit, kNoOffset, std::move(message)}; }

Status check_limits(const FramePlan& plan, size_t layers) {
  if (layers > kMostLayers) {
    return too_large(fmt::format("{} layers: an .aseprite file can have {}", layers, kMostLayers));
  }
  for (const Cel& cel : plan.frames.cels) {
    const int64_t x = cel.x - plan.box.left;
    const int64_t y = cel.y - plan.box.top;
    if (std::max(x, y) <= kMostPosition) continue;
    return too_large(
        fmt::format("a cel at {}, {} of its frame: in an .aseprite file it can be at {} at most", x,
                    y, kMostPosition));
  }
  return ok();
}

/// A STRING: its length, then its bytes.
void put_string(ByteWriter& out, std::string_view text) {
  out.u16(static_cast<unsigned>(text.size()));
  out.text(text);
}

/// The pixels of a picture as the cel shows them: flipped if the cel is, and with `transparent` as
/// the transparent value.
std::vector<uint8_t> cel_pixels(const Cel& cel, const PicturesView& pictures, Bytes stored,
                                uint8_t transparent) {
  const ptrdiff_t width = pictures.width[cel.picture];
  std::vector<uint8_t> pixels(stored.begin(), stored.end());
  for (auto row = pixels.begin(); cel.flip != 0 && row != pixels.end(); row += width) {
    std::reverse(row, row + width);
  }
  std::ranges::replace(pixels, pictures.transparent[cel.picture], transparent);
  return pixels;
}

/// The palette of a file: the first colours of the costume's look, as many as the pixels need.
struct FilePalette {
  uint8_t transparent = 0;  ///< of the pictures or, if theirs differ, a value that none draws
  uint32_t colors = 0;
};

Result<FilePalette> choose_palette(const FramePlan& plan, const TablesView& tables,
                                   const Look& look, const ReadPixels& pixels_of) {
  std::set<uint32_t> pictures;
  for (const Cel& cel : plan.frames.cels) pictures.insert(cel.picture);
  std::set<uint8_t> transparent;
  uint32_t colors = look.colors;
  for (const uint32_t picture : pictures) {
    ASSIGN_OR_RETURN(const Bytes pixels, pixels_of(picture));
    transparent.insert(tables.pictures.transparent[picture]);
    colors = std::max(colors, *std::ranges::max_element(pixels) + 1u);
  }
  const uint8_t chosen = transparent.size() == 1 ? *transparent.begin() : look.background;
  return FilePalette{chosen, std::max(colors, chosen + 1u)};
}

class AsepriteWriter {
 public:
  AsepriteWriter(const FramePlan& plan, const TablesView& tables, const Look& look,
                 const FilePalette& palette, const ReadPixels& pixels_of, unsigned tick_ms)
      : plan_(plan),
        tables_(tables),
        look_(look),
        palette_(palette),
        pixels_of_(pixels_of),
        tick_ms_(tick_ms),
        layers_(layers_of(plan)) {}

  Result<std::vector<uint8_t>> write() {
    put_header();
    for (uint32_t frame = 0; frame < plan_.look.size(); ++frame) {
      TRY(put_frame(frame));
    }
    out_.patch_u32(0, static_cast<uint32_t>(file_.size()));
    return std::move(file_);
  }

 private:
  void put_header() {
    out_.u32(0);  // the file's size, patched at the end
    out_.u16(kAsepriteMagic);
    out_.u16(static_cast<unsigned>(plan_.look.size()));
    out_.u16(static_cast<unsigned>(plan_.box.width));
    out_.u16(static_cast<unsigned>(plan_.box.height));
    out_.u16(kAsepriteIndexed);
    out_.u32(kLayerOpacityIsValid);
    out_.u16(tick_ms_);
    out_.zeros(8);
    out_.u8(palette_.transparent);
    out_.zeros(3);
    out_.u16(palette_.colors);
    out_.u8(1);  // the pixels are square
    out_.u8(1);
    out_.zeros(kAsepriteHeaderSize - out_.position());
  }

  Status put_frame(uint32_t frame) {
    const size_t start = out_.position();
    chunks_ = 0;
    out_.u32(0);
    out_.u16(kAsepriteFrameMagic);
    out_.u16(0);
    out_.u16(plan_.ticks[frame] * tick_ms_);
    out_.u16(0);
    out_.u32(0);
    if (frame == 0) {
      put_palette();
      put_tags();
      put_layers();
      put_anchor();
    }
    TRY(put_cels(frame));
    if (file_.size() > kMostBytes) return too_large("an .aseprite file of more than 4 GiB");
    out_.patch_u32(start, static_cast<uint32_t>(out_.position() - start));
    out_.patch_u16(start + kOldChunkCount, std::min(chunks_, 0xFFFFu));
    out_.patch_u32(start + kChunkCount, chunks_);
    return ok();
  }

  /// Writes a chunk. body() writes its data.
  template <class Body>
  void chunk(AsepriteChunk kind, Body&& body) {
    const size_t start = out_.position();
    out_.u32(0);
    out_.u16(static_cast<uint16_t>(kind));
    body();
    out_.patch_u32(start, static_cast<uint32_t>(out_.position() - start));
    ++chunks_;
  }

  /// Adds user data to the tag, layer or cel before: JSON, or none if `data` is null.
  void put_user_data(const Row& data) {
    chunk(AsepriteChunk::user_data, [&] {
      out_.u32(data.is_null() ? 0 : kAsepriteHasText);
      if (!data.is_null()) put_string(out_, json_text(data));
    });
  }

  void put_palette() {
    chunk(AsepriteChunk::color_profile, [&] {
      out_.u16(1);  // sRGB
      out_.zeros(14);
    });
    chunk(AsepriteChunk::palette, [&] {
      out_.u32(palette_.colors);
      out_.u32(0);
      out_.u32(palette_.colors - 1);
      out_.zeros(8);
      for (uint32_t color = 0; color < palette_.colors; ++color) {
        out_.u16(0);
        out_.bytes(Bytes(look_.palette.rgb).subspan(size_t{3} * color, 3));
        out_.u8(kAsepriteOpaque);
      }
    });
  }

  void put_tags() {
    chunk(AsepriteChunk::tags, [&] {
      out_.u16(static_cast<unsigned>(plan_.tags.size()));
      out_.zeros(8);
      for (const PlanTag& tag : plan_.tags) {
        out_.u16(tag.first);
        out_.u16(tag.last);
        out_.u8(0);                     // forward
        out_.u16(tag.repeats ? 0 : 1);  // times; 0: for ever
        out_.zeros(10);
        put_string(out_, tag.name);
      }
    });
    for (const PlanTag& tag : plan_.tags) put_user_data(tag.data);
  }

  void put_layers() {
    for (const Layer& layer : layers_) {
      chunk(AsepriteChunk::layer, [&] {
        out_.u16(kLayerFlags);
        out_.zeros(10);
        out_.u8(kAsepriteOpaque);
        out_.zeros(3);
        put_string(out_, layer.name);
      });
      Row data = {{"costume", costume_id(tables_.costumes.id[plan_.costume])},
                  {"costume_row", plan_.costume},
                  {"limb", layer.limb}};
      if (!plan_.chores.empty()) data["chores"] = plan_.chores;
      put_user_data(data);
    }
  }

  void put_anchor() {
    chunk(AsepriteChunk::slice, [&] {
      out_.u32(1);
      out_.u32(kAsepriteHasPivot);
      out_.u32(0);
      put_string(out_, kAsepriteAnchor);
      out_.zeros(12);  // from frame 0, at 0, 0
      out_.u32(static_cast<uint32_t>(plan_.box.width));
      out_.u32(static_cast<uint32_t>(plan_.box.height));
      out_.u32(static_cast<uint32_t>(-plan_.box.left));
      out_.u32(static_cast<uint32_t>(-plan_.box.top));
    });
  }

  /// Writes a frame's cels. The first of equal cels of a layer has the pixels; later ones link to
  /// it.
  Status put_cels(uint32_t frame) {
    const std::span<const Cel> cels = plan_.frames.cels_at(frame);
    const std::vector<LayerPlace> places = place_cels(cels, layers_);
    for (size_t i = 0; i < cels.size(); ++i) {
      const auto [layer, z] = places[i];
      const auto [found, is_new] = written_.try_emplace(
          {layer, z, cels[i].index, cels[i].picture, cels[i].flip, cels[i].x, cels[i].y}, frame);
      if (!is_new) {
        chunk(AsepriteChunk::cel, [&, source = found->second] {
          put_place(cels[i], places[i], AsepriteCelType::link);
          out_.u16(source);
        });
      } else if (Status put = put_image(cels[i], places[i]); !put) {
        return put;
      }
    }
    return ok();
  }

  void put_place(const Cel& cel, const LayerPlace& place, AsepriteCelType type) {
    out_.u16(place.layer);
    out_.i16(static_cast<int>(cel.x - plan_.box.left));
    out_.i16(static_cast<int>(cel.y - plan_.box.top));
    out_.u8(kAsepriteOpaque);
    out_.u16(static_cast<uint16_t>(type));
    out_.i16(place.z);
    out_.zeros(5);
  }

  Status put_image(const Cel& cel, const LayerPlace& place) {
    const PicturesView& pictures = tables_.pictures;
    ASSIGN_OR_RETURN(const Bytes stored, pixels_of_(cel.picture));
    const auto pixels = cel_pixels(cel, pictures, stored, palette_.transparent);
    Status status = ok();
    chunk(AsepriteChunk::cel, [&] {
      put_place(cel, place, AsepriteCelType::compressed);
      out_.u16(pictures.width[cel.picture]);
      out_.u16(pictures.height[cel.picture]);
      status = deflater_.append(pixels, file_);
    });
    TRY(status);
    const bool is_cost = tables_.costumes.kind[plan_.costume] == Kind::cost;
    put_user_data(
        {{"limb", is_cost ? Row(cel.limb) : Row()}, {"index", cel.index}, {"flip", cel.flip}});
    return ok();
  }

  const FramePlan& plan_;
  const TablesView tables_;
  const Look& look_;
  FilePalette palette_;
  const ReadPixels& pixels_of_;
  unsigned tick_ms_;
  std::vector<Layer> layers_;
  Deflater deflater_;
  std::vector<uint8_t> file_;
  ByteWriter out_{file_};
  uint32_t chunks_ = 0;  ///< of the frame
  /// Layer, z, index, picture, flip, x, y → the frame that has the pixels.
  std::map<std::tuple<uint16_t, int16_t, uint16_t, uint32_t, uint8_t, int32_t, int32_t>, uint32_t>
      written_;
};

}  // namespace

std::vector<LayerPlace> place_cels(std::span<const Cel> cels, std::span<const Layer> layers) {
  std::map<uint8_t, uint32_t> count;
  std::vector<LayerPlace> places;
  bool rising = true;
  for (const Cel& cel : cels) {
    const auto first = std::ranges::find(layers, cel.limb, &Layer::limb) - layers.begin();
    const auto layer = static_cast<uint16_t>(first + count[cel.limb]++);
    rising = rising && (places.empty() || places.back().layer < layer);
    places.push_back({layer, 0});
  }
  // Cels are drawn in order of layer + z.
  for (size_t i = 0; !rising && i < places.size(); ++i) {
    places[i].z = static_cast<int16_t>(static_cast<int>(i) - places[i].layer);
  }
  return places;
}

Result<AsepriteExport> write_aseprite(const FramePlan& plan, const TablesView& tables,
                                      const Look& look, const ReadPixels& pixels_of,
                                      unsigned tick_ms) {
  TRY(check_limits(plan, layers_of(plan).size()));
  ASSIGN_OR_RETURN(const FilePalette palette, choose_palette(plan, tables, look, pixels_of));
  ASSIGN_OR_RETURN(std::vector<uint8_t> file,
                   AsepriteWriter(plan, tables, look, palette, pixels_of, tick_ms).write());
  return AsepriteExport{std::move(file), palette.colors};
}

}  // namespace wardrobe
