#include "tools/export/aseprite_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "tools/export/aseprite_chunks.h"
#include "tools/export/aseprite_layers.h"
#include "tools/export/json_rows.h"
#include "tools/export/sheet_json.h"

namespace wardrobe {
namespace {

constexpr unsigned kMagic = 0xA5E0;
constexpr unsigned kIndexed = 8;  ///< bits a pixel
constexpr uint32_t kLayerOpacityIsValid = 1;
constexpr unsigned kLayerFlags = 1 | 2 | 16;  ///< visible, editable, prefers linked cels
constexpr unsigned kOpaque = 255;
constexpr unsigned kLink = 1;   ///< types of cels: the pixels of an earlier frame …
constexpr unsigned kImage = 2;  ///< … or its own, compressed
constexpr uint32_t kHasPivot = 2;
// What its fields can hold.
constexpr int64_t kMostPosition = 0x7FFF;  ///< of a cel
constexpr size_t kMostLayers = 0x7FFF;     ///< a cel's z-index is signed
constexpr uint64_t kMostBytes = 0xFFFFFFFF;

Error too_large(std::string message) { return {ErrorCode::limit, kNoOffset, std::move(message)}; }

Status check_limits(const FramePlan& plan, const std::vector<Layer>& layers) {
  if (layers.size() > kMostLayers) {
    return too_large(
        fmt::format("{} layers: an .aseprite file can have {}", layers.size(), kMostLayers));
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

void put_header(ByteWriter& out, const FramePlan& plan, const AsepritePalette& palette,
                unsigned tick_ms) {
  out.u32(0);  // the file's size, patched in the end
  out.u16(kMagic);
  out.u16(static_cast<unsigned>(plan.look.size()));
  out.u16(static_cast<unsigned>(plan.box.width));
  out.u16(static_cast<unsigned>(plan.box.height));
  out.u16(kIndexed);
  out.u32(kLayerOpacityIsValid);
  out.u16(tick_ms);
  out.zeros(8);
  out.u8(palette.transparent);
  out.zeros(3);
  out.u16(palette.colors);
  out.u8(1);  // pixels are square
  out.u8(1);
  out.zeros(92);
}

void put_palette(AsepriteChunks& chunks, const AsepritePalette& palette, const Look& look) {
  chunks.chunk(AsepriteChunk::color_profile, [](ByteWriter& out) {
    out.u16(1);  // sRGB
    out.zeros(14);
  });
  chunks.chunk(AsepriteChunk::palette, [&](ByteWriter& out) {
    out.u32(palette.colors);
    out.u32(0);
    out.u32(palette.colors - 1);
    out.zeros(8);
    for (uint32_t color = 0; color < palette.colors; ++color) {
      out.u16(0);
      out.bytes(Bytes(look.palette.rgb).subspan(size_t{3} * color, 3));
      out.u8(kOpaque);
    }
  });
}

void put_tags(AsepriteChunks& chunks, const FramePlan& plan, const Tables& tables) {
  chunks.chunk(AsepriteChunk::tags, [&](ByteWriter& out) {
    out.u16(static_cast<unsigned>(plan.tags.size()));
    out.zeros(8);
    for (const PlanTag& tag : plan.tags) {
      out.u16(tag.first);
      out.u16(tag.last);
      out.u8(0);                     // forward
      out.u16(tag.repeats ? 0 : 1);  // times; 0: for ever
      out.zeros(10);
      put_string(out, tag.name);
    }
  });
  for (const PlanTag& tag : plan.tags) {
    chunks.user_data(tag.whole ? tag_row(plan, tables, tag).dump() : "");
  }
}

void put_layers(AsepriteChunks& chunks, const std::vector<Layer>& layers, const Tables& tables,
                uint32_t costume) {
  for (const Layer& layer : layers) {
    chunks.chunk(AsepriteChunk::layer, [&](ByteWriter& out) {
      out.u16(kLayerFlags);
      out.zeros(10);
      out.u8(kOpaque);
      out.zeros(3);
      put_string(out, layer.name);
    });
    const Row data = {{"costume", costume_id(tables.costumes.id[costume])},
                      {"costume_row", costume},
                      {"limb", layer.limb}};
    chunks.user_data(data.dump());
  }
}

void put_anchor(AsepriteChunks& chunks, const Box& box) {
  chunks.chunk(AsepriteChunk::slice, [&](ByteWriter& out) {
    out.u32(1);
    out.u32(kHasPivot);
    out.u32(0);
    put_string(out, "anchor");
    out.zeros(12);  // from frame 0, at 0, 0
    out.u32(static_cast<uint32_t>(box.width));
    out.u32(static_cast<uint32_t>(box.height));
    out.u32(static_cast<uint32_t>(-box.left));
    out.u32(static_cast<uint32_t>(-box.top));
  });
}

/// The pixels as the cel shows them.
std::vector<uint8_t> cel_pixels(const Cel& cel, const Pictures& pictures, Bytes stored,
                                uint8_t transparent) {
  const ptrdiff_t width = pictures.width[cel.picture];
  std::vector<uint8_t> pixels(stored.begin(), stored.end());
  for (auto row = pixels.begin(); cel.flip != 0 && row != pixels.end(); row += width) {
    std::reverse(row, row + width);
  }
  std::ranges::replace(pixels, pictures.transparent[cel.picture], transparent);
  return pixels;
}

/// Writes cels, each distinct one of a layer once: later ones are links.
class CelWriter {
 public:
  CelWriter(const FramePlan& plan, const Tables& tables, const PicturePixels& pixels_of,
            const std::vector<Layer>& layers, uint8_t transparent)
      : plan_(plan),
        tables_(tables),
        pixels_of_(pixels_of),
        layers_(layers),
        transparent_(transparent) {}

  Status put(AsepriteChunks& chunks, uint32_t frame) {
    const std::span<const Cel> cels = plan_.frames.cels_at(frame);
    const std::vector<LayerPlace> places = place_cels(cels, layers_);
    for (size_t i = 0; i < cels.size(); ++i) {
      const auto [layer, z] = places[i];
      const auto [found, is_new] = written_.try_emplace(
          {layer, z, cels[i].index, cels[i].picture, cels[i].flip, cels[i].x, cels[i].y}, frame);
      if (!is_new) {
        const uint32_t source = found->second;
        chunks.chunk(AsepriteChunk::cel, [&](ByteWriter& out) {
          put_place(out, cels[i], places[i], kLink);
          out.u16(source);
        });
      } else if (Status put = put_image(chunks, cels[i], places[i]); !put) {
        return put;
      }
    }
    return ok();
  }

 private:
  void put_place(ByteWriter& out, const Cel& cel, const LayerPlace& place, unsigned type) const {
    out.u16(place.layer);
    out.i16(static_cast<int>(cel.x - plan_.box.left));
    out.i16(static_cast<int>(cel.y - plan_.box.top));
    out.u8(kOpaque);
    out.u16(type);
    out.i16(place.z);
    out.zeros(5);
  }

  Status put_image(AsepriteChunks& chunks, const Cel& cel, const LayerPlace& place) const {
    const Pictures& pictures = tables_.pictures;
    const Result<std::vector<uint8_t>> pixels =
        deflated(cel_pixels(cel, pictures, pixels_of_(cel.picture), transparent_));
    if (!pixels) return pixels.error();
    chunks.chunk(AsepriteChunk::cel, [&](ByteWriter& out) {
      put_place(out, cel, place, kImage);
      out.u16(pictures.width[cel.picture]);
      out.u16(pictures.height[cel.picture]);
      out.bytes(*pixels);
    });
    const bool is_cost = Kind{tables_.costumes.kind[plan_.costume]} == Kind::cost;
    const Row data = {
        {"limb", is_cost ? Row(cel.limb) : Row()}, {"index", cel.index}, {"flip", cel.flip}};
    chunks.user_data(data.dump());
    return ok();
  }

  const FramePlan& plan_;
  const Tables& tables_;
  const PicturePixels& pixels_of_;
  const std::vector<Layer>& layers_;
  uint8_t transparent_;
  /// Layer, z, index, picture, flip, x, y → the frame that has the pixels.
  std::map<std::tuple<uint16_t, int16_t, uint16_t, uint32_t, uint8_t, int32_t, int32_t>, uint32_t>
      written_;
};

}  // namespace

AsepritePalette choose_palette(const FramePlan& plan, const Tables& tables, const Look& look,
                               const PicturePixels& pixels_of) {
  std::set<uint32_t> pictures;
  for (const Cel& cel : plan.frames.cels) pictures.insert(cel.picture);
  std::set<uint8_t> transparent;
  uint32_t colors = look.colors;
  for (const uint32_t picture : pictures) {
    transparent.insert(tables.pictures.transparent[picture]);
    colors = std::max(colors, *std::ranges::max_element(pixels_of(picture)) + 1u);
  }
  const uint8_t chosen = transparent.size() == 1 ? *transparent.begin() : look.background;
  return {chosen, std::max(colors, chosen + 1u)};
}

Result<std::vector<uint8_t>> write_aseprite(const FramePlan& plan, const Tables& tables,
                                            const Look& look, const PicturePixels& pixels_of,
                                            unsigned tick_ms) {
  std::vector<uint8_t> file;
  ByteWriter out(file);
  AsepriteChunks chunks(file);
  const std::vector<Layer> layers = layers_of(plan);
  if (Status fits = check_limits(plan, layers); !fits) return fits.error();
  const AsepritePalette palette = choose_palette(plan, tables, look, pixels_of);
  CelWriter cels(plan, tables, pixels_of, layers, palette.transparent);
  put_header(out, plan, palette, tick_ms);
  for (uint32_t frame = 0; frame < plan.look.size(); ++frame) {
    chunks.begin_frame(plan.ticks[frame] * tick_ms);
    if (frame == 0) {
      put_palette(chunks, palette, look);
      put_tags(chunks, plan, tables);
      put_layers(chunks, layers, tables, plan.costume);
      put_anchor(chunks, plan.box);
    }
    if (Status put = cels.put(chunks, frame); !put) return put.error();
    if (file.size() > kMostBytes) return too_large("an .aseprite file of more than 4 GiB");
    chunks.end_frame();
  }
  out.patch_u32(0, static_cast<uint32_t>(file.size()));
  return file;
}

}  // namespace wardrobe
